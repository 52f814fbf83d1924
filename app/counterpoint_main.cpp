// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QStandardPaths>
#include <memory>

#include "app/commands/call_flags.h"
#include "app/host/version.h"
#include "app/window/demo_call_controller.h"
#include "app/window/host_call_controller.h"
#include "media/clip/clip_reader.h"
#include "ui/main_window.h"
#include "ui/theme.h"

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCoreApplication::setApplicationName("counterpoint");
  QCoreApplication::setApplicationVersion(counterpoint::kVersion);
  QGuiApplication::setDesktopFileName("counterpoint");

  counterpoint::CallFlags flags("Opens the window; with an address, calls it.",
                                counterpoint::CallFlags::Argument{"ADDRESS", "host, host:port or [IPv6]:port", false});
  flags.parser().addOption({"port", "The TCP port to listen at, 0 to 65535; 0 for any.", "PORT",
                            QString::number(counterpoint::kDefaultPort)});
  flags.parser().addOption({"demo", "A simulated call, without network and devices."});
  flags.parser().addOption(
      {"theme", "The colours: dark, light, or desktop for those of the desktop.", "NAME", "desktop"});
  if (const auto status = flags.parse(QCoreApplication::arguments())) return *status;
  auto options = flags.options();
  if (!options) return flags.report_wrong_use(options.error().message);
  if (options->clip) {
    const auto clip = counterpoint::ClipReader::open(*options->clip);
    if (!clip) return flags.report_wrong_use("--clip: " + clip.error().message);
  }
  // A window shows a clip to its own user too, and so it sounds.
  options->clip_levels.to_us = true;
  bool ok = false;
  const auto port = flags.parser().value("port").toUShort(&ok);
  if (!ok) return flags.report_wrong_use("--port: expected 0 to 65535");

  const auto theme = counterpoint::find_theme_choice(flags.parser().value("theme"));
  if (!theme) return flags.report_wrong_use("--theme: expected dark, light or desktop");

  counterpoint::set_theme(application, *theme);
  std::unique_ptr<counterpoint::CallController> controller;
  if (flags.parser().isSet("demo")) {
    controller = std::make_unique<counterpoint::DemoCallController>(*options,
                                                                    counterpoint::DemoCallController::Pace::kWallClock);
  } else {
    controller = std::make_unique<counterpoint::HostCallController>(*options, port);
  }
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
  counterpoint::MainWindow window(*controller, {.settings_file = folder + "/window.ini"});
  window.show();
  if (!flags.argument().isEmpty()) controller->call(flags.argument());
  return QApplication::exec();
}

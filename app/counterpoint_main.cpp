// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QStandardPaths>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/commands/call_flags.h"
#include "app/host/version.h"
#include "app/window/demo_call_controller.h"
#include "app/window/host_call_controller.h"
#include "app/window/log_folder.h"
#include "app/window/single_instance.h"
#include "media/clip/clip_reader.h"
#include "ui/call_notifier.h"
#include "ui/main_window.h"
#include "ui/theme.h"
#include "ui/translation.h"

namespace {

/// The exit status when the window that is open already has taken `address`, or should have.
std::optional<int> hand_over(counterpoint::SingleInstance& instance, const QString& address) {
  const auto role = instance.claim(address);
  if (!role) return std::fprintf(stderr, "counterpoint: %s\n", role.error().message.c_str()), 1;
  if (*role == counterpoint::SingleInstance::Role::kFirst) return std::nullopt;
  return std::puts("counterpoint: the window that is open comes to the front"), 0;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCoreApplication::setApplicationName("counterpoint");
  QCoreApplication::setApplicationVersion(counterpoint::kVersion);
  QGuiApplication::setDesktopFileName("counterpoint");

  counterpoint::CallFlags flags(
      "Opens the window; with an address, calls it; with a link, asks whether to call.",
      counterpoint::CallFlags::Argument{"ADDRESS", "host, host:port, [IPv6]:port or counterpoint:HOST[:PORT]", false});
  flags.parser().addOption({"port", "The TCP port to listen at, 0 to 65535; 0 for any.", "PORT",
                            QString::number(counterpoint::kDefaultPort)});
  flags.parser().addOption({"demo", "A simulated call, without network and devices."});
  flags.parser().addOption(
      {"theme", "The colours: dark, light, or desktop for those of the desktop.", "NAME", "desktop"});
  flags.parser().addOption({"language",
                            "The language: " + counterpoint::languages().join(" or ") +
                                "; the desktop's, if it is one of these, unless told otherwise.",
                            "CODE"});
  flags.parser().addOption(
      {"new-window", "Another window beside one that is open; it listens at any port, unless --port says which."});
  flags.parser().addOption({"version", "Print the version."});
  if (const auto status = flags.parse(QCoreApplication::arguments())) return *status;
  if (flags.parser().isSet("version")) return std::printf("counterpoint %s\n", counterpoint::kVersion), 0;
  auto options = flags.options();
  if (!options) return flags.report_wrong_use(options.error().message);
  if (options->clip) {
    const auto clip = counterpoint::ClipReader::open(*options->clip);
    if (!clip) return flags.report_wrong_use("--clip: " + clip.error().message);
  }
  // A window shows a clip to its own user too, and so it sounds.
  options->clip_levels.to_us = true;
  bool ok = false;
  auto port = flags.parser().value("port").toUShort(&ok);
  if (!ok) return flags.report_wrong_use("--port: expected 0 to 65535");

  const auto theme = counterpoint::find_theme_choice(flags.parser().value("theme"));
  if (!theme) return flags.report_wrong_use("--theme: expected dark, light or desktop");

  const QString language = flags.parser().value("language");
  if (!language.isEmpty() && !counterpoint::languages().contains(language)) {
    return flags.report_wrong_use("--language: expected " + counterpoint::languages().join(" or ").toStdString());
  }

  const bool alone = flags.parser().isSet("demo") || flags.parser().isSet("new-window");
  if (alone && !flags.parser().isSet("port")) port = 0;
  counterpoint::SingleInstance instance(QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) +
                                        "/counterpoint-window");
  if (!alone) {
    if (const auto status = hand_over(instance, flags.argument())) return *status;
  }

  counterpoint::set_language(application, language);
  counterpoint::set_theme(application, *theme);
  counterpoint::LogFolder logs;
  std::unique_ptr<counterpoint::CallController> controller;
  if (flags.parser().isSet("demo")) {
    controller = std::make_unique<counterpoint::DemoCallController>(*options,
                                                                    counterpoint::DemoCallController::Pace::kWallClock);
  } else {
    controller = std::make_unique<counterpoint::HostCallController>(*options, port);
  }
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
  counterpoint::MainWindow window(*controller, {.settings_file = folder + "/window.ini", .logs = &logs});
  window.open_address(flags.argument());
  QObject::connect(&instance, &counterpoint::SingleInstance::address_received, &window,
                   &counterpoint::MainWindow::open_address);
  const counterpoint::CallNotifier notifier(*controller);
  QObject::connect(&notifier, &counterpoint::CallNotifier::window_wanted, &window,
                   [&window] { window.open_address({}); });
  return QApplication::exec();
}

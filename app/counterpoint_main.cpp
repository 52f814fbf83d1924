// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QFileInfo>
#include <QStandardPaths>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/common/call_flags.h"
#include "app/files/state_folder.h"
#include "app/files/version.h"
#include "app/identity/identity_store.h"
#include "app/window/demo_call_controller.h"
#include "app/window/end_signals.h"
#include "app/window/host_call_controller.h"
#include "app/window/host_device_catalog.h"
#include "app/window/log_folder.h"
#include "app/window/persistent_people.h"
#include "app/window/persistent_settings.h"
#include "app/window/single_instance.h"
#include "media/audio/devices/pulse_config.h"
#include "media/clip/clip_reader.h"
#include "ui/call/call_notifier.h"
#include "ui/settings/fields/theme_setting.h"
#include "ui/settings/language_setting.h"
#include "ui/style/program_id.h"
#include "ui/style/theme.h"
#include "ui/text/translation.h"
#include "ui/window/main_window.h"
#include "ui/window/tray.h"
#include "ui/window/tray_watch.h"

namespace {

/// The exit status when the window that is open already has taken the address, or should have.
std::optional<int> hand_over(counterpoint::SingleInstance& instance, counterpoint::CallFlags& flags) {
  const auto role = instance.claim(flags.argument());
  if (!role) return std::fprintf(stderr, "counterpoint: %s\n", role.error().message.text().c_str()), 1;
  if (*role == counterpoint::SingleInstance::Role::kFirst) return std::nullopt;
  if (!flags.parser().optionNames().isEmpty()) {
    std::fputs("counterpoint: a window is open, for which options come too late; --new-window makes another\n", stderr);
  }
  return std::puts("counterpoint: the window that is open comes to the front"), 0;
}

/// It runs only when the program starts: a number that is being typed must not cost a log.
void remove_old_logs(const counterpoint::LogSettings& logs) {
  if (logs.keep_days == 0) return;
  if (const auto folder = counterpoint::session_log_folder(logs.folder)) {
    counterpoint::remove_old_session_logs(*folder, logs.keep_days);
  }
}

/// The command line of the window.
struct WindowFlags : counterpoint::CallFlags {
  WindowFlags()
      : CallFlags("Opens the window; with an address, calls it; with a link, asks whether to call.",
                  Argument{"ADDRESS", "host, host:port, [IPv6]:port or counterpoint:[ID@]HOST[:PORT]", false}) {
    add_port_option();
    parser().addOption({"demo", "A simulated call, without network and devices."});
    parser().addOption({"theme", "The colours: dark, light, or desktop for those of the desktop.", "NAME"});
    parser().addOption({"language",
                        "The language: " + counterpoint::languages().join(" or ") +
                            "; unless told otherwise that of the settings, or the desktop's, if it is one of these.",
                        "CODE"});
    parser().addOption(
        {"new-window", "Another window beside one that is open; it listens at any port, unless --port says which."});
    parser().addOption({"hidden", "Begins without its window, in the tray; for those who stay reachable."});
    parser().addOption({"version", "Print the version."});
  }
};

/// Qt says at some length that it finds no display, and ends with a core dump.
void end_without_display(QtMsgType type, const QMessageLogContext&, const QString&) {
  if (type != QtFatalMsg) return;
  std::fputs(
      "counterpoint: there is no display that can be used: start it on a desktop, or set DISPLAY; counterpoint-cli "
      "makes calls in a terminal\n",
      stderr);
  std::_Exit(2);
}

/// Prints texts that need no display, unlike a QApplication: help, the version, and, without a display, errors of the
/// options. Nothing when there may be a window.
std::optional<int> print_words(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  WindowFlags flags;
  (void)flags.parser().parse(arguments);
  if (flags.parser().isSet("version")) return std::printf("counterpoint %s\n", counterpoint::kVersion), 0;
  if (flags.parser().isSet("help")) return std::fputs(qPrintable(flags.parser().helpText()), stdout), 0;
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
    if (!qEnvironmentVariableIsEmpty(name)) return std::nullopt;
  }
  // Qt takes options of its own: of these it knows more.
  return arguments.contains("-platform") ? std::nullopt : flags.parse(arguments);
}

/// True if the window may open beside another one, which has the usual port.
bool stands_alone(counterpoint::CallFlags& flags) {
  return flags.parser().isSet("demo") || flags.parser().isSet("new-window");
}

/// `kept` but for what the options say, for this run.
counterpoint::Result<counterpoint::Settings> settings_of_run(counterpoint::CallFlags& flags,
                                                             const counterpoint::Settings& kept) {
  auto chosen = flags.settings(kept);
  if (!chosen) return chosen;
  if (flags.parser().isSet("theme")) {
    const auto theme = counterpoint::find_theme_choice(flags.parser().value("theme"));
    if (!theme)
      return counterpoint::Error{counterpoint::ErrorKind::kInvalidArgument, "--theme: expected dark, light or desktop"};
    chosen->theme = counterpoint::theme_setting(*theme);
  }
  if (stands_alone(flags) && !flags.parser().isSet("port")) chosen->port = 0;
  return chosen;
}

/// Those of the user; a simulated call begins without any, and keeps none.
std::unique_ptr<counterpoint::PeopleModel> people_of_run(bool demo) {
  const auto folder = counterpoint::identity_folder();
  if (demo || !folder) return std::make_unique<counterpoint::PeopleModel>();
  return std::make_unique<counterpoint::PersistentPeople>(*folder);
}

/// The desktop starts the program with the same settings.
counterpoint::AutostartEntry autostart_of(const QString& settings_file) {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/autostart/";
  std::vector<std::string> command = {QCoreApplication::applicationFilePath().toStdString(), "--hidden"};
  if (!settings_file.isEmpty()) {
    command.insert(command.end(), {"--config", QFileInfo(settings_file).absoluteFilePath().toStdString()});
  }
  return {(folder + counterpoint::kProgramId + ".desktop").toStdString(), std::move(command)};
}

bool begins_hidden(counterpoint::CallFlags& flags, const counterpoint::Settings& settings) {
  return flags.parser().isSet("hidden") && settings.stay_reachable && flags.argument().isEmpty();
}

/// Puts the program into the desktop's tray as soon as there is one.
std::unique_ptr<counterpoint::TrayWatch> watch_trays(counterpoint::MainWindow& window,
                                                     counterpoint::CallController& controller,
                                                     counterpoint::SettingsModel& settings, bool hidden) {
  auto trays = std::make_unique<counterpoint::TrayWatch>();
  const auto use = [&window, &controller, &settings, owner = trays.get()] {
    auto* tray = new counterpoint::Tray(window, window.call_actions().quit, controller, settings);
    tray->setParent(owner);
    QObject::connect(tray, &counterpoint::Tray::window_wanted, &window, [&window] { window.open_address({}); });
    QObject::connect(tray, &counterpoint::Tray::quit_wanted, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
  };
  if (trays->is_there()) {
    use();
  } else {
    QObject::connect(trays.get(), &counterpoint::TrayWatch::came, &window, [&window, &settings, hidden, use] {
      use();
      // It was minimised, as there was no tray.
      if (hidden && window.isMinimized() && settings.settings().stay_reachable) window.hide();
    });
  }
  return trays;
}

/// Opens the window, unless it begins in the tray.
void open_window(counterpoint::MainWindow& window, bool hidden, const QString& address, bool has_tray) {
  if (!hidden) {
    window.open_address(address);
  } else if (!has_tray) {
    window.showMinimized();  // Nothing else would lead to it.
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int end_signals = counterpoint::hold_end_signals();
  counterpoint::let_pulse_copy();
  QCoreApplication::setApplicationName("counterpoint");
  QCoreApplication::setApplicationVersion(counterpoint::kVersion);
  QGuiApplication::setDesktopFileName(counterpoint::kProgramId);

  if (const auto status = print_words(argc, argv)) return *status;
  qInstallMessageHandler(end_without_display);
  QApplication application(argc, argv);
  qInstallMessageHandler(nullptr);
  WindowFlags flags;
  if (const auto status = flags.parse(QCoreApplication::arguments())) return *status;
  const QString language = flags.parser().value("language");
  if (!language.isEmpty() && !counterpoint::languages().contains(language)) {
    return flags.report_wrong_use("--language: expected " + counterpoint::languages().join(" or ").toStdString());
  }
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
  counterpoint::PersistentSettings settings(
      flags.settings_file().isEmpty() ? folder + "/settings.json" : flags.settings_file(),
      !flags.parser().isSet("demo"));  // Changes during a simulated call are not kept.
  counterpoint::set_language(application,
                             language.isEmpty() ? counterpoint::language_code(settings.kept().language) : language);
  settings.tell_notice();
  const auto chosen = settings_of_run(flags, settings.kept());
  if (!chosen) return flags.report_wrong_use(chosen.error().message);
  auto options = flags.options(*chosen);
  if (!options) return flags.report_wrong_use(options.error().message);
  if (const auto writable = counterpoint::check_call_files(options->log, options->recording); !writable) {
    return flags.report_wrong_use(writable.error().message);
  }
  settings.override_for_this_run(*chosen);
  if (options->clip) {
    const auto clip = counterpoint::ClipReader::open(*options->clip);
    if (!clip) return flags.report_wrong_use("--clip: " + clip.error().message.text());
  }

  if (!stands_alone(flags)) settings.offer_autostart(autostart_of(flags.settings_file()));

  counterpoint::SingleInstance instance(QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) +
                                        "/counterpoint-window");
  if (!stands_alone(flags)) {
    if (const auto status = hand_over(instance, flags)) return *status;
  }

  remove_old_logs(settings.kept().logs);
  counterpoint::set_theme(application, counterpoint::theme_choice(chosen->theme));
  counterpoint::LogFolder logs(&settings);
  const auto people = people_of_run(flags.parser().isSet("demo"));
  std::unique_ptr<counterpoint::CallController> controller;
  std::unique_ptr<counterpoint::DeviceCatalog> devices;
  if (flags.parser().isSet("demo")) {
    controller = std::make_unique<counterpoint::DemoCallController>(*options,
                                                                    counterpoint::DemoCallController::Pace::kWallClock);
    devices = std::make_unique<counterpoint::DeviceCatalog>();
  } else {
    auto host = std::make_unique<counterpoint::HostCallController>(*options, *chosen);
    devices = std::make_unique<counterpoint::HostDeviceCatalog>(*host);
    QObject::connect(host.get(), &counterpoint::HostCallController::call_over, people.get(),
                     &counterpoint::PeopleModel::record);
    QObject::connect(host.get(), &counterpoint::HostCallController::contact_here, people.get(),
                     &counterpoint::PeopleModel::set_here);
    controller = std::move(host);
  }
  counterpoint::MainWindow window(*controller, settings, *people, {.logs = &logs, .devices = devices.get()});
  QObject::connect(&instance, &counterpoint::SingleInstance::address_received, &window,
                   &counterpoint::MainWindow::open_address);
  const bool hidden = begins_hidden(flags, *chosen);
  const auto trays = stands_alone(flags) ? nullptr : watch_trays(window, *controller, settings, hidden);
  open_window(window, hidden, flags.argument(), trays != nullptr && trays->is_there());
  const counterpoint::CallNotifier notifier(*controller);
  QObject::connect(&notifier, &counterpoint::CallNotifier::window_wanted, &window,
                   [&window] { window.open_address({}); });
  counterpoint::quit_at_signals(application, end_signals);
  const int status = QApplication::exec();
  counterpoint::bound_the_end();
  return status;
}

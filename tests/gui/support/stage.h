// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <memory>

#include "app/window/demo_call_controller.h"
#include "app/window/log_folder.h"
#include "ui/people/people_model.h"
#include "ui/settings/device_catalog.h"
#include "ui/settings/settings_model.h"
#include "ui/window/main_window.h"

namespace counterpoint {

/// A simulated call of which anything can be said that a real one may come to.
class StagedCall final : public DemoCallController {
 public:
  using CallController::set_clip;
  using CallController::set_host;
  using CallController::set_messages;
  using CallController::set_peer_state;
  using CallController::set_sharing;
  using CallController::set_state;
  StagedCall() : DemoCallController({}, Pace::kByHand) {}
};

/// Settings of which anything can be said.
class StagedSettings final : public SettingsModel {
 public:
  using SettingsModel::set_notice;
  [[nodiscard]] std::optional<bool> starts_with_desktop() const override { return false; }
};

/// Devices that a machine may have.
class StagedDevices final : public DeviceCatalog {
 public:
  StagedDevices();
};

/// The window on a simulated call, for scenes that are photographed.
class Stage {
 public:
  static constexpr QSize kUsual{1280, 800};
  static constexpr QSize kNarrow{760, 560};

  Stage();

  [[nodiscard]] MainWindow& window() { return *window_; }
  [[nodiscard]] CallActions& actions() { return window_->call_actions(); }
  [[nodiscard]] StagedCall& controller() { return controller_; }
  [[nodiscard]] StagedSettings& settings() { return settings_; }
  [[nodiscard]] PeopleModel& people() { return people_; }
  /// The figures of the call as they were told last.
  [[nodiscard]] const CallFigures& stats() const { return stats_; }

  /// A widget by its name; ends the program when there is none.
  template <typename T>
  T& find(const char* name) {
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (top->objectName() == QLatin1String(name) && qobject_cast<T*>(top)) return *qobject_cast<T*>(top);
      if (T* found = top->findChild<T*>(QLatin1String(name))) return *found;
    }
    qFatal("nothing is called %s", name);
  }

  /// Lets time pass in the call, and waits until the window shows what came of it.
  void pass(Duration time);
  /// Tells the window other figures of the call, and waits until it shows them.
  void tell(const CallFigures& stats);
  /// Back to the start page, without menus and with all buttons as at first.
  void reset();
  /// Goes from the start page to a call that has lasted `time`.
  void enter_call(Duration time);
  /// Plays a film to the peer for `time`; the tests' ffmpeg makes it.
  void play_film(Duration time);
  /// Opens the recorded calls, of which there are some.
  void open_logs();
  /// Opens the longest of them.
  void open_log();
  /// A file of the stage's own folder, which is its home too.
  void write(const QString& name, const QByteArray& content) const;

  /// The visible windows as one image: the main window, or the recorded calls if they are open, and menus and dialogs
  /// over it.
  [[nodiscard]] QImage photograph();
  /// Widgets that are cut, covered, without a name for screen readers, or that reach out of the window; one line each.
  [[nodiscard]] QStringList find_faults();

 private:
  [[nodiscard]] QWidget& front();
  /// Until one of the figures holds `text`: they stand still for a moment, so that one can read them.
  void wait_for_figure(const QString& text);

  QTemporaryDir folder_;
  StagedSettings settings_;
  PeopleModel people_;
  LogFolder logs_;
  StagedCall controller_;
  HostInfo host_ = controller_.host();  ///< The host's state at first.
  StagedDevices devices_;
  std::unique_ptr<MainWindow> window_;
  CallFigures stats_;
};

}  // namespace counterpoint

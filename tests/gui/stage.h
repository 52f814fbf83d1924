// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTemporaryDir>
#include <memory>

#include "app/window/demo_call_controller.h"
#include "ui/main_window.h"
#include "ui/settings/settings_model.h"

namespace counterpoint {

/// The window on a simulated call, for scenes that are photographed.
class Stage {
 public:
  static constexpr QSize kSize{1280, 800};

  Stage();

  [[nodiscard]] MainWindow& window() { return *window_; }
  [[nodiscard]] CallActions& actions() { return window_->call_actions(); }
  [[nodiscard]] DemoCallController& controller() { return controller_; }

  /// Lets time pass in the call, and waits until the window shows what came of it.
  void pass(Duration time);
  /// Back to the start page, without menus and with all buttons as at first.
  void reset();
  /// From the start page to a call that has lasted `time`.
  void enter_call(Duration time);
  /// Plays a film to the peer for `time`; the tests' ffmpeg makes it.
  void play_film(Duration time);
  /// What a person sees: the window, and menus and dialogs over it.
  [[nodiscard]] QImage photograph();
  /// What is cut or elided, or reaches out of the window; one line each.
  [[nodiscard]] QStringList find_cut_texts() const;

 private:
  QTemporaryDir folder_;
  SettingsModel settings_;
  DemoCallController controller_{{}, DemoCallController::Pace::kByHand};
  std::unique_ptr<MainWindow> window_;
  CallStats stats_;  ///< The last ones of the call.
};

}  // namespace counterpoint

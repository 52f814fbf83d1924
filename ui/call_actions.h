// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>

#include "ui/call_controller.h"

namespace counterpoint {

/// Everything the user can do, with its words, shortcut and icon, and the menu that holds it all. What an action does
/// is connected by the window; whether it fits the moment is decided here.
class CallActions final : public QObject {
  Q_OBJECT

 public:
  /// The shortcuts work in the whole of `window`.
  explicit CallActions(QWidget& window);

  /// Enables and shows what fits: `can_call` that there is an address, `can_retry` that there is a call to repeat.
  void fit(CallPhase phase, bool can_call, bool can_retry);

  QMenu menu;
  QAction call;
  QAction call_self;
  QAction accept;
  QAction hang_up;  ///< Declines, cancels or hangs up, and says which.
  QAction retry;
  QAction back;
  QAction mute;        ///< Checked: the microphone is off.
  QAction camera_off;  ///< Checked: the camera is off.
  QAction full_screen;
  QAction open_menu;
  QAction quit;

 private:
  void fill_menu();
};

}  // namespace counterpoint

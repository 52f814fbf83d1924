// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

class QAction;

namespace counterpoint {

class CallController;
class DeviceCatalog;

/// Shares the screen, or stops, when an action is triggered. If there is a choice, and the desktop does not ask for it
/// by itself, this menu of the screen, its monitors and windows opens above the action's button.
class ShareMenu final : public QMenu {
  Q_OBJECT

 public:
  /// `share` is checked while the screen is shared; its button is in `parent`. All outlive this.
  ShareMenu(CallController& controller, const DeviceCatalog& catalog, QAction& share, QWidget* parent);

 private:
  void choose();

  CallController& controller_;
  const DeviceCatalog& catalog_;
  QAction& share_;
};

}  // namespace counterpoint

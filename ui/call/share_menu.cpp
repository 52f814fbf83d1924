// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/share_menu.h"

#include <QCursor>
#include <QFontMetrics>

#include "ui/controller/call_controller.h"
#include "ui/settings/device_catalog.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"

namespace counterpoint {
namespace {

constexpr int kMaxNameWidth = 320;  ///< Pixels; programs put whole titles of documents into the names of windows.

}  // namespace

ShareMenu::ShareMenu(CallController& controller, const DeviceCatalog& catalog, QAction& share, QWidget* parent)
    : QMenu(parent), controller_(controller), catalog_(catalog), share_(share) {
  setObjectName(QStringLiteral("share_menu"));
  connect(&share_, &QAction::triggered, this, [this](bool shared) {
    // It is checked once the screen is shared.
    share_.setChecked(controller_.sharing());
    if (shared) return choose();
    controller_.send(ShareScreen{.shared = false});
  });
}

void ShareMenu::choose() {
  const QList<DeviceChoice> screens = catalog_.screens();
  if (screens.size() < 2) return controller_.send(ShareScreen{});
  clear();
  for (const DeviceChoice& screen : screens) {
    const QString name = fontMetrics().elidedText(screen.description, Qt::ElideRight, kMaxNameWidth);
    addAction(QString(name).replace('&', QStringLiteral("&&")), this, [this, what = screen.name.toStdString()] {
      controller_.send(ShareScreen{.shared = true, .what = what});
    });
  }
  QPoint corner = QCursor::pos();
  for (const auto* button : parentWidget()->findChildren<ActionButton*>()) {
    if (&button->action() == &share_ && button->isVisible()) corner = button->mapToGlobal(QPoint(0, -kSpace));
  }
  popup(corner - QPoint(0, sizeHint().height()));
}

}  // namespace counterpoint

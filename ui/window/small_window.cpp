// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/small_window.h"

#include <QHBoxLayout>
#include <QScreen>
#include <QVBoxLayout>

#include "ui/call/call_actions.h"
#include "ui/call/peer/peer_picture.h"
#include "ui/notices/toast.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"

namespace counterpoint {

SmallWindow::SmallWindow(CallActions& actions)
    : QDialog(nullptr, Qt::Window | Qt::WindowStaysOnTopHint), picture_(new PeerPicture(this)) {
  constexpr QSize kPicture(320, 180);
  keep_dark(*this);
  setObjectName(QStringLiteral("small_window"));
  setWindowIcon(program_icon());
  picture_->setMinimumSize(kPicture * 3 / 4);
  set_up_action(back_, "large_window", tr("Large window"), actions.small_window.shortcut(),
                make_icon(Icon::kFullScreen));
  connect(&back_, &QAction::triggered, this, &QDialog::close);
  addActions({&actions.mute, &actions.camera_off, &actions.hang_up, &actions.quit, &back_});

  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(kSpace, 0, kSpace, kSpace);
  buttons->setSpacing(kSpace);
  for (QAction* action : {&actions.mute, &actions.camera_off, &back_}) {
    buttons->addWidget(new ActionButton(*action, ActionButton::Look::kRound, this));
  }
  buttons->addStretch();
  buttons->addWidget(new ActionButton(actions.hang_up, ActionButton::Look::kRoundDanger, this));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace);
  column->addWidget(picture_, 1);
  column->addLayout(buttons);
  // Return belongs to the button that has the keyboard.
  for (auto* button : findChildren<ActionButton*>()) button->setAutoDefault(false);
  toast_ = new Toast(this);
  resize(kPicture.width(), kPicture.height() + 2 * kSpace + buttons->sizeHint().height());
}

void SmallWindow::open_at(const QScreen& screen) {
  const QRect room = screen.availableGeometry().adjusted(0, 0, -kSpaceHuge, -kSpaceHuge);
  move(room.right() - width(), room.bottom() - height());
  show();
}

}  // namespace counterpoint

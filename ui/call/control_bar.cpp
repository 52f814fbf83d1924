// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/control_bar.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <algorithm>
#include <utility>

#include "ui/call/call_actions.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/natural_size.h"

namespace counterpoint {
namespace {

constexpr int kMargin = 18;
constexpr int kGap = 14;
constexpr int kNarrowGap = 10;  ///< In the smallest window.
constexpr int kAboveAndBelow = 7;
constexpr int kSmallButton = 34;

}  // namespace

ControlBar::ControlBar(CallActions& actions, QWidget* parent) : QFrame(parent), grid_(new QGridLayout(this)) {
  setObjectName(QStringLiteral("controls"));
  setProperty("role", "controls");
  grid_->setContentsMargins(kMargin, kAboveAndBelow, kMargin, kAboveAndBelow);
  grid_->setHorizontalSpacing(kGap);
  grid_->setVerticalSpacing(2);
  add(actions.mute, &actions.choose_audio);
  add(actions.camera_off, &actions.choose_camera);
  for (QAction* action : {&actions.share_screen, &actions.clip.play, &actions.show_messages, &actions.show_plane,
                          &actions.show_time_lines, &actions.settings, &actions.full_screen, &actions.open_menu}) {
    add(*action);
  }
  add(actions.hang_up, nullptr, true);
}

void ControlBar::add(QAction& action, QAction* list, bool danger) {
  const auto look = danger ? ActionButton::Look::kRoundDanger : ActionButton::Look::kRound;
  Column column{.buttons = {new ActionButton(action, look, this)}, .word = new QLabel(action.iconText(), this)};
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace);
  if (list != nullptr) column.buttons.push_back(new ActionButton(*list, ActionButton::Look::kRoundSmall, this));
  for (ActionButton* button : column.buttons) row->addWidget(button);
  const int place = static_cast<int>(columns_.size());
  grid_->addLayout(row, 0, place, Qt::AlignHCenter);
  grid_->addWidget(column.word, 1, place, Qt::AlignHCenter);
  column.word->setObjectName(action.objectName() + QStringLiteral("_word"));
  column.word->setProperty("role", "word");
  column.word->setTextFormat(Qt::PlainText);
  column.word->setToolTip(action.toolTip());
  column.word->hide();
  column.word->installEventFilter(this);
  columns_.push_back(std::move(column));
}

void ControlBar::fit(int room) {
  const bool words = width_with_words() <= room;
  for (const Column& column : columns_) column.word->setVisible(words && !column.buttons.front()->isHidden());
  grid_->setHorizontalSpacing(kGap);
  if (grid_->sizeHint().width() > room) grid_->setHorizontalSpacing(kNarrowGap);
  take_natural_size(*this);
}

int ControlBar::width_with_words() const {
  int width = 2 * kMargin - kGap;
  for (const Column& column : columns_) {
    if (column.buttons.front()->isHidden()) continue;
    column.word->ensurePolished();
    const int buttons = kControlSize + (column.buttons.size() > 1 ? kSpace + kSmallButton : 0);
    width += std::max(buttons, column.word->sizeHint().width()) + kGap;
  }
  return width;
}

bool ControlBar::eventFilter(QObject* watched, QEvent* event) {
  const auto* mouse = event->type() == QEvent::MouseButtonRelease ? static_cast<QMouseEvent*>(event) : nullptr;
  if (mouse == nullptr || mouse->button() != Qt::LeftButton) return QFrame::eventFilter(watched, event);
  const auto column = std::ranges::find(columns_, watched, [](const Column& c) -> const QObject* { return c.word; });
  if (column != columns_.end()) column->buttons.front()->click();
  return true;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/incoming_banner.h"

#include <QHBoxLayout>

#include "ui/call/call_actions.h"
#include "ui/controller/call_controller.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_badge.h"

namespace counterpoint {

IncomingBanner::IncomingBanner(const CallController& controller, CallActions& actions, QWidget* parent)
    : QFrame(parent) {
  constexpr int kBadge = 32;
  constexpr int kIcon = 20;
  setObjectName(QStringLiteral("incoming_banner"));
  setProperty("role", "toast");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kSpaceLarge, kSpace, kSpace, kSpace);
  row->setSpacing(kSpace);
  auto* badge = new IconBadge(kBadge, kIcon, this);
  badge->set_look(Icon::kCall, &Theme::on_accent, &Theme::accent);
  words_ = new ElidedLabel(this);
  words_->setObjectName(QStringLiteral("incoming_words"));
  words_->setProperty("role", "heading");
  row->addWidget(badge);
  row->addWidget(words_, 1);
  for (auto* button : {new ActionButton(actions.accept, ActionButton::Look::kMain, this),
                       new ActionButton(actions.hang_up, ActionButton::Look::kDanger, this)}) {
    button->setAutoDefault(false);  // In a dialog Return is for its fields.
    row->addWidget(button);
  }
  connect(&controller, &CallController::state_changed, this, &IncomingBanner::follow);
  follow(controller.state());
}

void IncomingBanner::follow(const CallView& state) {
  const bool incoming = state.phase == CallPhase::kIncoming;
  if (incoming) words_->set_whole_text(tr("%1 is calling").arg(state.peer));
  setAccessibleName(words_->whole_text());
  setVisible(incoming);
}

}  // namespace counterpoint

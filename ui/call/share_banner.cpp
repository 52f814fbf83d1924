// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/share_banner.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/call/call_actions.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/icon_badge.h"

namespace counterpoint {

ShareBanner::ShareBanner(CallActions& actions, QWidget* parent) : QFrame(parent) {
  constexpr int kBadge = 28;
  constexpr int kIcon = 18;
  setObjectName(QStringLiteral("share_banner"));
  setProperty("role", "pill");
  setFixedHeight(kPillHeight);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kSpace, 0, kSpaceSmall, 0);
  row->setSpacing(kSpace);
  auto* badge = new IconBadge(kBadge, kIcon, this);
  badge->set_look(Icon::kScreen, &Theme::on_accent, &Theme::accent);
  auto* words = new QLabel(tr("You are sharing your screen"), this);
  words->setObjectName(QStringLiteral("share_words"));
  words->setProperty("role", "heading");
  row->addWidget(badge);
  row->addWidget(words);
  set_up_action(stop_, "stop_sharing", tr("Stop sharing"), QKeySequence(), make_icon(Icon::kScreen));
  const QString key = actions.share_screen.shortcut().toString(QKeySequence::NativeText);
  stop_.setToolTip(tr("Stop sharing the screen (%1)").arg(key));
  connect(&stop_, &QAction::triggered, &actions.share_screen, &QAction::trigger);
  auto* stop = new ActionButton(stop_, ActionButton::Look::kDanger, this);
  stop->setProperty("compact", true);
  row->addSpacing(kSpace);
  row->addWidget(stop);
  setAccessibleName(words->text());
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/people/person_row.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/avatar.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_badge.h"

namespace counterpoint {
namespace {

constexpr int kDisc = 36;
constexpr int kDot = 12;  ///< The mark of those who can be called now.
constexpr int kDotRing = 2;

}  // namespace

PersonRow::PersonRow(const Person& person, QWidget* parent) : QWidget(parent), person_(person) {
  constexpr int kVerifiedBadge = 18;
  constexpr int kVerifiedIcon = 14;
  setFixedHeight(kHeight);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kSpace + kDisc + kSpace, 0, kSpace, 0);
  row->setSpacing(kSpace);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  auto* name = new ElidedLabel(this);
  name->setObjectName(QStringLiteral("person_name"));
  name->set_whole_text(person.name);
  details_ = new ElidedLabel(this);
  details_->setObjectName(QStringLiteral("person_details"));
  details_->setProperty("role", person.missed ? "missed" : "small");
  details_->set_whole_text(person.details);
  words->addStretch();
  words->addWidget(name);
  words->addWidget(details_);
  words->addStretch();
  row->addLayout(words, 1);
  if (person.verified) {
    auto* verified = new IconBadge(kVerifiedBadge, kVerifiedIcon, this);
    verified->setObjectName(QStringLiteral("person_verified"));
    verified->set_look(Icon::kCheck, &Theme::on_accent, &Theme::accent);
    verified->setAccessibleName(tr("Identity verified"));
    verified->setToolTip(verified->accessibleName());
    row->addWidget(verified);
  }
  set_up_action(menu_, "person_menu", tr("More on %1").arg(person.name), {}, make_icon(Icon::kMenu));
  set_up_action(call_, "person_call", person.call_words, {}, make_icon(Icon::kCall));
  for (QAction* action : {&menu_, &call_}) action->setToolTip(action->text());
  call_.setEnabled(person.can_be_called);
  auto* menu = new ActionButton(menu_, ActionButton::Look::kRoundSmall, this);
  auto* call = new ActionButton(call_, ActionButton::Look::kRoundSmall, this);
  // Tab goes to the list: its keys do the same.
  for (ActionButton* button : {menu, call}) button->setFocusPolicy(Qt::NoFocus);
  row->addWidget(menu);
  row->addWidget(call);
  connect(&call_, &QAction::triggered, this, &PersonRow::call_wanted);
  connect(&menu_, &QAction::triggered, this,
          [this, menu] { emit menu_wanted(menu->mapToGlobal(QPoint(0, menu->height()))); });
}

void PersonRow::set_here(bool here, const QString& details) {
  person_.here = here;
  details_->set_whole_text(details);
  update();
}

void PersonRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRectF disc(kSpace, (height() - kDisc) / 2.0, kDisc, kDisc);
  paint_avatar(painter, disc, person_.name, person_.colour);
  if (!person_.here) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_of(*this).card, kDotRing));
  painter.setBrush(theme_of(*this).accent);
  painter.drawEllipse(QRectF(disc.bottomRight() - QPointF(kDot, kDot), QSizeF(kDot, kDot)));
}

}  // namespace counterpoint

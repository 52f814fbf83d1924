// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/notice_page.h"

#include <QAccessible>
#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/call/call_actions.h"
#include "ui/style/theme.h"
#include "ui/video/video_view.h"
#include "ui/widgets/icon_badge.h"
#include "ui/widgets/label.h"

namespace counterpoint {
namespace {

constexpr int kBadgeSize = 96;
constexpr int kBadgeIconSize = 40;
constexpr int kTextWidth = 560;
constexpr int kTitleWidth = 720;  ///< In the narrowest window.

QLabel* add_label(QVBoxLayout& layout, int width, const char* role, const char* name) {
  auto* label = make_label(QString(), role);
  label->setObjectName(QLatin1String(name));
  label->setAlignment(Qt::AlignCenter);
  label->setFixedWidth(width);
  layout.addWidget(label, 0, Qt::AlignHCenter);
  return label;
}

/// Shows the whole of `text`: a layout by itself gives wrapped lines too little height once the text has changed.
void set_text(QLabel& label, const QString& text) {
  label.ensurePolished();
  label.setText(text);
  label.setMinimumHeight(0);  // A label takes its height for a width to be at least what it was given before.
  label.setHidden(text.isEmpty());
  if (!text.isEmpty()) label.setFixedHeight(label.heightForWidth(label.width()));
}

}  // namespace

NoticePage::NoticePage(CallActions& actions, QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::ClickFocus);
  settled_.setSingleShot(true);
  settled_.setInterval(kSettled);
  connect(&settled_, &QTimer::timeout, this, [this] {
    if (!hasFocus()) return;
    for (auto* button : findChildren<ActionButton*>()) {
      if (&button->action() == focused_ && button->isVisibleTo(this)) return button->setFocus();
    }
  });
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(kSpaceLarge, kSpaceLarge, kSpaceLarge, kSpaceLarge + kControlSize);
  column_->setSpacing(kSpace);
  auto* menu = new ActionButton(actions.open_menu, ActionButton::Look::kRound, this);
  column_->addWidget(menu, 0, Qt::AlignRight);
  column_->addStretch();
  badge_ = new IconBadge(kBadgeSize, kBadgeIconSize, this);
  column_->addWidget(badge_, 0, Qt::AlignHCenter);
  column_->addSpacing(kSpaceLarge);
  title_ = add_label(*column_, kTitleWidth, "title", "notice_title");
  text_ = add_label(*column_, kTextWidth, "text", "notice_text");
  advice_ = add_label(*column_, kTextWidth, "quiet", "notice_advice");
  column_->addSpacing(kSpaceHuge);
  buttons_ = new QHBoxLayout;
  buttons_->setSpacing(kSpaceLarge);
  buttons_->addStretch();
  buttons_->addStretch();
  column_->addLayout(buttons_);
  column_->addStretch();
}

void NoticePage::add_own_picture(CallActions& actions) {
  constexpr QSize kSize(240, 135);
  auto* picture = new QWidget(this);
  picture->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* row = new QHBoxLayout(picture);
  row->setContentsMargins({});
  row->setSpacing(kSpaceLarge);
  own_ = new VideoView(VideoView::Fit::kFill, this);
  own_->setObjectName(QStringLiteral("incoming_preview"));
  own_->setAccessibleName(tr("Own picture"));
  own_->set_notice(tr("No picture yet"));
  own_->set_corner_radius(kPanelRadius, &Theme::window);
  own_->setFixedSize(kSize);
  auto* switches = new QVBoxLayout;
  switches->setSpacing(kSpace);
  switches->addStretch();
  for (QAction* action : {&actions.mute, &actions.camera_off}) {
    switches->addWidget(new ActionButton(*action, ActionButton::Look::kRound, this));
  }
  switches->addStretch();
  row->addStretch();
  row->addWidget(own_);
  row->addLayout(switches);
  row->addStretch();
  column_->insertWidget(column_->indexOf(buttons_) - 1, picture);
  column_->insertSpacing(column_->indexOf(picture), kSpace);
}

void NoticePage::add_button(QAction& action, ActionButton::Look look) {
  auto* button = new ActionButton(action, look, this);
  button->setMinimumWidth(140);
  buttons_->insertWidget(buttons_->count() - 1, button);
}

void NoticePage::focus_button(const QAction& action) {
  focused_ = &action;
  setFocus();
  settled_.start();
}

void NoticePage::hideEvent(QHideEvent*) { settled_.stop(); }

void NoticePage::keyPressEvent(QKeyEvent* event) {
  if (settled_.isActive()) settled_.start();
  // In full screen Escape is the window's.
  const bool leaves = event->key() == Qt::Key_Escape && way_out_ != nullptr && !window()->isFullScreen();
  leaves ? way_out_->trigger() : QWidget::keyPressEvent(event);
}

void NoticePage::set_icon(Icon icon, Role colour) { badge_->set_look(icon, colour, &Theme::card); }

void NoticePage::set_words(const QString& title, const QString& text, const QString& advice) {
  title_->ensurePolished();
  set_text(*title_, title_->fontMetrics().elidedText(title, Qt::ElideMiddle, kTitleWidth));
  set_text(*text_, text);
  set_text(*advice_, advice);
  setAccessibleName(title);
  setAccessibleDescription(text + QLatin1Char(' ') + advice);
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/action_button.h"

#include <QAction>
#include <QKeyEvent>

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

const char* role_of(ActionButton::Look look) {
  switch (look) {
    case ActionButton::Look::kRound:
      return "round";
    case ActionButton::Look::kRoundSmall:
      return "round-small";
    case ActionButton::Look::kRoundDanger:
      return "danger-round";
    case ActionButton::Look::kPlain:
      return "plain";
    case ActionButton::Look::kMain:
      return "main";
    case ActionButton::Look::kDanger:
      return "danger";
  }
  return "";
}

}  // namespace

ActionButton::ActionButton(QAction& action, Look look, QWidget* parent)
    : QPushButton(parent), action_(action), look_(look) {
  setProperty("role", role_of(look));
  setObjectName(action.objectName() + QStringLiteral("_button"));
  setIconSize(is_round() && look_ != Look::kRoundSmall ? QSize(22, 22) : QSize(18, 18));
  setFocusPolicy(Qt::TabFocus);
  setCheckable(action.isCheckable());
  follow_action();
  connect(&action, &QAction::changed, this, &ActionButton::follow_action);
  connect(this, &QAbstractButton::clicked, &action, &QAction::trigger);
}

void ActionButton::follow_action() {
  // The space keeps the words off the icon.
  if (!is_round()) setText(action_.icon().isNull() ? action_.text() : QLatin1Char(' ') + action_.text());
  setAccessibleName(action_.text());
  setToolTip(action_.toolTip());
  const auto icons = icons_of(action_.icon());
  const auto tint = [this](QIcon::Mode mode, QIcon::State state) { return icon_colour(mode, state); };
  setIcon(icons ? make_icon(*icons, tint) : action_.icon());
  setChecked(action_.isChecked());
  setEnabled(action_.isEnabled());
  setHidden(!action_.isVisible());
}

QColor ActionButton::icon_colour(QIcon::Mode mode, QIcon::State state) const {
  const Theme& t = theme_of(*this);
  if (mode == QIcon::Disabled) return t.disabled_text;
  switch (look_) {
    case Look::kMain:
      return t.on_accent;
    case Look::kDanger:
    case Look::kRoundDanger:
      return t.on_hang_up;
    case Look::kRound:
    case Look::kRoundSmall:
      return state == QIcon::On ? t.window : t.text;
    case Look::kPlain:
      break;
  }
  return t.text;
}

bool ActionButton::event(QEvent* event) {
  // Space is the clip's, but not where it presses a button.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
    event->accept();
    return true;
  }
  return QPushButton::event(event);
}

void ActionButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    // A key that is held down since another page presses nothing on this one.
    if (!event->isAutoRepeat()) click();
  } else {
    QPushButton::keyPressEvent(event);
  }
}

}  // namespace counterpoint

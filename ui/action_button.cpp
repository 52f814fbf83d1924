// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/action_button.h"

#include <QAction>
#include <QKeyEvent>

#include "ui/theme.h"

namespace counterpoint {
namespace {

const char* role_of(ActionButton::Look look) {
  switch (look) {
    case ActionButton::Look::kRound:
      return "round";
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
    : QPushButton(parent), action_(action), round_(look == Look::kRound || look == Look::kRoundDanger) {
  setProperty("role", role_of(look));
  setObjectName(action.objectName() + QStringLiteral("_button"));
  setIconSize(round_ ? QSize(22, 22) : QSize(18, 18));
  setFocusPolicy(Qt::TabFocus);
  setCheckable(action.isCheckable());
  follow_action();
  connect(&action, &QAction::changed, this, &ActionButton::follow_action);
  connect(this, &QAbstractButton::clicked, &action, &QAction::trigger);
}

void ActionButton::follow_action() {
  // The space keeps the words off the icon.
  if (!round_) setText(QLatin1Char(' ') + action_.text());
  setAccessibleName(action_.text());
  setToolTip(action_.toolTip());
  setIcon(action_.icon());
  setChecked(action_.isChecked());
  setEnabled(action_.isEnabled());
  setHidden(!action_.isVisible());
}

void ActionButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
  } else {
    QPushButton::keyPressEvent(event);
  }
}

}  // namespace counterpoint

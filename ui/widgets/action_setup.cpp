// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/action_setup.h"

#include <QAction>
#include <QIcon>
#include <QKeySequence>

namespace counterpoint {

void set_up_action(QAction& action, const char* name, const QString& words, const QKeySequence& shortcut,
                   const QIcon& icon) {
  action.setObjectName(QLatin1String(name));
  action.setShortcut(shortcut);
  action.setAutoRepeat(false);  // Someone who holds a key down wants the action once.
  action.setIcon(icon);
  action.setIconVisibleInMenu(false);
  set_action_words(action, words);
}

void set_action_words(QAction& action, const QString& words) {
  action.setText(words);
  set_action_tip(action, words);
}

void set_action_tip(QAction& action, const QString& tip) {
  const QString key = action.shortcut().toString(QKeySequence::NativeText);
  action.setToolTip(key.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, key));
}

void show_action(QAction& action, bool fits) {
  action.setEnabled(fits);
  action.setVisible(fits);
}

}  // namespace counterpoint

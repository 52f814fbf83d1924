// SPDX-License-Identifier: GPL-3.0-or-later
// Properties that every action of this program has.
#pragma once

class QAction;
class QIcon;
class QKeySequence;
class QString;

namespace counterpoint {

/// Gives `action` a name for tests and screen readers' scripts, words, a shortcut and an icon for its buttons.
void set_up_action(QAction& action, const char* name, const QString& words, const QKeySequence& shortcut,
                   const QIcon& icon);
/// Changes its words, and the tooltip, which names the shortcut too.
void set_action_words(QAction& action, const QString& words);
/// Gives it a tooltip that says what it does, with the shortcut.
void set_action_tip(QAction& action, const QString& tip);
/// Enables and shows it, or neither.
void show_action(QAction& action, bool fits);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of the menu that say what the program is and which keys it has.
#pragma once

#include <QList>

class QAction;
class QWidget;

namespace counterpoint {

/// Opens a window over `parent` with name, version and licence of the program.
void show_about(QWidget* parent);

/// Opens a window over `parent` with the words and the keys of `actions`, without those that have no key.
void show_shortcuts(const QList<QAction*>& actions, QWidget* parent);

}  // namespace counterpoint

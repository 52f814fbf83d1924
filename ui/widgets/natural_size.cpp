// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/natural_size.h"

#include <QLayout>
#include <QWidget>

namespace counterpoint {

void take_natural_size(QWidget& widget) {
  // Before it is seen for the first time, its children have no style yet.
  for (QWidget* child : widget.findChildren<QWidget*>()) child->ensurePolished();
  if (widget.layout() != nullptr) widget.layout()->invalidate();
  widget.adjustSize();
}

}  // namespace counterpoint

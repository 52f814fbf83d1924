// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_field.h"

#include <QEvent>

#include "ui/style/theme.h"

namespace counterpoint {

bool TextField::event(QEvent* event) {
  const bool handled = QLineEdit::event(event);
  const QEvent::Type type = event->type();
  if (type != QEvent::Polish && type != QEvent::StyleChange && type != QEvent::PaletteChange) return handled;
  QPalette colours = palette();
  if (colours.color(QPalette::PlaceholderText) == theme_of(*this).quiet_text) return handled;
  colours.setColor(QPalette::PlaceholderText, theme_of(*this).quiet_text);
  setPalette(colours);
  return handled;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/label.h"

#include <QLabel>

namespace counterpoint {

QLabel* make_label(const QString& text, const char* role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", role);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_label.h"

namespace counterpoint {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setMinimumWidth(1);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::set_whole_text(const QString& text) {
  whole_ = text;
  setAccessibleName(text);
  shorten();
}

void ElidedLabel::resizeEvent(QResizeEvent*) { shorten(); }

void ElidedLabel::shorten() {
  ensurePolished();
  const QString shown = fontMetrics().elidedText(whole_, Qt::ElideRight, width());
  setText(shown);
  setToolTip(shown == whole_ ? QString() : whole_);
}

}  // namespace counterpoint

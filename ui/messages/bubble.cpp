// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/bubble.h"

#include <QAbstractTextDocumentLayout>
#include <QTextOption>
#include <QWheelEvent>
#include <cmath>

namespace counterpoint {

Bubble::Bubble(const QString& text, bool own, QWidget* parent) : QTextEdit(parent) {
  setProperty("role", "bubble");
  setProperty("own", own);
  setReadOnly(true);
  setAcceptRichText(false);
  setPlainText(text);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setFocusPolicy(Qt::ClickFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, &Bubble::fit);
}

void Bubble::fit() {
  const int frame = height() - viewport()->height();
  const int wanted = static_cast<int>(std::ceil(document()->size().height())) + frame;
  if (wanted != height()) setFixedHeight(wanted);
}

void Bubble::resizeEvent(QResizeEvent* event) {
  QTextEdit::resizeEvent(event);
  fit();
}

void Bubble::wheelEvent(QWheelEvent* event) { event->ignore(); }  // The list scrolls.

}  // namespace counterpoint

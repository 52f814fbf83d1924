// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/toast.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <chrono>

#include "ui/theme.h"

namespace counterpoint {
namespace {

constexpr int kWidest = 620;
constexpr int kPadding = 20;
constexpr int kBelowTop = 150;  ///< Free of what the pages have at their top.

/// People read about fifteen letters a second, once they have seen that there is something to read.
std::chrono::milliseconds time_to_read(const QString& text) {
  constexpr auto kNoticing = std::chrono::milliseconds(3000);
  constexpr auto kLetter = std::chrono::milliseconds(70);
  constexpr auto kLongest = std::chrono::milliseconds(20'000);
  return std::min<std::chrono::milliseconds>(kNoticing + kLetter * text.size(), kLongest);
}

}  // namespace

Toast::Toast(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("toast"));
  setProperty("role", "toast");
  setAccessibleName(tr("Notice"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kPadding, kSpaceLarge, kPadding, kSpaceLarge);
  text_ = new QLabel(this);
  text_->setObjectName(QStringLiteral("toast_text"));
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  row->addWidget(text_);
  goes_.setSingleShot(true);
  connect(&goes_, &QTimer::timeout, this, &QWidget::hide);
  parent->installEventFilter(this);
  hide();
}

void Toast::say(const QString& text) {
  notices_.removeAll(text);
  notices_.append(text);
  if (notices_.size() > kMost) notices_.removeFirst();
  text_->setText(notices_.join(QStringLiteral("\n\n")));
  place();
  show();
  raise();
  goes_.start(time_to_read(text_->text()));
  setAccessibleDescription(text);
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void Toast::hideEvent(QHideEvent*) {
  // Not when the window as a whole goes.
  if (isHidden()) notices_.clear();
}

void Toast::place() {
  text_->ensurePolished();
  const int room = std::min(kWidest, parentWidget()->width() - 2 * kSpaceLarge) - 2 * kPadding;
  int line = 0;
  for (const QString& notice : notices_) line = std::max(line, text_->fontMetrics().horizontalAdvance(notice));
  text_->setFixedWidth(std::min(room, line + kSpace));
  text_->setFixedHeight(text_->heightForWidth(text_->width()));
  resize(text_->width() + 2 * kPadding, text_->height() + 2 * kSpaceLarge);
  move((parentWidget()->width() - width()) / 2, kBelowTop);
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

void Toast::mousePressEvent(QMouseEvent*) { hide(); }

}  // namespace counterpoint

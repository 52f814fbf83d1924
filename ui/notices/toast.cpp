// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/toast.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "ui/style/theme.h"

namespace counterpoint {
namespace {

constexpr int kWidths[] = {620, 460, 340, 240};  ///< Tried in turn: the notice is narrower when there is no room.
constexpr int kPadding = 20;
constexpr int kBelowTop = 150;  ///< Preferred distance from the top, where pages have their headings.

/// People read about fifteen letters a second, once they have seen that there is something to read.
std::chrono::milliseconds time_to_read(const QString& text) {
  constexpr auto kNoticing = std::chrono::milliseconds(3000);
  constexpr auto kLetter = std::chrono::milliseconds(70);
  constexpr auto kMax = std::chrono::milliseconds(20'000);
  return std::min<std::chrono::milliseconds>(kNoticing + kLetter * text.size(), kMax);
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
  moves_.setSingleShot(true);
  connect(&moves_, &QTimer::timeout, this, &Toast::find_place);
  parent->installEventFilter(this);
  hide();
}

void Toast::say(const QString& text) {
  notices_.removeAll(text);
  notices_.append(text);
  if (notices_.size() > kMax) notices_.removeFirst();
  text_->setText(notices_.join(QStringLiteral("\n\n")));
  show();
  find_place();
  raise();
  goes_.start(time_to_read(text_->text()));
  setAccessibleDescription(text);
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void Toast::hideEvent(QHideEvent*) {
  // A window that is hidden as a whole ends no notice.
  if (isHidden()) notices_.clear();
}

void Toast::find_place_soon() { moves_.start(0); }

void Toast::find_place() {
  if (!isVisible()) return;
  text_->ensurePolished();
  const WindowContents contents = contents_of(*parentWidget(), *this);
  std::vector<QRect> all = contents.uses;
  all.insert(all.end(), contents.words.begin(), contents.words.end());
  FreePlace found = min_covering_place(all);
  if (found.covered > 0) found = min_covering_place(contents.uses);
  fit_to(found.place.width());
  move(found.place.topLeft());
}

FreePlace Toast::min_covering_place(const std::vector<QRect>& taken) {
  const QRect room = parentWidget()->rect().adjusted(kSpaceLarge, kSpace, -kSpaceLarge, -kSpaceLarge);
  FreePlace best{.covered = std::numeric_limits<qint64>::max()};
  for (const int width : kWidths) {
    if (best.covered == 0 || (width < kWidths[0] && width < min_width())) break;
    fit_to(std::min(width, room.width()));
    const QPoint wish((parentWidget()->width() - this->width()) / 2, kBelowTop);
    const FreePlace found = find_free_place(room, size(), taken, wish);
    if (found.covered < best.covered) best = found;
  }
  return best;
}

int Toast::min_width() const {
  int word = 0;
  for (const QString& notice : notices_) {
    for (const QString& part : notice.split(QLatin1Char(' '))) {
      word = std::max(word, text_->fontMetrics().horizontalAdvance(part));
    }
  }
  return word + kSpace + 2 * kPadding;
}

void Toast::fit_to(int width) {
  const int room = width - 2 * kPadding;
  int line = 0;
  for (const QString& notice : notices_) line = std::max(line, text_->fontMetrics().horizontalAdvance(notice));
  text_->setFixedWidth(std::min(room, line + kSpace));
  text_->setFixedHeight(text_->heightForWidth(text_->width()));
  resize(text_->width() + 2 * kPadding, text_->height() + 2 * kSpaceLarge);
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) find_place_soon();
  return QFrame::eventFilter(watched, event);
}

void Toast::mousePressEvent(QMouseEvent*) { hide(); }

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/toast.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

#include "ui/plots/time_lines.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

constexpr int kWidths[] = {620, 460, 340, 240};  ///< Tried in turn: the notice is narrower when there is no room.
constexpr int kPadding = 20;
constexpr int kBelowTop = 150;  ///< Preferred distance from the top, where pages have their headings.

constexpr int kMargin = 4;  ///< Margin around used areas.
constexpr int kStep = 8;    ///< Spacing of the grid of places that are tried.

/// Areas of a window that a notice should not cover, in the window's coordinates. The widget that looks for a place is
/// not among them.
struct WindowContents {
  std::vector<QRect> uses;   ///< Controls that take the mouse or the keyboard: buttons, fields, lists, sliders, …
  std::vector<QRect> words;  ///< Text beside these.
};

/// People read about fifteen letters a second, once they have seen that there is something to read.
std::chrono::milliseconds time_to_read(const QString& text) {
  constexpr auto kNoticing = std::chrono::milliseconds(3000);
  constexpr auto kLetter = std::chrono::milliseconds(70);
  constexpr auto kMax = std::chrono::milliseconds(20'000);
  return std::min<std::chrono::milliseconds>(kNoticing + kLetter * text.size(), kMax);
}

/// The last command in `text`, which its reader is to enter; empty if there is none. Names of files stand before it.
QString command_in(const QString& text) {
  static const QRegularExpression quoted(
      QStringLiteral("[\"\u201c\u201e](ffmpeg -i [A-Za-z0-9_.:=/ -]+)[\"\u201c\u201d]"));
  QString command;
  for (auto found = quoted.globalMatch(text); found.hasNext();) command = found.next().captured(1);
  return command;
}

bool is_page(const QWidget& widget) { return qobject_cast<const QStackedWidget*>(widget.parentWidget()) != nullptr; }

bool is_of_use(const QWidget& widget) {
  if (is_page(widget)) return false;
  // Some are read with the pointer and take no keys.
  return qobject_cast<const QAbstractButton*>(&widget) != nullptr || widget.focusPolicy() != Qt::NoFocus ||
         qobject_cast<const TimeLines*>(&widget) != nullptr;
}

bool has_words(const QWidget& widget) {
  const auto* label = qobject_cast<const QLabel*>(&widget);
  return label != nullptr && !label->text().isEmpty();
}

qint64 covered_by(const QRect& place, const std::vector<QRect>& taken) {
  qint64 sum = 0;
  for (const QRect& other : taken) {
    const QRect common = place & other;
    if (!common.isEmpty()) sum += qint64{common.width()} * common.height();
  }
  return sum;
}

WindowContents contents_of(const QWidget& window, const QWidget& but_for) {
  WindowContents found;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    const bool is_ours = widget == &but_for || but_for.isAncestorOf(widget);
    if (is_ours || !widget->isVisible() || widget->window() != &window) continue;
    const QRect place(widget->mapTo(&window, QPoint()), widget->size());
    if (is_of_use(*widget)) found.uses.push_back(place.adjusted(-kMargin, -kMargin, kMargin, kMargin));
    if (has_words(*widget)) found.words.push_back(place);
  }
  return found;
}

/// The place in `room` for something of that size that covers the least of `taken`, and among equals the one closest to
/// `wish`, to within some pixels. A size larger than the room begins at the room's corner.
FreePlace find_free_place(const QRect& room, QSize size, const std::vector<QRect>& taken, QPoint wish) {
  const QPoint last(std::max(room.left(), room.right() + 1 - size.width()),
                    std::max(room.top(), room.bottom() + 1 - size.height()));
  const auto inside = [&](QPoint at) {
    return QPoint(std::clamp(at.x(), room.left(), last.x()), std::clamp(at.y(), room.top(), last.y()));
  };
  const auto rated = [&](QPoint corner) {
    const QRect place(inside(corner), size);
    return std::pair(FreePlace{place, covered_by(place, taken)}, (place.topLeft() - wish).manhattanLength());
  };
  auto best = rated(wish);
  for (int y = room.top(); y <= last.y(); y += kStep) {
    for (int x = room.left(); x <= last.x(); x += kStep) {
      // The column of the wish is tried too: a centred notice is to stay centred.
      for (const QPoint corner : {QPoint(x, y), QPoint(wish.x(), y)}) {
        const auto found = rated(corner);
        if (std::pair(found.first.covered, found.second) < std::pair(best.first.covered, best.second)) best = found;
      }
    }
  }
  return best.first;
}

}  // namespace

Toast::Toast(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("toast"));
  setProperty("role", "toast");
  keep_dark(*this);  // It may stand over video, and is the same wherever it stands.
  setAccessibleName(tr("Notice"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kPadding, kSpaceLarge, kPadding, kSpaceLarge);
  column->setSpacing(kSpaceLarge);
  text_ = new QLabel(this);
  text_->setObjectName(QStringLiteral("toast_text"));
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->installEventFilter(this);
  column->addWidget(text_, 0, Qt::AlignHCenter);
  buttons_ = new QWidget(this);
  auto* row = new QHBoxLayout(buttons_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  buttons_->hide();
  column->addWidget(buttons_, 0, Qt::AlignHCenter);
  goes_.setObjectName(QStringLiteral("toast_time"));
  goes_.setSingleShot(true);
  connect(&goes_, &QTimer::timeout, this, &QWidget::hide);
  moves_.setSingleShot(true);
  connect(&moves_, &QTimer::timeout, this, &Toast::find_place);
  parent->installEventFilter(this);
  hide();
}

QList<ToastOffer> Toast::offer_command_of(const QString& error) {
  const QString command = command_in(error);
  if (command.isEmpty()) return {};
  return {{tr("Copy the command"), [command] { QGuiApplication::clipboard()->setText(command); }}};
}

void Toast::say(const QString& text, const QList<ToastOffer>& offers) {
  const auto same = std::ranges::find(notices_, text, &ToastNotice::text);
  if (same != notices_.end()) take_away(std::distance(notices_.begin(), same));
  if (notices_.size() == kMax) take_away(0);
  notices_.append({text, make_buttons(offers)});
  QStringList texts;
  for (const ToastNotice& notice : notices_) texts.append(notice.text);
  text_->setText(texts.join(QStringLiteral("\n\n")));
  show();
  find_place();
  raise();
  begin_time();
  setAccessibleDescription(text);
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

QList<QPushButton*> Toast::make_buttons(const QList<ToastOffer>& offers) {
  QList<QPushButton*> made;
  for (const ToastOffer& offer : offers) {
    auto* button = new QPushButton(offer.words, buttons_);
    button->setObjectName(QStringLiteral("toast_button"));
    button->setProperty("role", "plain");
    button->setProperty("compact", true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(offer.words);
    button->installEventFilter(this);
    buttons_->layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, act = offer.act] {
      hide();
      act();
    });
    made.append(button);
  }
  if (!made.isEmpty()) buttons_->show();
  return made;
}

void Toast::take_away(qsizetype index) {
  for (QPushButton* button : notices_.takeAt(index).buttons) {
    buttons_->layout()->removeWidget(button);
    button->hide();
    button->deleteLater();  // A click on it may have led here.
  }
  const auto has_buttons = [](const ToastNotice& notice) { return !notice.buttons.isEmpty(); };
  buttons_->setVisible(std::ranges::any_of(notices_, has_buttons));
}

void Toast::begin_time() {
  const auto has_keyboard = [](const ToastNotice& notice) {
    return std::ranges::any_of(notice.buttons, &QWidget::hasFocus);
  };
  if (isVisible() && !std::ranges::any_of(notices_, has_keyboard)) goes_.start(time_to_read(text_->text()));
}

void Toast::hideEvent(QHideEvent*) {
  // A window that is hidden as a whole ends no notice.
  while (isHidden() && !notices_.isEmpty()) take_away(0);
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
  for (const ToastNotice& notice : notices_) {
    for (const QString& part : notice.text.split(QLatin1Char(' '))) {
      word = std::max(word, text_->fontMetrics().horizontalAdvance(part));
    }
  }
  return std::max(word + kSpace, buttons_width()) + 2 * kPadding;
}

int Toast::buttons_width() const { return buttons_->isHidden() ? 0 : buttons_->sizeHint().width(); }

void Toast::fit_to(int width) {
  const int room = width - 2 * kPadding;
  int line = 0;
  for (const ToastNotice& notice : notices_) {
    line = std::max(line, text_->fontMetrics().horizontalAdvance(notice.text));
  }
  text_->setFixedWidth(std::min(room, line + kSpace));
  text_->setFixedHeight(text_->heightForWidth(text_->width()));
  const int below = buttons_->isHidden() ? 0 : kSpaceLarge + buttons_->sizeHint().height();
  resize(std::max(text_->width(), buttons_width()) + 2 * kPadding, text_->height() + below + 2 * kSpaceLarge);
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
  if (watched == text_) {
    // A click that selects nothing takes the notice away, as beside its text.
    const auto* mouse = event->type() == QEvent::MouseButtonRelease ? static_cast<QMouseEvent*>(event) : nullptr;
    if (mouse != nullptr && mouse->button() == Qt::LeftButton && !text_->hasSelectedText()) hide();
    return QFrame::eventFilter(watched, event);
  }
  if (watched != parentWidget()) {
    if (event->type() == QEvent::FocusIn) goes_.stop();
    if (event->type() == QEvent::FocusOut && !underMouse()) begin_time();
    return QFrame::eventFilter(watched, event);
  }
  if (event->type() == QEvent::Resize) find_place_soon();
  return QFrame::eventFilter(watched, event);
}

void Toast::enterEvent(QEnterEvent*) { goes_.stop(); }

void Toast::leaveEvent(QEvent*) { begin_time(); }

void Toast::mousePressEvent(QMouseEvent*) { hide(); }

}  // namespace counterpoint

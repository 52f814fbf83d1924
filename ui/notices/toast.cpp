// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/toast.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
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

/// Screen readers read out what is shown in this role.
QAccessibleInterface* make_accessible(const QString& /*class_name*/, QObject* object) {
  auto* toast = qobject_cast<Toast*>(object);
  return toast == nullptr ? nullptr : new QAccessibleWidget(toast, QAccessible::Notification);
}

}  // namespace

Toast::Toast(QWidget* parent) : QFrame(parent), column_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("toast"));
  setProperty("role", "toast");
  QAccessible::installFactory(make_accessible);
  keep_dark(*this);  // It may stand over video, and is the same wherever it stands.
  column_->setContentsMargins(kPadding, kSpaceLarge, kPadding, kSpaceLarge);
  column_->setSpacing(kSpaceLarge);
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

void Toast::say(const QString& text, const QList<ToastOffer>& offers, Notice::Kind kind) {
  const auto same = std::ranges::find(notices_, text, &ToastNotice::text);
  if (same != notices_.end()) take_away(*same);
  if (notices_.size() == kMax) take_away(notices_.first());
  auto* notice = new ToastNotice(text, kind, offers, this);
  connect(notice, &ToastNotice::clicked, this, &QWidget::hide);
  connect(notice, &ToastNotice::answered, this, [this, notice] {
    take_away(notice);
    notices_.isEmpty() ? hide() : find_place();
  });
  for (QPushButton* button : notice->buttons()) button->installEventFilter(this);
  column_->addWidget(notice, 0, Qt::AlignHCenter);
  notices_.append(notice);
  notice->show();
  announce(text, kind);
  find_place();
  raise();
  begin_time();
}

// A notification is read out when it is shown, and this one may be shown already.
void Toast::announce(const QString& text, Notice::Kind kind) {
  setAccessibleName(kind == Notice::Kind::kProblem ? tr("Problem") : tr("Notice"));
  setAccessibleDescription(text);
  if (!isVisible()) return show();
  QAccessibleEvent shown(this, QAccessible::ObjectShow);
  QAccessible::updateAccessibility(&shown);
}

void Toast::take_away(ToastNotice* notice) {
  notices_.removeOne(notice);
  column_->removeWidget(notice);
  notice->hide();
  notice->deleteLater();  // A click on it may have led here.
}

void Toast::begin_time() {
  if (!isVisible() || std::ranges::any_of(notices_, &ToastNotice::has_keyboard)) return;
  QString all;
  for (const ToastNotice* notice : notices_) all += notice->text();
  goes_.start(time_to_read(all));
}

void Toast::hideEvent(QHideEvent*) {
  // A window that is hidden as a whole ends no notice.
  while (isHidden() && !notices_.isEmpty()) take_away(notices_.first());
}

void Toast::find_place_soon() { moves_.start(0); }

void Toast::find_place() {
  if (!isVisible()) return;
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
  int most = 0;
  for (const ToastNotice* notice : notices_) most = std::max(most, notice->min_width());
  return most + 2 * kPadding;
}

void Toast::fit_to(int width) {
  int widest = 0;
  int height = 2 * kSpaceLarge;
  for (ToastNotice* notice : notices_) {
    notice->fit_to(width - 2 * kPadding);
    widest = std::max(widest, notice->width());
    height += notice->height() + (notice == notices_.first() ? 0 : kSpaceLarge);
  }
  resize(widest + 2 * kPadding, height);
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
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

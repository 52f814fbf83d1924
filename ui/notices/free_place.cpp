// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/free_place.h"

#include <QAbstractButton>
#include <QLabel>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

#include "ui/plots/time_lines.h"

namespace counterpoint {
namespace {

constexpr int kMargin = 4;  ///< Margin around used areas.
constexpr int kStep = 8;    ///< Spacing of the grid of places that are tried.

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

}  // namespace

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

}  // namespace counterpoint

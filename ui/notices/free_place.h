// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QWidget>
#include <vector>

namespace counterpoint {

/// Areas of a window that a notice should not cover, in the window's coordinates. The widget that looks for a place is
/// not among them.
struct WindowContents {
  std::vector<QRect> uses;   ///< Controls that take the mouse or the keyboard: buttons, fields, lists, sliders, …
  std::vector<QRect> words;  ///< Text beside these.
};
[[nodiscard]] WindowContents contents_of(const QWidget& window, const QWidget& but_for);

/// A place for a widget, and its cost.
struct FreePlace {
  QRect place{};
  qint64 covered = 0;  ///< Pixels of other contents that it covers.
};

/// The place in `room` for something of that size that covers the least of `taken`, and among equals the one closest to
/// `wish`, to within some pixels. A size larger than the room begins at the room's corner.
[[nodiscard]] FreePlace find_free_place(const QRect& room, QSize size, const std::vector<QRect>& taken, QPoint wish);

}  // namespace counterpoint

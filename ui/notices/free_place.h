// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QWidget>
#include <vector>

namespace counterpoint {

/// What lies in a window, in the window's coordinates, but for one widget over all that looks for a place.
struct WindowContents {
  std::vector<QRect> uses;   ///< What answers to the mouse or the keyboard: buttons, fields, lists, sliders, …
  std::vector<QRect> words;  ///< What is written beside these.
};
[[nodiscard]] WindowContents contents_of(const QWidget& window, const QWidget& but_for);

/// Where something may lie.
struct FreePlace {
  QRect place{};
  qint64 covered = 0;  ///< Pixels of what it lies over.
};

/// The place in `room` for something of that size that covers the least of `taken`, and of these the one closest to
/// `wish`, to within some pixels. What is larger than the room begins at its corner.
[[nodiscard]] FreePlace find_free_place(const QRect& room, QSize size, const std::vector<QRect>& taken, QPoint wish);

}  // namespace counterpoint

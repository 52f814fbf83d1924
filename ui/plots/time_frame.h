// SPDX-License-Identifier: GPL-3.0-or-later
// What stands behind and beside the lines of a call.
#pragma once

#include <QFont>
#include <QImage>
#include <QRectF>
#include <vector>

class QWidget;

namespace counterpoint {

class TimeLines;

/// What lies left and right of the strips. In a wide widget that is room for their words too, so that nothing covers
/// the first and the newest of what was measured; in a narrow one words stand over the lines.
struct TimeMargins {
  int left = 48;
  int right = 14;
  bool have_words = false;
};

/// Of time lines that are `width` wide in all.
[[nodiscard]] TimeMargins time_margins(const QWidget& widget, int width);

/// Where words of a strip stand: its name, and the figures from right to left, as far as there is room.
struct StripWords {
  QRectF name;
  std::vector<QRectF> values;
};

/// All that changes only with the size and the tops; laying out words costs as much as all else.
struct TimeFrame {
  QImage image;  ///< Null: to be made anew.
  std::vector<StripWords> words;
};

[[nodiscard]] QFont time_lines_font(const QWidget& widget);

/// `tops` are what the axes of the strips of `lines` end at.
[[nodiscard]] TimeFrame make_time_frame(const TimeLines& lines, const std::vector<double>& tops);

}  // namespace counterpoint

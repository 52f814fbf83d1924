// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the time lines that lie behind and beside the lines.
#pragma once

#include <QFont>
#include <QImage>
#include <QRectF>
#include <vector>

class QWidget;

namespace counterpoint {

class TimeLines;

/// Margins to the left and right of the strips. A wide widget has room for the strips' words there, so that nothing
/// covers the first and the newest samples; in a narrow one the words stand over the lines.
struct TimeMargins {
  int left = 48;
  int right = 14;
  bool have_words = false;
};

/// Margins of `lines` at their present size.
[[nodiscard]] TimeMargins time_margins(const TimeLines& lines);

/// Places of a strip's words: its name, and the figures from right to left, as far as there is room; beside the strip
/// in as many rows as it is high enough for.
struct StripWords {
  QRectF name;
  std::vector<QRectF> values;
};

/// Everything that changes only with the size and the axes' ends: laying out words costs as much as all else.
struct TimeFrame {
  QImage image;  ///< Null: to be made anew.
  std::vector<StripWords> words;
};

[[nodiscard]] QFont time_lines_font(const QWidget& widget);

/// `tops` are the upper ends of the axes of the strips of `lines`.
[[nodiscard]] TimeFrame make_time_frame(const TimeLines& lines, const std::vector<double>& tops);

}  // namespace counterpoint

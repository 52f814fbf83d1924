// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"

namespace counterpoint {

/// `text` for HTML and SVG, in content and in quoted attributes.
[[nodiscard]] std::string escape_html(std::string_view text);

struct PlotPoint {
  double x = 0;
  double y = 0;
};

/// One axis: its range and unit, with a label at each tick.
struct PlotAxis {
  struct Tick {
    double at = 0;
    std::string label;
  };
  std::string unit;  ///< Stands at its end.
  double from = 0;
  double to = 1;  ///< > from.
  std::vector<Tick> ticks;
  bool logarithmic = false;  ///< from > 0.

  /// From 0 to `max` or a little more, with four to eight ticks at multiples of 1, 2 or 5 times a power of ten.
  [[nodiscard]] static PlotAxis from_zero(double max, std::string unit);
  /// From `min` or a little less to `max` or a little more, 0 < min <= max, at least a factor of four apart.
  [[nodiscard]] static PlotAxis on_log_scale(double min, double max, std::string unit);
  /// From `from` to `to`, both in seconds, with labels as clocks have them ("02:30").
  [[nodiscard]] static PlotAxis of_clock(double from, double to);
  /// From 0 to exactly `duration`, in seconds.
  [[nodiscard]] static PlotAxis of_time(Duration duration);
};

/// A drawing of lines and dots over two axes, as one SVG element that follows the colours of its page: each series has
/// CSS classes, which the page's style gives a colour.
///
/// 1. Points beyond the axes are drawn at their edge; a point that is no number interrupts its line.
class SvgPlot {
 public:
  /// `height` > 60: in units of which the width has 600.
  SvgPlot(PlotAxis x, PlotAxis y, double height = 230);

  void add_line(const std::vector<PlotPoint>& points, std::string_view classes);
  /// Each point's value holds until the next point's x, the last one's to the end of the axis.
  void add_steps(const std::vector<PlotPoint>& points, std::string_view classes);
  /// The area between two lines over the same x.
  void add_band(const std::vector<PlotPoint>& lower, const std::vector<PlotPoint>& upper, std::string_view classes);
  void add_dots(const std::vector<PlotPoint>& points, double radius, std::string_view classes);
  /// A vertical line over the whole height, with its name at the top.
  void add_vertical(double x, std::string_view name, std::string_view classes);
  /// Words at a place, to the left of it and above.
  void add_text(const PlotPoint& at, std::string_view text);

  /// `description` is for screen readers.
  [[nodiscard]] std::string svg(std::string_view description) const;

 private:
  [[nodiscard]] std::string place(const PlotPoint& point) const;
  [[nodiscard]] std::string path(const std::vector<PlotPoint>& points) const;
  [[nodiscard]] double column(double x) const;
  [[nodiscard]] double row(double y) const;
  [[nodiscard]] std::string frame() const;

  PlotAxis x_;
  PlotAxis y_;
  double height_;
  std::string series_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plot/svg_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/format_text.h"

namespace counterpoint {
namespace {

// Lengths in units of the view box, which are pixels at its natural size.
constexpr double kWidth = 600;
constexpr double kLeft = 52;
constexpr double kRight = 590;
constexpr double kTop = 22;
constexpr double kBelow = 24;  ///< Height below the x axis.

/// One decimal at most: a tenth of a pixel.
std::string coordinate(double value) {
  std::string shortened = format_text("%.1f", value);
  if (shortened.ends_with(".0")) shortened.resize(shortened.size() - 2);
  return shortened;
}

/// The step, 1, 2 or 5 times a power of ten, that cuts `range` into at most eight.
double tick_step(double range) {
  constexpr double kMaxTicks = 8;
  const double power = std::pow(10, std::floor(std::log10(range / kMaxTicks)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range <= factor * power * kMaxTicks) return factor * power;
  }
  return 10 * power;
}

/// The value with as many decimals as the step needs, and thin spaces between thousands.
std::string tick_label(double value, double step) {
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  std::string label = format_text("%.*f", decimals, value);
  constexpr std::string_view kThinSpace = "\u202F";
  if (decimals == 0 && value >= 10'000) {
    for (std::size_t at = label.size(); at > 3;) label.insert(at -= 3, kThinSpace);
  }
  return label;
}

void add_ticks(PlotAxis& axis, double step) {
  const auto count = static_cast<int>(std::floor((axis.to - axis.from) / step + 1e-9));
  for (int i = 0; i <= count; ++i) {
    const double at = axis.from + step * i;
    axis.ticks.push_back({.at = at, .label = tick_label(at, step)});
  }
}

/// The part of the axis below `value`, 0 to 1.
double share(const PlotAxis& axis, double value) {
  const double within = std::clamp(value, axis.from, axis.to);
  if (axis.logarithmic) return std::log(within / axis.from) / std::log(axis.to / axis.from);
  return (within - axis.from) / (axis.to - axis.from);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + std::string(anchor) + "\">" +
         escape_html(text) + "</text>";
}

std::string line_between(double x1, double y1, double x2, double y2, std::string_view classes) {
  return "<path class=\"" + std::string(classes) + "\" d=\"M" + coordinate(x1) + " " + coordinate(y1) + "L" +
         coordinate(x2) + " " + coordinate(y2) + "\"/>";
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

PlotAxis PlotAxis::from_zero(double max, std::string unit) {
  const double range = std::isfinite(max) && max > 0 ? max : 1;
  const double step = tick_step(range);
  PlotAxis axis{.unit = std::move(unit), .from = 0, .to = std::ceil(range / step - 1e-9) * step, .ticks = {}};
  add_ticks(axis, step);
  return axis;
}

PlotAxis PlotAxis::of_time(Duration duration) {
  PlotAxis axis{.unit = "s", .from = 0, .to = std::max(to_seconds(duration), 1e-3), .ticks = {}};
  double step = tick_step(axis.to);
  if (step == 50) step = 60;  // Whole minutes are easier to read.
  add_ticks(axis, step);
  return axis;
}

PlotAxis PlotAxis::on_log_scale(double min, double max, std::string unit) {
  constexpr double kRoom = 1.1;
  constexpr double kMinSpan = 4;
  const double grow = std::sqrt(std::max(1.0, kMinSpan / (max / min * kRoom * kRoom)));
  PlotAxis axis{
      .unit = std::move(unit), .from = min / kRoom / grow, .to = max * kRoom * grow, .ticks = {}, .logarithmic = true};
  const bool wide = axis.to > 10 * axis.from;
  for (double power = std::pow(10, std::floor(std::log10(axis.from))); power <= axis.to; power *= 10) {
    for (const double digit : {1.0, 2.0, 3.0, 5.0, 7.0}) {
      const double at = digit * power;
      const bool coarse = digit != 3 && digit != 7;
      if (at >= axis.from && at <= axis.to && (coarse || !wide)) axis.ticks.push_back({at, format_text("%.6g", at)});
    }
  }
  return axis;
}

PlotAxis PlotAxis::of_clock(double from, double to) {
  constexpr std::array kSteps = {1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0};
  constexpr double kMaxTicks = 8;
  PlotAxis axis{.unit = "min:s", .from = from, .to = std::max(to, from + 1e-3), .ticks = {}};
  const double span = axis.to - axis.from;
  const auto fits = [span](double step) { return span <= step * kMaxTicks; };
  const auto* const found = std::ranges::find_if(kSteps, fits);
  double step = found != kSteps.end() ? *found : kSteps.back();
  while (!fits(step)) step *= 2;
  for (double at = std::ceil(from / step) * step; at <= axis.to; at += step) {
    const auto seconds = std::llround(std::abs(at));
    axis.ticks.push_back({at, format_text("%s%02lld:%02lld", at < 0 ? "-" : "", seconds / 60, seconds % 60)});
  }
  return axis;
}

SvgPlot::SvgPlot(PlotAxis x, PlotAxis y, double height) : x_(std::move(x)), y_(std::move(y)), height_(height) {}

double SvgPlot::column(double x) const { return kLeft + share(x_, x) * (kRight - kLeft); }

double SvgPlot::row(double y) const {
  const double bottom = height_ - kBelow;
  return bottom - share(y_, y) * (bottom - kTop);
}

std::string SvgPlot::place(const PlotPoint& point) const {
  return coordinate(column(point.x)) + " " + coordinate(row(point.y));
}

std::string SvgPlot::path(const std::vector<PlotPoint>& points) const {
  std::string path;
  bool pen_down = false;
  for (const PlotPoint& point : points) {
    const bool drawn = !std::isnan(point.y) && !std::isnan(point.x);
    if (drawn) path += (pen_down ? "L" : "M") + place(point);
    pen_down = drawn;
  }
  return path;
}

void SvgPlot::add_line(const std::vector<PlotPoint>& points, std::string_view classes) {
  series_ += "<path class=\"line " + std::string(classes) + "\" d=\"" + path(points) + "\"/>";
}

void SvgPlot::add_steps(const std::vector<PlotPoint>& points, std::string_view classes) {
  std::vector<PlotPoint> corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    corners.push_back(points[i]);
    corners.push_back({.x = i + 1 < points.size() ? points[i + 1].x : x_.to, .y = points[i].y});
  }
  add_line(corners, classes);
}

void SvgPlot::add_band(const std::vector<PlotPoint>& lower, const std::vector<PlotPoint>& upper,
                       std::string_view classes) {
  std::vector<PlotPoint> outline;
  std::ranges::copy_if(upper, std::back_inserter(outline), [](const PlotPoint& p) { return !std::isnan(p.y); });
  const auto turn = static_cast<std::ptrdiff_t>(outline.size());
  std::ranges::copy_if(lower, std::back_inserter(outline), [](const PlotPoint& p) { return !std::isnan(p.y); });
  std::reverse(outline.begin() + turn, outline.end());
  if (!outline.empty()) series_ += "<path class=\"band " + std::string(classes) + "\" d=\"" + path(outline) + "Z\"/>";
}

void SvgPlot::add_dots(const std::vector<PlotPoint>& points, double radius, std::string_view classes) {
  // A path of dots with round caps is a tenth of as many circle elements.
  std::string path;
  for (const PlotPoint& point : points) {
    if (!std::isnan(point.x) && !std::isnan(point.y)) path += "M" + place(point) + "h0";
  }
  series_ += "<path class=\"dots " + std::string(classes) + "\" stroke-width=\"" + coordinate(2 * radius) + "\" d=\"" +
             path + "\"/>";
}

void SvgPlot::add_vertical(double x, std::string_view name, std::string_view classes) {
  constexpr double kLetter = 7;  // Mean width.
  const double at = column(x);
  series_ += line_between(at, kTop, at, height_ - kBelow, classes);
  if (name.empty()) return;
  const double left = std::min(at + 3, kRight - kLetter * static_cast<double>(name.size()));
  series_ += text_at(left, kTop + 10, "start", name);
}

void SvgPlot::add_text(const PlotPoint& at, std::string_view text) {
  series_ += text_at(column(at.x) - 4, row(at.y) + 12, "end", text);
}

std::string SvgPlot::frame() const {
  const double bottom = height_ - kBelow;
  std::string frame;
  for (const PlotAxis::Tick& tick : y_.ticks) {
    frame += line_between(kLeft, row(tick.at), kRight, row(tick.at), "grid");
    frame += text_at(kLeft - 6, row(tick.at) + 4, "end", tick.label);
  }
  double free_from = 0;
  for (const PlotAxis::Tick& tick : x_.ticks) {
    const double at = column(tick.at);
    frame += line_between(at, bottom, at, bottom + 4, "axis");
    // The unit takes the place of a label that would stand below it.
    if (at < kRight - 30 && at >= free_from) frame += text_at(at, bottom + 17, "middle", tick.label);
    free_from = at + 7.0 * static_cast<double>(tick.label.size());
  }
  frame += line_between(kLeft, bottom, kRight, bottom, "axis");
  frame += text_at(kRight, bottom + 17, "end", x_.unit);
  frame += text_at(kLeft - 44, 12, "start", y_.unit);
  return frame;
}

std::string SvgPlot::svg(std::string_view description) const {
  return "<svg viewBox=\"0 0 " + coordinate(kWidth) + " " + coordinate(height_) + "\" role=\"img\" aria-label=\"" +
         escape_html(description) + "\">" + frame() + series_ + "</svg>";
}

}  // namespace counterpoint

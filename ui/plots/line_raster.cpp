// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/line_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace counterpoint {
namespace {

constexpr Duration kMaxGap = 5s;

/// Blends `colour`, premultiplied, over `pixel`; `coverage` 0 to 255.
void blend(QRgb& pixel, QRgb colour, int coverage) {
  const auto part = [](int value, int of) { return (value * of + 127) / 255; };
  const int rest = 255 - part(qAlpha(colour), coverage);
  pixel = qRgba(part(qRed(colour), coverage) + part(qRed(pixel), rest),
                part(qGreen(colour), coverage) + part(qGreen(pixel), rest),
                part(qBlue(colour), coverage) + part(qBlue(pixel), rest),
                part(qAlpha(colour), coverage) + part(qAlpha(pixel), rest));
}

/// Between two dashes at `x`, from the left edge.
bool is_gap(double x) {
  constexpr double kPeriod = 7;
  constexpr double kDash = 4;
  return std::fmod(x, kPeriod) >= kDash;
}

/// The part of pixel `row` that lies between two heights.
int coverage(int row, double from, double to) {
  const double part = std::min<double>(row + 1, to) - std::max<double>(row, from);
  return static_cast<int>(255 * std::clamp(part, 0.0, 1.0));
}

}  // namespace

void LineRaster::draw(QImage& image, const Frame& frame, std::span<const CallSample> samples, Series series,
                      const QColor& colour) {
  gather(frame, samples, series);
  const QRgb ink = qPremultiply(colour.rgba());
  auto* const pixels = reinterpret_cast<QRgb*>(image.bits());
  const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
  const double half = frame.thickness / 2;
  for (int x = 0; x < frame.area.width(); ++x) {
    const Extent extent = columns_[static_cast<std::size_t>(x)];
    if (extent.min > extent.max || (frame.dashed && is_gap(x / frame.pixel_ratio))) continue;
    const double from = std::max(0.0, extent.min - half);
    const double to = std::min<double>(frame.area.height(), extent.max + half);
    QRgb* pixel = pixels + (frame.area.top() + static_cast<int>(from)) * stride + frame.area.left() + x;
    for (int y = static_cast<int>(from); y < to; ++y, pixel += stride) blend(*pixel, ink, coverage(y, from, to));
  }
}

void LineRaster::gather(const Frame& frame, std::span<const CallSample> samples, Series series) {
  constexpr float kFar = std::numeric_limits<float>::max();
  columns_.assign(static_cast<std::size_t>(frame.area.width()), {.min = kFar, .max = -kFar});
  const double width = frame.area.width();
  const double height = frame.area.height();
  const double scale = width / to_seconds(frame.to - frame.from);
  bool drawing = false;
  double x0 = 0;
  double y0 = 0;
  Duration before{};
  for (const CallSample& sample : samples) {
    const double value = sample[series];
    const bool known = !std::isnan(value);
    const double x = to_seconds(sample.at - frame.from) * scale;
    const double y = height * (1 - std::clamp(value / frame.top, 0.0, 1.0));
    if (known) {
      const bool joined = drawing && sample.at - before <= kMaxGap;
      cover(joined ? x0 : x, joined ? y0 : y, x, y);
    }
    drawing = known;
    x0 = x;
    y0 = y;
    before = sample.at;
  }
}

void LineRaster::cover(double x0, double y0, double x1, double y1) {
  const auto last_column = static_cast<double>(columns_.size()) - 1;
  if (x1 < 0 || x0 > last_column + 1) return;
  const int first = static_cast<int>(std::clamp(std::floor(x0), 0.0, last_column));
  const int last = static_cast<int>(std::clamp(std::floor(x1), 0.0, last_column));
  const double slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
  for (int column = first; column <= last; ++column) {
    const double at_left = column <= x0 ? y0 : y0 + slope * (column - x0);
    const double at_right = column + 1 >= x1 ? y1 : y0 + slope * (column + 1 - x0);
    Extent& extent = columns_[static_cast<std::size_t>(column)];
    extent.min = std::min(extent.min, static_cast<float>(std::min(at_left, at_right)));
    extent.max = std::max(extent.max, static_cast<float>(std::max(at_left, at_right)));
  }
}

}  // namespace counterpoint

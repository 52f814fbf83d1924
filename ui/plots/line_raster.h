// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QRect>
#include <span>
#include <vector>

#include "core/log/call_history.h"

namespace counterpoint {

/// Draws one series of a call as a line. What falls on one column of pixels becomes one stroke from its least to its
/// greatest value, so that a picture costs what it has pixels, however long the call was, and no peak is lost.
class LineRaster {
 public:
  /// Where and how. `area` is in pixels of the image and holds the span `from` < `to` from left to right and 0 to
  /// `top` > 0 upwards; what is above is drawn at its edge.
  struct Frame {
    QRect area;
    Duration from{};
    Duration to{};
    double top = 1;
    double thickness = 1.5;  ///< In pixels.
  };

  /// Into `image`, of format ARGB32_Premultiplied, which holds all of frame.area. `samples` in the order of time. What
  /// is not known, and gaps of more than five seconds, interrupt the line.
  void draw(QImage& image, const Frame& frame, std::span<const CallSample> samples, Series series,
            const QColor& colour);

 private:
  struct Extent {
    float least;
    float greatest;
  };

  void gather(const Frame& frame, std::span<const CallSample> samples, Series series);
  void cover(double x0, double y0, double x1, double y1);

  std::vector<Extent> columns_;  ///< In pixels from the top of the area.
};

}  // namespace counterpoint

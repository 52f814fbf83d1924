// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QRect>
#include <span>
#include <vector>

#include "core/log/call_history.h"

namespace counterpoint {

/// Draws one series of a call as a line. All samples within one column of pixels become one stroke from their minimum
/// to their maximum, so that the cost depends on the width in pixels, not on the length of the call, and no peak is
/// lost.
class LineRaster {
 public:
  /// The drawing area and its scales. `area` is in pixels of the image and spans `from` < `to` from left to right and 0
  /// to `top` > 0 upwards; greater values are drawn at its upper edge.
  struct Frame {
    QRect area;
    Duration from{};
    Duration to{};
    double top = 1;
    double thickness = 1.5;  ///< In pixels.
    bool dashed = false;
    double pixel_ratio = 1;  ///< Dashes are longer on a finer screen.
  };

  /// Draws into `image`, of format ARGB32_Premultiplied, which holds all of frame.area. `samples` are in the order of
  /// time. Unknown values, and gaps of more than five seconds, interrupt the line.
  void draw(QImage& image, const Frame& frame, std::span<const CallSample> samples, Series series,
            const QColor& colour);

 private:
  struct Extent {
    float min;
    float max;
  };

  void gather(const Frame& frame, std::span<const CallSample> samples, Series series);
  void cover(double x0, double y0, double x1, double y1);

  std::vector<Extent> columns_;  ///< In pixels from the top of the area.
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <optional>
#include <vector>

namespace counterpoint {

/// Sizes of the labels in the plot of the plane: the units of its axes, and the names of the path's limits.
struct PlaneLabelSizes {
  QSizeF packet_unit;
  QSizeF rate_unit;
  QSizeF packet_limit;
  QSizeF rate_limit;
};

/// Positions of the labels. A limit without a line has no label.
struct PlaneLabels {
  QRectF packet_unit;
  QRectF rate_unit;
  QRectF packet_limit;
  QRectF rate_limit;
};

/// Lays labels out in `plot` so that none covers another one, stands under one of at most two `markers`, or is crossed
/// by a limit, wherever the limits stand: a vertical line at `rate_limit`, a horizontal one at `packet_limit`, nothing
/// where there is none in the plot. The plot is large enough for them: three labels wide and ten high.
[[nodiscard]] PlaneLabels place_labels(const QRectF& plot, const PlaneLabelSizes& sizes,
                                       std::optional<qreal> rate_limit, std::optional<qreal> packet_limit,
                                       const std::vector<QRectF>& markers);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <optional>
#include <vector>

namespace counterpoint {

/// Sizes of the names of the path's limits in the plot of the plane.
struct PlaneLabelSizes {
  QSizeF packet_limit;
  QSizeF rate_limit;
};

/// Positions of the labels. A limit without a line has no label.
struct PlaneLabels {
  QRectF packet_limit;
  QRectF rate_limit;
};

/// Lays labels out in `plot` so that none covers another one or stands under one of at most three `markers`, wherever
/// the limits stand: a vertical line at `rate_limit`, a horizontal one at `packet_limit`, nothing where there is none
/// in the plot. A label stands at its line, beside it where there is room.
[[nodiscard]] PlaneLabels place_labels(const QRectF& plot, const PlaneLabelSizes& sizes,
                                       std::optional<qreal> rate_limit, std::optional<qreal> packet_limit,
                                       const std::vector<QRectF>& markers);

}  // namespace counterpoint

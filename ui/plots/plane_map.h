// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

#include "core/adaptation/plane/plane.h"
#include "ui/plots/log_axis.h"

namespace counterpoint {

/// Maps the bit-rate x packet-rate plane to the plot in which it is drawn.
struct PlaneMap {
  QRectF plot;
  LogAxis rates;  ///< kbit/s
  LogAxis packet_rates;

  [[nodiscard]] QPointF place(double kilobits, double packets) const {
    return {plot.left() + plot.width() * rates.part(kilobits),
            plot.bottom() - plot.height() * packet_rates.part(packets)};
  }
  [[nodiscard]] QPointF place(const PlanePosition& position) const {
    return place(position.bit_rate.kilobits_per_second(), position.packet_rate.per_second());
  }
};

}  // namespace counterpoint

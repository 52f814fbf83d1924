// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/two_dimensional/delivery_monitor.h"
#include "core/adaptation/two_dimensional/loss_monitor.h"
#include "core/adaptation/two_dimensional/path_queue.h"

namespace counterpoint {

/// Measurements of the path, for the rate that follows it.
struct PathMonitors {
  explicit PathMonitors(const TwoDimensionalConfig& config) : queue(config), delivery(config), loss(config) {}

  /// The rate that arrives, and would but for random loss.
  [[nodiscard]] DataRate delivered() const { return delivery.rate() * (1 / (1 - loss.random_share())); }
  /// After that, a change of the rate shows in reports.
  [[nodiscard]] Duration reaction_time() const { return round_trip_time + report_gap; }

  PathQueue queue;
  DeliveryMonitor delivery;
  LossMonitor loss;
  Duration round_trip_time = 100ms;
  Duration report_gap = 50ms;  ///< Mean time between two reports.
  bool lost = false;           ///< A packet, since the last update of the rate.
};

}  // namespace counterpoint

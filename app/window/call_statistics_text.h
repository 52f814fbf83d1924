// SPDX-License-Identifier: GPL-3.0-or-later
// The reports of a call, as the window shows them.
#pragma once

#include "core/control/call_event.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

/// Follows one call: turns its statistics into the figures that the window shows.
class CallStatisticsText {
 public:
  /// The figures since the report before.
  [[nodiscard]] CallFigures add(const CallStatistics& statistics);
  /// The verdict on the quality depends on what the path carries.
  void add(const AdaptationStatus& status);

 private:
  SessionStats previous_;
  Duration previous_at_{};
  QualityMeter meter_;
  std::optional<DataRate> path_rate_;  ///< The meter takes it; nothing while the path is wide.
  bool video_stopped_ = false;
};

/// A peak of 0 to 1 as meters show it: 0 for -60 dBFS and less, 1 for full scale, linear in decibels.
[[nodiscard]] double meter_level(double peak);

}  // namespace counterpoint

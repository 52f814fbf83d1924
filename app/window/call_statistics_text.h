// SPDX-License-Identifier: GPL-3.0-or-later
// What a call reports, as the window shows it.
#pragma once

#include "app/call/adaptation_status.h"
#include "core/model/session_stats.h"
#include "ui/controller/call_controller.h"
#include "ui/plots/plane_state.h"

namespace counterpoint {

/// Follows one call: makes of its reports what the window shows.
class CallStatisticsText {
 public:
  /// The figures since the report before.
  [[nodiscard]] CallStats add(const SessionStats& stats, Duration at);
  [[nodiscard]] PlaneState add(const AdaptationStatus& status, Duration at);

 private:
  SessionStats previous_;
  Duration previous_at_{};
  QualityMeter meter_;
  std::optional<DataRate> path_rate_;  ///< As the meter takes it.
  bool video_stopped_ = false;
};

/// A peak of 0 to 1 as meters show it: 0 for -60 dBFS and less, 1 for full scale, linear in decibels.
[[nodiscard]] double meter_level(double peak);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// What a call reports, as the window shows it.
#pragma once

#include "app/host/adaptation_status.h"
#include "core/model/session_stats.h"
#include "ui/call_controller.h"
#include "ui/plane_state.h"

namespace counterpoint {

/// Statistics of a call at a time since it began.
struct TimedStats {
  SessionStats stats;
  Duration at{};
};

/// The figures between two reports, and the cause if something is wrong with the quality.
[[nodiscard]] CallStats call_stats(const TimedStats& before, const TimedStats& now);

[[nodiscard]] PlaneState plane_state(const AdaptationStatus& status, Duration at);

/// A peak of 0 to 1 as meters show it: 0 for -60 dBFS and less, 1 for full scale, linear in decibels.
[[nodiscard]] double meter_level(double peak);

}  // namespace counterpoint

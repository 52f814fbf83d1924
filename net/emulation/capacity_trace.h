// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "net/emulation/delivery_trace.h"
#include "net/emulation/path_config.h"

namespace counterpoint {

/// A recorded capacity: a rate over time, again and again.
struct CapacityTrace {
  struct Step {
    Duration at{};  ///< The first is at 0; in order, each with another rate than the one before.
    DataRate rate;
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;  ///< At least one.
  Duration length{};        ///< > 0, beyond the last step; from then on it begins again.
  bool operator==(const CapacityTrace&) const = default;
};

/// A recorded capacity, by what its file says.
using RecordedCapacity = std::variant<CapacityTrace, DeliveryTrace>;

/// Reads one of two formats, which may not be mixed:
///
/// 1. Lines SECONDS,BITS_PER_SECOND: the rate from that time (to 1 us) on. Times rise by at least 1 us and count from
///    the first line's; the last rate lasts as long as the one before.
/// 2. Mahimahi: lines of whole milliseconds, not falling, at each of which one packet of 1500 bytes may leave; the
///    last one is the trace's length.
///
/// Empty lines count for nothing. Errors: kInvalidArgument, naming the line and what is allowed.
[[nodiscard]] Result<RecordedCapacity> parse_capacity_trace(std::string_view text);

/// The trace from 0 to `duration`, over and over, as changes of a path; equal rates in a row are one. Errors:
/// kInvalidArgument when that is more than kMaxPathSteps.
[[nodiscard]] Result<std::vector<PathStep>> repeat_trace(const CapacityTrace& trace, Duration duration);

/// Over how long the opportunities of a trace are counted for one rate: at 1 Mbit/s some eight.
inline constexpr Duration kMeanRateBin = 100ms;

/// Means of a trace's rate over kMeanRateBin, so that as much may leave in each.
[[nodiscard]] CapacityTrace mean_rates(const DeliveryTrace& trace);
/// Changes of a path's rate from 0 to `duration`: its own, or the mean rates of its opportunities; its first rate, too.
[[nodiscard]] std::vector<PathStep> rate_steps(const PathConfig& path, Duration duration);

}  // namespace counterpoint

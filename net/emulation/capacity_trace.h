// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/units.h"
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

/// Over how long the packets of a Mahimahi trace are counted for one rate: at 1 Mbit/s some eight.
inline constexpr Duration kMahimahiBin = 100ms;

/// Reads one of two formats, which may not be mixed:
///
/// 1. Lines SECONDS,BITS_PER_SECOND: the rate from that time (to 1 us) on. Times rise by at least 1 us and count from
///    the first line's; the last rate lasts as long as the one before.
/// 2. Mahimahi: lines of whole milliseconds, not falling, at each of which one packet of 1500 bytes may leave; the
///    last one is the trace's length. Its rates are means over kMahimahiBin, so that as much may leave in each.
///
/// Empty lines count for nothing. Errors: kInvalidArgument, naming the line and what is allowed.
[[nodiscard]] Result<CapacityTrace> parse_capacity_trace(std::string_view text);

/// The trace from 0 to `duration`, over and over, as changes of a path; equal rates in a row are one. Errors:
/// kInvalidArgument when that is more than kMaxPathSteps.
[[nodiscard]] Result<std::vector<PathStep>> repeat_trace(const CapacityTrace& trace, Duration duration);

}  // namespace counterpoint

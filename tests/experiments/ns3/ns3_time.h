// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between ns-3's time and ours.
#pragma once

#include <ns3/nstime.h>
#include <ns3/simulator.h>

#include "core/base/time.h"

namespace counterpoint {

/// Start of time for our own parts: any value will do, as long as it is always the same.
inline constexpr Timestamp kNs3Start{1000s};

[[nodiscard]] inline ns3::Time to_ns3(Duration duration) { return ns3::NanoSeconds(duration.count()); }
/// Time since the start of the run.
[[nodiscard]] inline Duration ns3_now() { return Duration(ns3::Simulator::Now().GetNanoSeconds()); }
[[nodiscard]] inline Timestamp ns3_timestamp() { return kNs3Start + ns3_now(); }

}  // namespace counterpoint

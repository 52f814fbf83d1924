// SPDX-License-Identifier: GPL-3.0-or-later
// The level "ns3": ns-3's links, queues and TCP around the program's own sessions, in ns-3's time. It runs a program of
// its own, counterpoint-lab-ns3, beside this one: ns-3 is licensed under GPL 2 alone and is not linked into this one.
#pragma once

#include <string_view>

#include "app/lab/levels/level.h"

namespace counterpoint {

inline constexpr std::string_view kNs3Program = "counterpoint-lab-ns3";

/// Checks that ns-3 has models for the run. Errors: kInvalidArgument, naming link or flow, and setting.
[[nodiscard]] Result<void> check_ns3_models(const RunHeader& header);

/// Checks the same, and that counterpoint-lab-ns3 was built: else kUnavailable.
[[nodiscard]] Result<void> check_ns3_level(const RunHeader& header);

/// Runs counterpoint-lab-ns3 on the folder, which this makes. Errors: those of the program.
[[nodiscard]] Result<void> run_ns3_level(const RunRequest& request);

}  // namespace counterpoint

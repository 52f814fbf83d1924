// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/record/run_record.h"
#include "core/base/result.h"

namespace counterpoint {

/// The most packets that all flows of a run may send together: the record of each takes some 100 bytes.
inline constexpr double kMaxRunPackets = 50e6;

/// Checks that a level can handle all packets that the flows of a run send, whether the links carry them or not. An
/// upper estimate: links always are at their best, TCP loses nothing, and TCP flows share a link evenly. Errors:
/// kInvalidArgument, naming the flow that sends most.
[[nodiscard]] Result<void> check_load(const RunHeader& header);

}  // namespace counterpoint

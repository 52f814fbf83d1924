// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/path_estimate.h"
#include "core/adaptation/plane/adaptation_context.h"

namespace counterpoint {

/// Makes the frames of `point` as large as `rate` allows, headers included.
void spend(DataRate rate, const AdaptationContext& context, OperatingPoint& point);

/// `point` with all frames that the limits allow, and all that the rate of `estimate` (and its packet rate, if it has
/// one) leaves for them.
[[nodiscard]] OperatingPoint spend_estimate(const PathEstimate& estimate, const AdaptationContext& context,
                                            OperatingPoint point);

/// False when `to` differs from `from` by too small a step of the frame size alone.
[[nodiscard]] bool is_worth_a_decision(const OperatingPoint& from, const OperatingPoint& to);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/plane/adaptation_context.h"

namespace counterpoint {

/// Fewer frames a second than these are not sent even where packets are short.
inline constexpr int kMinFrameRate = 4;

/// Makes the frames of `point` as large as `rate` allows, headers included.
void spend(DataRate rate, const AdaptationContext& context, OperatingPoint& point);

/// The most frames that `packets` allow, each of as many packets as are left then, and no larger than `rate` allows.
[[nodiscard]] OperatingPoint spend_within(PacketRate packets, DataRate rate, const AdaptationContext& context,
                                          OperatingPoint point);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/scaler.h"

namespace counterpoint {

/// The next frame rate up or down (Nee 1997, 3.1): about a tenth of `rate` away. 1 frame/s below 10, 2 below 20, 3
/// below 30, and 4 from there on.
[[nodiscard]] FrameRate frame_rate_above(FrameRate rate);
[[nodiscard]] FrameRate frame_rate_below(FrameRate rate);

/// One-dimensional scaling: frames of medium size without aggregation, more or fewer of them (Nee 1997, 3.1).
///
/// 1. A rung down at each report of congestion, a rung up at relief; nothing below 6 frames/s.
/// 2. The point of the start stands until the first verdict; then the nearest rung takes its place.
/// 3. The size of frames is one for the whole call: medium, unless the limits leave nothing of the ladder then.
extern const ScalerKind kFrameRateLadder;

}  // namespace counterpoint

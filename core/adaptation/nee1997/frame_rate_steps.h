// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

namespace counterpoint {

/// The next frame rate up or down (Nee 1997, 3.1): about a tenth of `rate` away. 1 frame/s below 10, 2 below 20, 3
/// below 30, and 4 from there on.
[[nodiscard]] FrameRate frame_rate_above(FrameRate rate);
[[nodiscard]] FrameRate frame_rate_below(FrameRate rate);

}  // namespace counterpoint

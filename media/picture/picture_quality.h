// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/picture.h"

namespace counterpoint {

/// What luma_psnr() gives for identical pictures, in dB.
inline constexpr double kIdenticalPsnr = 100.0;

/// Peak signal-to-noise ratio of `picture` against `original` in the luma plane, in dB, at most kIdenticalPsnr; 0 when
/// the sizes differ.
[[nodiscard]] double luma_psnr(const Picture& original, const Picture& picture);

}  // namespace counterpoint

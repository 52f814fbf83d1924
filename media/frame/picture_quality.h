// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Result of luma_psnr() for identical frames, in dB.
inline constexpr double kIdenticalPsnr = 100.0;

/// Peak signal-to-noise ratio of `frame` against `original` in the luma plane, in dB, at most kIdenticalPsnr; 0 when
/// the sizes differ.
[[nodiscard]] double luma_psnr(const FrameBuffer& original, const FrameBuffer& picture);

}  // namespace counterpoint

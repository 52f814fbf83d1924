// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Coding of colours in luma and chroma.
struct ColourCoding {
  double red_weight = 0.299;   ///< Kr: of red in luma. Default: BT.601.
  double blue_weight = 0.114;  ///< Kb: of blue in luma.
  bool full_range = false;     ///< Luma and chroma use 0 to 255, as in JPEG, instead of 16 to 235 and 16 to 240.
  bool operator==(const ColourCoding&) const = default;
};

inline constexpr ColourCoding kBt601{};
inline constexpr ColourCoding kBt709{.red_weight = 0.2126, .blue_weight = 0.0722, .full_range = false};
inline constexpr ColourCoding kBt2020{.red_weight = 0.2627, .blue_weight = 0.0593, .full_range = false};

/// Rewrites a frame that is coded as `coding` in BT.601 limited range. About 1 ms at 1280x720.
void convert_to_bt601(FrameBuffer& picture, const ColourCoding& coding);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Coded pictures are not made smaller than this, whatever is short: below it nobody is recognised.
inline constexpr Resolution kMinPicture = {.width = 160, .height = 90};

/// From kUsualVideoRate on, they are not made smaller than this. Anything smaller looks out of focus in a window, and
/// fewer or coarser pictures of this size show more.
inline constexpr Resolution kSmallPicture = {.width = 320, .height = 180};

/// The rate that a path of 150 kbit/s leaves for video beside sound and headers.
inline constexpr DataRate kUsualVideoRate = DataRate::kilobits_per_second(95);

/// The least area of a picture, in samples, while video has `video_rate`. An area, since it holds for upright pictures
/// and for any shape; a camera that gives less is coded as it is.
[[nodiscard]] inline std::int64_t min_picture_area(DataRate video_rate) {
  return (video_rate >= kUsualVideoRate ? kSmallPicture : kMinPicture).area();
}

}  // namespace counterpoint

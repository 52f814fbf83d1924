// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and numbers of pictures that a rate is enough for: the model of docs/modes/2d.md, "The scaler".
#pragma once

#include <array>

#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Fewer frames than usual, down to this number, are sent before pictures become smaller than kSmallPicture.
inline constexpr FrameRate kFewFrames = FrameRate::per_second(10);

/// Sides of pictures to choose from, in sixteenths of the largest, falling.
inline constexpr std::array kPictureSixteenths = {16, 12, 8, 6, 4, 3, 2};
/// The picture whose sides are so many sixteenths (1 to 16) of those of `largest`, and even.
[[nodiscard]] Resolution picture_part(Resolution largest, int sixteenths);

/// The least rate at which pictures of `size` (each side > 0) can be coded `frame_rate` (> 0) times a second with a
/// quantiser that is not at its end: 0.04 bits a sample at 30 frames/s. A picture differs the more from the one before
/// the longer ago that was, so that fewer frames take more bits each, by the power of 0.4 of the time between them.
[[nodiscard]] DataRate needed_rate(Resolution size, FrameRate frame_rate);

/// The size for a mean `video_rate`, `largest` or a simple fraction of it: the largest that the rate is enough for at
/// `most` frames/s; but rather fewer frames, down to kFewFrames, than pictures below kSmallPicture. Never below
/// min_picture_area(), unless `largest` is.
[[nodiscard]] Resolution picture_size_for(DataRate video_rate, FrameRate most, Resolution largest);

/// Frame rates to choose from: `most` and simple fractions of it, no fewer than kFewFrames unless `most` is. The result
/// is the one of `index` 0 to kFrameRateChoices - 1, falling.
inline constexpr int kFrameRateChoices = 5;
[[nodiscard]] FrameRate frame_rate_choice(int index, FrameRate most);

}  // namespace counterpoint

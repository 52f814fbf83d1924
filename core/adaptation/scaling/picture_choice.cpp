// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/picture_choice.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/picture_floor.h"

namespace counterpoint {
namespace {

/// With VP8 at its coarsest quantiser, 30 frames/s of a clip of a talking head take 0.031 bits a sample, of one with
/// much detail 0.043.
constexpr double kBitsPerSample = 0.04;
constexpr double kReferenceFrameRate = 30;
/// Measured: 0.41 with a talking head, 0.32 with a moving scene of much detail, between 30 and 10 frames/s.
constexpr double kTimeExponent = 0.4;

/// Frame rates, in parts of the most. A camera's frames can be left out evenly for most of them.
constexpr std::array<double, kFrameRateChoices> kFrameRateParts = {1, 2.0 / 3, 1.0 / 2, 2.0 / 5, 1.0 / 3};

/// The largest part of `largest` that `video_rate` is enough for, or else the smallest of at least `min_area`.
Resolution largest_for(DataRate video_rate, FrameRate frame_rate, Resolution largest, std::int64_t min_area) {
  Resolution size = largest;
  for (const int sixteenths : kPictureSixteenths) {
    const Resolution next = picture_part(largest, sixteenths);
    if (next.area() < min_area) break;
    size = next;
    if (needed_rate(size, frame_rate) <= video_rate) break;
  }
  return size;
}

}  // namespace

/// Even sides, since the chroma planes have half the size.
Resolution picture_part(Resolution largest, int sixteenths) {
  return {.width = std::max(2, largest.width * sixteenths / 32 * 2),
          .height = std::max(2, largest.height * sixteenths / 32 * 2)};
}

DataRate needed_rate(Resolution size, FrameRate frame_rate) {
  const double frames = frame_rate.per_second();
  const double bits = kBitsPerSample * std::pow(kReferenceFrameRate / frames, kTimeExponent);
  return DataRate::bits_per_second(std::llround(bits * static_cast<double>(size.area()) * frames));
}

Resolution picture_size_for(DataRate video_rate, FrameRate most, Resolution largest) {
  const FrameRate few = std::min(kFewFrames, most);
  const Resolution usual = largest_for(video_rate, most, largest, kSmallPicture.area());
  if (video_rate >= kUsualVideoRate || needed_rate(usual, few) <= video_rate) return usual;
  return largest_for(video_rate, few, largest, kMinPicture.area());
}

FrameRate frame_rate_choice(int index, FrameRate most) {
  const FrameRate part = FrameRate::per_second(most.per_second() * kFrameRateParts[static_cast<std::size_t>(index)]);
  return std::max(part, std::min(kFewFrames, most));
}

}  // namespace counterpoint

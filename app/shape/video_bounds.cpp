// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/video_bounds.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace counterpoint {

bool VideoBounds::is_below(DataSize video) const {
  // Groups of pictures are off by 0.2 % at most where their floors let them.
  constexpr double kTolerance = 1.005;
  return static_cast<double>(video.bits()) > static_cast<double>(target.bits()) * kTolerance;
}

void VideoBoundsSum::add(const mpeg::ShapedPicture& picture, const mpeg::Target& target) {
  const mpeg::PictureStatistics& statistics = picture.statistics;
  smallest_ += statistics.smallest_size;
  if (statistics.starts_group) {
    bits_before_ += std::min(std::exchange(target_bits_, 0.0), std::exchange(original_bits_, 0.0));
  }
  const auto bits = static_cast<double>(statistics.original_size.bits());
  original_bits_ += bits;
  target_bits_ += picture.has_picture ? target.bits_for(statistics.seconds, bits) : bits;
}

VideoBounds VideoBoundsSum::sum() const {
  const double bits = bits_before_ + std::min(target_bits_, original_bits_);
  return {.target = DataSize::bytes(static_cast<std::int64_t>(bits / 8)), .smallest = smallest_};
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/stereo.h"

#include <algorithm>

namespace counterpoint {

void split_channels(std::span<const float> interleaved, std::span<float> mid, std::span<float> side) {
  for (std::size_t i = 0; i < mid.size(); ++i) {
    const float left = interleaved[2 * i];
    const float right = interleaved[2 * i + 1];
    mid[i] = (left + right) / 2;
    side[i] = (left - right) / 2;
  }
}

void join_channels(std::span<const float> mid, std::span<const float> side, std::span<float> interleaved) {
  for (std::size_t i = 0; i < mid.size(); ++i) {
    interleaved[2 * i] = mid[i] + side[i];
    interleaved[2 * i + 1] = mid[i] - side[i];
  }
}

void limit_channels(std::span<float> mid, std::span<float> side) {
  for (std::size_t i = 0; i < mid.size(); ++i) {
    const float left = std::clamp(mid[i] + side[i], -1.0F, 1.0F);
    const float right = std::clamp(mid[i] - side[i], -1.0F, 1.0F);
    mid[i] = (left + right) / 2;
    side[i] = (left - right) / 2;
  }
}

bool is_mono(std::span<const float> side) {
  return std::ranges::all_of(side, [](float sample) { return sample == 0; });
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/limited_gain.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/audio_format.h"
#include "core/model/stereo.h"

namespace counterpoint {

LimitedGain::LimitedGain(const Config& config)
    : recovery_(static_cast<float>(1 / (to_seconds(config.recovery) * kAudioSampleRate))) {}

void LimitedGain::apply(std::span<float> mid, std::span<float> side, float gain) {
  const float from = std::exchange(gain_, gain);
  const float step = (gain - from) / static_cast<float>(mid.size());
  for (std::size_t i = 0; i < mid.size(); ++i) {
    reduction_ = std::min(reduction_ + recovery_, 1.0F);
    const float factor = from + step * static_cast<float>(i + 1);
    mid[i] *= factor;
    side[i] *= factor;
    const float peak = std::abs(mid[i]) + std::abs(side[i]);  // The louder channel's.
    if (peak * reduction_ > 1) reduction_ = 1 / peak;
    mid[i] *= reduction_;
    side[i] *= reduction_;
  }
  limit_channels(mid, side);
}

}  // namespace counterpoint

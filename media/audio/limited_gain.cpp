// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/limited_gain.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/audio_format.h"

namespace counterpoint {

LimitedGain::LimitedGain(const Config& config)
    : recovery_(static_cast<float>(1 / (to_seconds(config.recovery) * kAudioSampleRate))) {}

void LimitedGain::apply(std::span<float> audio, float gain) {
  const float from = std::exchange(gain_, gain);
  const float step = (gain - from) / static_cast<float>(audio.size());
  for (std::size_t i = 0; i < audio.size(); ++i) {
    reduction_ = std::min(reduction_ + recovery_, 1.0F);
    const float wanted = audio[i] * (from + step * static_cast<float>(i + 1));
    const float peak = std::abs(wanted);
    if (peak * reduction_ > 1) reduction_ = 1 / peak;
    audio[i] = std::clamp(wanted * reduction_, -1.0F, 1.0F);
  }
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/generated_input.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/audio_format.h"

namespace counterpoint {

void SilenceInput::read(std::span<float> block) { std::ranges::fill(block, 0.0F); }

ToneInput::ToneInput(double frequency, double amplitude) : frequency_(frequency), amplitude_(amplitude) {}

void ToneInput::read(std::span<float> block) {
  for (float& sample : block) {
    sample = static_cast<float>(amplitude_ * std::sin(2 * std::numbers::pi * phase_));
    phase_ += frequency_ / kAudioSampleRate;
    phase_ -= std::floor(phase_);
  }
}

Message ToneInput::description() const { return message("tone of %1 Hz", std::lround(frequency_)); }

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/beep.h"

#include <algorithm>
#include <complex>
#include <numbers>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

constexpr double kAmplitude = 0.5;
constexpr std::int64_t kIntervalSamples = kAudioSampleRate;  // kBeepInterval.
constexpr std::int64_t kBeepSamples = 480;                   // kBeepDuration.
constexpr std::int64_t kRampSamples = 24;                    // 0.5 ms: fast, yet without a click.
static_assert(audio_duration(kIntervalSamples) == kBeepInterval && audio_duration(kBeepSamples) == kBeepDuration);

std::complex<double> oscillator(std::int64_t n) {
  return std::polar(1.0, -2 * std::numbers::pi * kBeepFrequency * static_cast<double>(n) / kAudioSampleRate);
}

}  // namespace

void BeepInput::read(std::span<float> block) {
  for (float& sample : block) {
    sample = 0;
    if (position_ < kBeepSamples) {
      const std::int64_t edge = std::min(position_, kBeepSamples - position_);
      const double gain = std::min(1.0, static_cast<double>(edge) / static_cast<double>(kRampSamples));
      sample = static_cast<float>(-kAmplitude * gain * oscillator(position_).imag());
    }
    if (++position_ == kIntervalSamples) position_ = 0;
  }
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/gain_control.h"

#include <algorithm>
#include <cmath>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

constexpr double kMemory = 3;         ///< Seconds of speech: some words, so that a gain does not follow syllables.
constexpr double kFirstSpeech = 0.3;  ///< Seconds of speech after which its level is known well enough to lift it.
constexpr float kKnee = 0.7F;         ///< Above it, samples are compressed.
constexpr float kLimit = 0.98F;       ///< Compressed samples never reach this.

/// A soft limiter.
float bend(float sample) {
  const float size = std::abs(sample);
  if (size <= kKnee) return sample;
  constexpr float kRoom = kLimit - kKnee;
  return std::copysign(kKnee + kRoom * std::tanh((size - kKnee) / kRoom), sample);
}

double from_decibels(double decibels) { return std::pow(10.0, decibels / 20); }

}  // namespace

void GainControl::process(std::span<float> samples, bool voice) {
  const double seconds = to_seconds(audio_duration(samples.size()));
  double square = 0;
  for (const float sample : samples) square += static_cast<double>(sample) * sample;
  square /= static_cast<double>(samples.size());
  // Consonants and the ends of words are speech too, but far below its level.
  if (voice && square > level_ / 100) {
    weight_ = std::min(weight_ + seconds, kMemory);
    level_ += seconds / weight_ * (square - level_);
  }
  double wanted = gain_;
  if (level_ > 0) {
    wanted = std::clamp(from_decibels(config_.target_db) / std::sqrt(level_), from_decibels(config_.min_gain_db),
                        from_decibels(config_.max_gain_db));
    if (weight_ < kFirstSpeech) wanted = std::min(wanted, gain_);
  }
  // 20 dB a second up, 60 down.
  const double before = gain_;
  gain_ = std::clamp(wanted, gain_ * std::pow(10.0, -3 * seconds), gain_ * std::pow(10.0, seconds));
  const double step = (gain_ - before) / static_cast<double>(samples.size());
  double gain = before;
  for (float& sample : samples) sample = bend(sample * static_cast<float>(gain += step));
}

}  // namespace counterpoint

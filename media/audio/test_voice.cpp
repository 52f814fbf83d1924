// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/test_voice.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

using Formants = std::array<double, 4>;
constexpr Formants kBandwidths = {70, 100, 140, 220};  // Hz
/// Mean formants of adult speakers for "ah", "eh", "ee", "oh", "oo", "uh", in Hz.
constexpr std::array<Formants, 6> kVowels = {{{730, 1150, 2500, 3500},
                                              {550, 1800, 2500, 3500},
                                              {290, 2250, 3000, 3600},
                                              {500, 900, 2450, 3400},
                                              {320, 850, 2300, 3400},
                                              {620, 1250, 2450, 3450}}};
constexpr int kControlSamples = 48;  // Formants move each millisecond.
constexpr double kGlide = 0.025;     // Share of the way each millisecond: 40 ms to a new vowel.
constexpr double kVoicingGlide = 0.06;
constexpr double kOutputGain = 0.16;  // About -20 dB of full scale in speech.
constexpr double kHissGain = 0.03;

constexpr std::int64_t samples_of(double milliseconds) {
  return static_cast<std::int64_t>(milliseconds * kAudioSampleRate / 1000);
}

}  // namespace

void TestVoice::Resonator::tune(double frequency, double bandwidth) {
  c = -std::exp(-2 * std::numbers::pi * bandwidth / kAudioSampleRate);
  b = 2 * std::exp(-std::numbers::pi * bandwidth / kAudioSampleRate) *
      std::cos(2 * std::numbers::pi * frequency / kAudioSampleRate);
  a = 1 - b - c;
}

double TestVoice::Resonator::filter(double x) {
  const double y = a * x + b * y1 + c * y2;
  y2 = y1;
  y1 = y;
  return y;
}

TestVoice::TestVoice(std::uint64_t seed) : rng_(seed), formants_(kVowels[0]) { next_syllable(); }

void TestVoice::read(std::span<float> block) {
  for (float& sample : block) sample = next_sample();
}

/// Chooses what comes next: another syllable, or a pause and then a new phrase.
void TestVoice::next_syllable() {
  position_ = 0;
  if (syllables_left_ == 0 && !pause_ && length_ > 0) {
    pause_ = true;
    length_ = samples_of(250 + 450 * rng_.uniform());
    return;
  }
  pause_ = false;
  if (syllables_left_ == 0) {
    syllables_left_ = 4 + static_cast<int>(rng_.below(6));
    base_pitch_ = 130 + 25 * rng_.uniform();
  }
  --syllables_left_;
  base_pitch_ = std::max(85.0, base_pitch_ * (0.94 + 0.04 * rng_.uniform()));  // Declination over the phrase.
  vowel_ = rng_.below(kVowels.size());
  hiss_ = rng_.chance(0.4);
  onset_ = samples_of(40 + 40 * rng_.uniform());
  length_ = onset_ + samples_of(100 + 120 * rng_.uniform());
}

/// Moves pitch, loudness and formants towards where they belong at this moment.
void TestVoice::control() {
  const bool vowel = !pause_ && position_ >= onset_;
  voicing_ += kVoicingGlide * ((vowel ? 1.0 : 0.0) - voicing_);
  for (std::size_t i = 0; i < kFormants; ++i) {
    formants_[i] += kGlide * (kVowels[vowel_][i] - formants_[i]);
    resonators_[i].tune(formants_[i], kBandwidths[i]);
  }
}

/// Flow through the glottis, differentiated as the lips do: an opening that rises, a sharp closing, a closed phase
/// (A. Rosenberg, JASA 49(2), 1971).
double TestVoice::glottal_pulse() {
  const double stress = std::sin(std::numbers::pi * static_cast<double>(position_) / static_cast<double>(length_));
  phase_ += base_pitch_ * (0.97 + 0.09 * stress) / kAudioSampleRate;
  phase_ -= std::floor(phase_);
  constexpr double kOpen = 0.4;
  constexpr double kClosed = 0.56;
  if (phase_ < kOpen) return 0.5 * std::sin(std::numbers::pi * phase_ / kOpen);
  if (phase_ < kClosed) return -std::sin(std::numbers::pi / 2 * (phase_ - kOpen) / (kClosed - kOpen)) * 1.25;
  return 0;
}

float TestVoice::next_sample() {
  if (position_ == length_) next_syllable();
  if (position_ % kControlSamples == 0) control();
  double audio = voicing_ * glottal_pulse();
  for (Resonator& resonator : resonators_) audio = resonator.filter(audio);
  audio *= kOutputGain;
  const double noise = 2 * rng_.uniform() - 1;
  if (hiss_ && !pause_ && position_ < onset_) {
    const double place = static_cast<double>(position_) / static_cast<double>(onset_);
    audio += kHissGain * std::sin(std::numbers::pi * place) * (noise - last_noise_);  // High frequencies only.
  }
  last_noise_ = noise;
  ++position_;
  return static_cast<float>(std::clamp(audio, -1.0, 1.0));
}

}  // namespace counterpoint

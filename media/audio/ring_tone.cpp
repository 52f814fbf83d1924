// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/ring_tone.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

constexpr double kFade = 0.01;  ///< Seconds; against clicks.

double wave(double frequency, double at) { return std::sin(2 * std::numbers::pi * frequency * at); }

/// A note that was struck `at` seconds ago: a tone and its octave, which fades sooner.
double bell(double frequency, double at) {
  constexpr double kDecay = 0.35;
  if (at < 0) return 0;
  const double attack = std::min(1.0, at / kFade);
  return attack * (0.14 * std::exp(-at / kDecay) * wave(frequency, at) +
                   0.06 * std::exp(-2 * at / kDecay) * wave(2 * frequency, at));
}

struct Round {
  double seconds;
  double (*audio)(double at);
};

/// E5 and A5, twice. When the round begins again, nothing is left of them.
double incoming(double at) {
  constexpr double kApart = 0.2;
  constexpr double kAgain = 1;
  return bell(659.26, at) + bell(880, at - kApart) + bell(659.26, at - kAgain) + bell(880, at - kAgain - kApart);
}

double ring_back(double at) {
  constexpr double kLevel = 0.06;
  constexpr double kSounding = 1;
  const double to_an_end = std::min(at, kSounding - at);
  return to_an_end <= 0 ? 0 : kLevel * std::min(1.0, to_an_end / kFade) * wave(425, at);
}

constexpr Round kRounds[] = {{4, incoming}, {5, ring_back}};

}  // namespace

void RingTone::read(std::span<float> block) {
  const Round& round = kRounds[static_cast<std::size_t>(kind_)];
  for (float& sample : block) {
    sample = static_cast<float>(round.audio(static_cast<double>(position_) / kAudioSampleRate));
    if (++position_ >= static_cast<std::int64_t>(round.seconds * kAudioSampleRate)) position_ = 0;
  }
}

}  // namespace counterpoint

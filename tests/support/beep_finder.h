// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/model/audio_format.h"
#include "media/audio/beep.h"

namespace counterpoint {

inline constexpr std::size_t kBeepWindow = 120;  // 2.5 ms: five periods of the beep.

inline std::complex<double> beep_oscillator(std::int64_t n) {
  return std::polar(1.0, -2 * std::numbers::pi * kBeepFrequency * static_cast<double>(n) / kAudioSampleRate);
}

/// Amplitude at the beep's frequency in the window that ends with each sample (silence is taken to come before the
/// first); zero where other audio prevails.
inline std::vector<double> beep_amplitudes(std::span<const float> samples) {
  constexpr double kMinPurity = 0.5;  // Share of the energy that is at the beep's frequency.
  std::vector<double> amplitudes(samples.size());
  std::complex<double> tone = 0;
  double energy = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double added = samples[i];
    tone += added * beep_oscillator(static_cast<std::int64_t>(i % kAudioSampleRate));
    energy += added * added;
    if (i >= kBeepWindow) {
      const double gone = samples[i - kBeepWindow];
      tone -= gone * beep_oscillator(static_cast<std::int64_t>((i - kBeepWindow) % kAudioSampleRate));
      energy -= gone * gone;
    }
    const double power = 2 * std::norm(tone) / kBeepWindow;  // Energy of a pure tone of this amplitude.
    if (power > kMinPurity * energy) amplitudes[i] = 2 * std::abs(tone) / kBeepWindow;
  }
  return amplitudes;
}

/// When the beeps in `samples` (48 kHz) start, as time since the first sample, in order; right to about 1 ms. Speech
/// and noise around them are ignored unless they drown them; beeps less than 200 ms apart count as one.
[[nodiscard]] inline std::vector<Duration> find_beeps(std::span<const float> samples) {
  constexpr double kMinAmplitude = 0.03;   // Fainter beeps are ignored.
  constexpr std::size_t kSearch = 960;     // A beep's peak lies within this of its first trace.
  constexpr std::size_t kDeadTime = 9600;  // 200 ms.
  const std::vector<double> amplitudes = beep_amplitudes(samples);
  std::vector<Duration> beeps;
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    if (amplitudes[i] < kMinAmplitude) continue;
    const std::size_t end = std::min(amplitudes.size(), i + kSearch);
    const auto begin = amplitudes.begin();
    const auto peak =
        std::max_element(begin + static_cast<std::ptrdiff_t>(i), begin + static_cast<std::ptrdiff_t>(end));
    const auto half =
        std::find_if(begin + static_cast<std::ptrdiff_t>(i), peak, [&](double a) { return a >= *peak / 2; });
    // The window is half full there.
    const auto at = static_cast<std::size_t>(half - begin);
    beeps.push_back(audio_duration(at > kBeepWindow / 2 ? at - kBeepWindow / 2 : 0));
    i += kDeadTime;
  }
  return beeps;
}

}  // namespace counterpoint

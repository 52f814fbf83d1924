// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/beep.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

constexpr double kAmplitude = 0.5;
constexpr std::int64_t kIntervalSamples = kAudioSampleRate;  // kBeepInterval.
constexpr std::int64_t kBeepSamples = 480;                   // kBeepDuration.
constexpr std::int64_t kRampSamples = 24;                    // 0.5 ms: fast, yet without a click.
static_assert(audio_duration(kIntervalSamples) == kBeepInterval && audio_duration(kBeepSamples) == kBeepDuration);

constexpr std::size_t kWindow = 120;               // 2.5 ms: five periods of the beep.
constexpr double kMinAmplitude = 0.03;             // Fainter beeps are ignored.
constexpr double kMinPurity = 0.5;                 // Share of the energy that is at the beep's frequency.
constexpr std::size_t kSearch = 2 * kBeepSamples;  // A beep's peak lies within this of its first trace.
constexpr std::size_t kDeadTime = 9600;            // 200 ms.

std::complex<double> oscillator(std::int64_t n) {
  return std::polar(1.0, -2 * std::numbers::pi * kBeepFrequency * static_cast<double>(n) / kAudioSampleRate);
}

/// Amplitude at the beep's frequency in the window that ends with each sample (silence is taken to come before the
/// first); zero where other audio prevails.
std::vector<double> beep_amplitudes(std::span<const float> samples) {
  std::vector<double> amplitudes(samples.size());
  std::complex<double> tone = 0;
  double energy = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double added = samples[i];
    tone += added * oscillator(static_cast<std::int64_t>(i % kAudioSampleRate));
    energy += added * added;
    if (i >= kWindow) {
      const double gone = samples[i - kWindow];
      tone -= gone * oscillator(static_cast<std::int64_t>((i - kWindow) % kAudioSampleRate));
      energy -= gone * gone;
    }
    const double power = 2 * std::norm(tone) / kWindow;  // Energy of a pure tone of this amplitude.
    if (power > kMinPurity * energy) amplitudes[i] = 2 * std::abs(tone) / kWindow;
  }
  return amplitudes;
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

std::vector<Duration> find_beeps(std::span<const float> samples) {
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
    beeps.push_back(audio_duration(at > kWindow / 2 ? at - kWindow / 2 : 0));
    i += kDeadTime;
  }
  return beeps;
}

}  // namespace counterpoint

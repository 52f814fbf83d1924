// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "core/base/rng.h"
#include "core/ports/audio_processor.h"
#include "media/audio/processing/real_fourier.h"
#include "media/audio/test_voice.h"

namespace counterpoint {

using Signal = std::vector<float>;

inline double level_db(std::span<const float> samples) {
  double square = 1e-20;
  for (const float sample : samples) square += static_cast<double>(sample) * sample;
  return 10 * std::log10(square / static_cast<double>(std::max<std::size_t>(samples.size(), 1)));
}

/// The part of `signal` between two times in seconds.
inline std::span<const float> part(const Signal& signal, double from, double to) {
  const auto first = static_cast<std::size_t>(from * kAudioSampleRate);
  return std::span(signal).subspan(first, static_cast<std::size_t>(to * kAudioSampleRate) - first);
}

inline void bring_to(Signal& signal, double db) {
  const auto gain = static_cast<float>(std::pow(10, (db - level_db(signal)) / 20));
  for (float& sample : signal) sample *= gain;
}

inline Signal voice_signal(std::uint64_t seed, double seconds) {
  Signal signal(static_cast<std::size_t>(seconds * kAudioSampleRate));
  TestVoice(seed).read(signal);
  return signal;
}

/// Noise as of a fan: 6 dB an octave less towards high frequencies.
inline Signal noise_signal(std::uint64_t seed, double seconds, double db) {
  Rng rng(seed);
  Signal signal(static_cast<std::size_t>(seconds * kAudioSampleRate));
  double low = 0;
  for (float& sample : signal) sample = static_cast<float>((low = 0.95 * low + rng.gaussian()) + 0.3 * rng.gaussian());
  bring_to(signal, db);
  return signal;
}

/// A loudspeaker, a room and a microphone, whose sound cards have a clock each.
struct SimulatedRoom {
  double tail = 0.3;       ///< Seconds for 60 dB.
  double gain_db = -3;     ///< Gain from what is played to what is captured of it.
  double distortion = 0;   ///< Share of the loudspeaker's second and third harmonics.
  double latency = 0.04;   ///< Seconds from playing to capturing, which the stamps tell.
  double hidden = 0;       ///< Seconds more that they do not tell.
  double hidden_jump = 0;  ///< Yet more seconds that they do not tell from jump_at on.
  double jump_at = 1e9;
  double drift = 0;     ///< The loudspeaker's clock is faster by so much.
  double jitter = 0;    ///< Standard deviation of all stamps in seconds.
  double start = 1000;  ///< Seconds: the stamp of the first sample.
  std::uint64_t seed = 1;

  /// Gives what the microphone has of `played`.
  [[nodiscard]] Signal echo(const Signal& played) const {
    Signal loud = played;
    for (float& x : loud) x += static_cast<float>(distortion) * (x * std::abs(x) * 3 - x * x * x * 8);
    const Signal reverberant = reverberate(loud);
    Signal captured(played.size());
    for (std::size_t i = 0; i < captured.size(); ++i) {
      const double time = static_cast<double>(i) / kAudioSampleRate;
      const double delay = latency + hidden + (time >= jump_at ? hidden_jump : 0);
      captured[i] = interpolate(reverberant, (time - delay) * kAudioSampleRate * (1 + drift));
    }
    return captured;
  }

  /// Runs `processor` as a device would: `played` and `captured` block by block, with their stamps.
  [[nodiscard]] Signal run(AudioProcessor& processor, const Signal& played, const Signal& captured) const {
    constexpr double kBlock = kAudioBlockSamples;
    Rng rng(seed + 1);
    Signal result;
    std::size_t next = 0;
    for (std::size_t i = 0; i + kAudioBlockSamples <= captured.size(); i += kAudioBlockSamples) {
      const double time = static_cast<double>(i) / kAudioSampleRate;
      const auto stamp = [&](double at) { return Timestamp(from_seconds(start + at + jitter * rng.gaussian())); };
      // The block that is captured is handed over at its end, as is the one to be played next.
      for (; next + kAudioBlockSamples <= played.size(); next += kAudioBlockSamples) {
        const double given = static_cast<double>(next) / (kAudioSampleRate * (1 + drift));
        if (given > time + kBlock / kAudioSampleRate) break;
        AudioBlock block{.at = stamp(given + latency), .live = true};
        std::copy_n(played.begin() + static_cast<std::ptrdiff_t>(next), kAudioBlockSamples, block.samples.begin());
        processor.play(block);
      }
      AudioBlock block{.at = stamp(time), .live = true};
      std::copy_n(captured.begin() + static_cast<std::ptrdiff_t>(i), kAudioBlockSamples, block.samples.begin());
      processor.capture(block);
      result.insert(result.end(), block.samples.begin(), block.samples.end());
    }
    result.resize(captured.size());
    return result;
  }

 private:
  /// An exponential tail after the direct sound.
  [[nodiscard]] Signal response() const {
    Rng rng(seed);
    Signal taps(static_cast<std::size_t>(tail * kAudioSampleRate));
    constexpr std::size_t kDirect = 48;
    double square = 0;
    for (std::size_t i = kDirect; i < taps.size(); ++i) {
      const double age = static_cast<double>(i - kDirect) / static_cast<double>(taps.size());
      taps[i] = static_cast<float>((i == kDirect ? 1 : 0) + 0.06 * rng.gaussian() * std::pow(10, -3 * age));
      square += static_cast<double>(taps[i]) * taps[i];
    }
    for (float& tap : taps) tap *= static_cast<float>(std::pow(10, gain_db / 20) / std::sqrt(square));
    return taps;
  }

  [[nodiscard]] Signal reverberate(const Signal& dry) const {
    constexpr std::size_t kLength = 65'536;
    RealFourier fourier(kLength);
    Signal taps = response();
    const std::size_t step = kLength - taps.size();
    taps.resize(kLength);
    std::vector<RealFourier::Bin> room(fourier.bins());
    std::vector<RealFourier::Bin> spectrum(fourier.bins());
    fourier.forward(taps, room);
    Signal wet(dry.size());
    for (std::size_t from = 0; from < dry.size(); from += step) {
      Signal window(kLength);
      std::copy_n(dry.begin() + static_cast<std::ptrdiff_t>(from), std::min(step, dry.size() - from), window.begin());
      fourier.forward(window, spectrum);
      for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= room[k];
      fourier.inverse(spectrum, window);
      for (std::size_t i = 0; i < kLength && from + i < wet.size(); ++i) wet[from + i] += window[i];
    }
    return wet;
  }

  static float interpolate(const Signal& signal, double place) {
    const double whole = std::floor(place);
    const double fraction = place - whole;
    const auto at = static_cast<std::ptrdiff_t>(whole);
    const auto size = static_cast<std::ptrdiff_t>(signal.size());
    if (at < 0 || at >= size) return 0;
    if (fraction < 1e-6) return signal[static_cast<std::size_t>(at)];
    constexpr int kReach = 24;
    double sum = 0;
    for (int i = 1 - kReach; i <= kReach; ++i) {
      if (at + i < 0 || at + i >= size) continue;
      const double x = fraction - i;
      const double window = 0.5 + 0.5 * std::cos(std::numbers::pi * x / kReach);
      sum +=
          signal[static_cast<std::size_t>(at + i)] * window * std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
    }
    return static_cast<float>(sum);
  }
};

}  // namespace counterpoint

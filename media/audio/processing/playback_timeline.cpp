// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/playback_timeline.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace counterpoint {
namespace {

constexpr int kTaps = 32;
constexpr int kCentreTap = kTaps / 2 - 1;
constexpr int kPhases = 512;
constexpr double kBlock = kAudioBlockSamples;
/// A larger error of a stamp is no jitter: audio was lost, or a device was changed. 5 ms.
constexpr double kJump = 240;

/// The sinc function under a Kaiser window (beta = 8), for each of kPhases places between two samples.
std::vector<float> make_kernel() {
  std::vector<float> kernel;
  const double scale = std::cyl_bessel_i(0.0, 8.0);
  for (int phase = 0; phase <= kPhases; ++phase) {
    for (int tap = 0; tap < kTaps; ++tap) {
      const double x = tap - kCentreTap - static_cast<double>(phase) / kPhases;
      const double edge = 1 - std::pow(2 * x / kTaps, 2);
      const double window = edge > 0 ? std::cyl_bessel_i(0.0, 8.0 * std::sqrt(edge)) / scale : 0;
      const double angle = std::numbers::pi * x;
      kernel.push_back(static_cast<float>(window * (std::abs(x) < 1e-9 ? 1 : std::sin(angle) / angle)));
    }
  }
  return kernel;
}

double to_samples(Duration time) { return to_seconds(time) * kAudioSampleRate; }

}  // namespace

PlaybackTimeline::PlaybackTimeline() : kernel_(make_kernel()) {}

void PlaybackTimeline::push(const AudioBlock& played) {
  for (const float sample : played.samples) samples_[static_cast<std::size_t>(written_++) % kCapacity] = sample;
  newest_ = played.at;
}

PlaybackTimeline::Reading PlaybackTimeline::read(Timestamp captured_at, Duration shift) {
  Reading reading;
  if (written_ == 0) return reading;
  const double newest = static_cast<double>(written_) - kBlock;
  reading.known = true;
  follow(newest + to_samples(captured_at - newest_));
  const double from = place_ - to_samples(shift);
  if (std::abs(from - read_to_) > kJump) read_to_ = from;
  const double step = (from + kBlock * (1 + drift_) - read_to_) / kBlock;
  for (std::size_t i = 0; i < kAudioBlockSamples; ++i) {
    reading.samples[i] = sample_at(read_to_ + step * static_cast<double>(i));
  }
  read_to_ += step * kBlock;
  return reading;
}

Duration PlaybackTimeline::known_ahead() const {
  return from_seconds((static_cast<double>(written_) - kTaps / 2.0 - read_to_) / kAudioSampleRate);
}

/// Moves on by a block.
void PlaybackTimeline::follow(double measured) {
  auto& [place, both, drift] = covariance_;
  constexpr double kFirstNoise = 100;   // Stamps that are 0.2 ms wrong.
  constexpr double kFirstDrift = 4e-8;  // Clocks that are 0.02 % apart.
  constexpr double kWander = 1e-15;     // A clock changes by 1 ppm in 10 s.
  constexpr double kColour = 20;        // Errors of stamps go on for some blocks, as they are smoothed.
  constexpr double kMinNoise = 0.01;
  place_ += kBlock * (1 + drift_);
  const double error = measured - place_;
  if (!following_ || std::abs(error) > kJump) {
    if (!following_) {
      noise_ = kFirstNoise;
      drift_ = 0;
    }
    // It may be another device, with another clock.
    covariance_ = {noise_, 0, kFirstDrift};
    following_ = true;
    place_ = measured;
    return;
  }
  place += 2 * kBlock * both + kBlock * kBlock * drift;
  both += kBlock * drift;
  drift += kWander;
  noise_ += 0.02 * (kColour * error * error - noise_);
  const double total = place + std::max(noise_, kMinNoise);
  const double place_gain = place / total;
  const double drift_gain = both / total;
  place_ += place_gain * error;
  drift_ += drift_gain * error;
  drift -= drift_gain * both;
  both -= drift_gain * place;
  place -= place_gain * place;
}

float PlaybackTimeline::sample_at(double place) const {
  const double whole = std::floor(place);
  const auto first = static_cast<std::int64_t>(whole) - kCentreTap;
  if (first < 0 || first + kTaps > written_ || first + static_cast<std::int64_t>(kCapacity) < written_) return 0;
  const double phase = (place - whole) * kPhases;
  const auto row = static_cast<std::size_t>(phase);
  const auto share = static_cast<float>(phase - static_cast<double>(row));
  const float* kernel = kernel_.data() + row * kTaps;
  float sum = 0;
  for (int i = 0; i < kTaps; ++i) {
    const float weight = kernel[i] + share * (kernel[i + kTaps] - kernel[i]);
    sum += weight * samples_[static_cast<std::size_t>(first + i) % kCapacity];
  }
  return sum;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/echo_locator.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

constexpr int kLocatorRate = 8000;
constexpr std::size_t kLead = kLocatorRate / 10;     // kMaxLead
constexpr std::size_t kLag = kLocatorRate * 4 / 10;  // kMaxLag
constexpr std::size_t kLength = kLocatorRate / 2;    ///< The window in which an echo is looked for.
constexpr std::size_t kLowPassTaps = 48;

float hann(std::size_t i, std::size_t length) {
  const double sine = std::sin(std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(length));
  return static_cast<float>(sine * sine);
}

}  // namespace

EchoLocator::EchoLocator() : played_spectrum_(fourier_.bins()), spectrum_(fourier_.bins()) {
  constexpr double kPi = std::numbers::pi;
  double sum = 0;
  for (std::size_t i = 0; i < kLowPassTaps; ++i) {
    const double x = static_cast<double>(i) - (kLowPassTaps - 1) / 2.0;
    const double angle = kPi * x * 0.85 / kStep;
    low_pass_.push_back(hann(i, kLowPassTaps) * static_cast<float>(std::sin(angle) / angle));
    sum += low_pass_.back();
  }
  for (float& tap : low_pass_) tap /= static_cast<float>(sum);
  reset();
}

void EchoLocator::reset() {
  for (auto& history : histories_) history.assign(kLowPassTaps - kStep, 0);
  std::ranges::fill(played_, 0.0F);
  for (Track* track : {&captured_, &cancelled_}) {
    std::ranges::fill(track->samples, 0.0F);
    track->cross.assign(fourier_.bins(), {});
    track->peak = {};
  }
  since_look_ = {};
}

void EchoLocator::push(std::span<const float> played, std::span<const float> captured,
                       std::span<const float> cancelled) {
  append(played_, histories_[0], played);
  append(captured_.samples, histories_[1], captured);
  append(cancelled_.samples, histories_[2], cancelled);
  since_look_ += audio_duration(played.size());
}

void EchoLocator::append(std::vector<float>& samples, std::vector<float>& history, std::span<const float> block) const {
  history.insert(history.end(), block.begin(), block.end());
  const std::size_t made = block.size() / kStep;
  std::copy(samples.begin() + static_cast<std::ptrdiff_t>(made), samples.end(), samples.begin());
  for (std::size_t i = 0; i < made; ++i) {
    float sum = 0;
    for (std::size_t tap = 0; tap < kLowPassTaps; ++tap) sum += low_pass_[tap] * history[i * kStep + tap];
    samples[kSpan - made + i] = sum;
  }
  history.erase(history.begin(), history.begin() + static_cast<std::ptrdiff_t>(made * kStep));
}

void EchoLocator::look() {
  since_look_ = {};
  // Sharp ends of both windows would be found to lag behind each other.
  std::vector<float> window = played_;
  for (std::size_t i = 0; i < kLead / 2; ++i) {
    window[i] *= hann(i, kLead);
    window[kSpan - 1 - i] *= hann(i, kLead);
  }
  fourier_.forward(window, played_spectrum_);
  correlate(captured_);
  correlate(cancelled_);
}

void EchoLocator::correlate(Track& track) {
  // The newest of the track's samples that have all lags in what was played, from later to earlier.
  std::vector<float> window(kSpan);
  constexpr std::size_t kFrom = kSpan - kLead - kLength;
  for (std::size_t i = 0; i < kLength; ++i) window[kFrom + i] = track.samples[kFrom + i] * hann(i, kLength);
  fourier_.forward(window, spectrum_);
  constexpr std::size_t kFirst = 150 * kSpan / kLocatorRate;
  constexpr std::size_t kLast = 3400 * kSpan / kLocatorRate;
  constexpr float kShare = 0.4F;
  constexpr float kSilent = 1e-6F;
  for (std::size_t k = kFirst; k < kLast; ++k) {
    const RealFourier::Bin product = spectrum_[k] * std::conj(played_spectrum_[k]);
    const float size = std::abs(product);
    const RealFourier::Bin phase = size > kSilent ? product / size : RealFourier::Bin();
    track.cross[k] += kShare * (phase - track.cross[k]);
  }
  std::vector<float> correlation(kSpan);
  fourier_.inverse(track.cross, correlation);
  track.peak = {};
  double square = 0;
  double highest = 0;
  for (std::size_t i = 0; i < kLead + kLag; ++i) {
    const std::size_t at = (i + kSpan - kLead) % kSpan;
    const double value = std::abs(correlation[at]);
    square += value * value;
    if (value <= highest) continue;
    highest = value;
    track.peak.lag = from_seconds((static_cast<double>(i) - static_cast<double>(kLead)) / kLocatorRate);
  }
  const double mean = std::sqrt(square / static_cast<double>(kLead + kLag));
  track.peak.sharpness = mean > 0 ? highest / mean : 0;
}

}  // namespace counterpoint

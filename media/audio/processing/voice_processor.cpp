// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/voice_processor.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace counterpoint {
namespace {

/// So much earlier than the stamps say the echo may come and still be in the filter's reach.
constexpr Duration kReferenceLead = 10ms;
/// An echo that begins within so much of the filter's is left where it is.
constexpr Duration kReach = 30ms;
/// Sharpness of a correlation in which there is an echo for sure, and of one whose peak is the echo's place.
constexpr double kSharp = 9;
constexpr double kCertain = 12;
constexpr int kLooks = 2;  ///< So many more looks have to find it there.
/// The part of the captured power below which an echo that is left does not count: -15 dB.
constexpr double kResolved = 0.03;
/// The part that is left is taken to be no less than this, -20 dB, and to rise by 5 dB a second: within a second a
/// voice beside the echo has a gap in which the canceller shows what it does.
constexpr double kLeastLeft = 0.01;
constexpr double kRise = 1.012;

double mean_square(std::span<const float> samples) {
  double square = 0;
  for (const float sample : samples) square += static_cast<double>(sample) * sample;
  return square / static_cast<double>(samples.size());
}

}  // namespace

VoiceProcessor::HighPass::HighPass() {
  const double tangent = std::tan(std::numbers::pi * 80 / kAudioSampleRate);
  const double square = tangent * tangent;
  scale_ = 1 / (1 + std::numbers::sqrt2 * tangent + square);
  first_ = 2 * (square - 1) * scale_;
  second_ = (1 - std::numbers::sqrt2 * tangent + square) * scale_;
}

void VoiceProcessor::HighPass::filter(LinearCanceller::Samples& samples) {
  for (float& sample : samples) {
    const double x = sample;
    const double y = scale_ * (x - 2 * x1_ + x2_) - first_ * y1_ - second_ * y2_;
    x2_ = x1_;
    x1_ = x;
    y2_ = y1_;
    y1_ = y;
    sample = static_cast<float>(y);
  }
}

VoiceProcessor::VoiceProcessor(const Config& config)
    : config_(config),
      linear_(config.tail),
      suppressor_({.noise_reduction_db = config.suppress_noise ? SpectralSuppressor::Config().noise_reduction_db : 0,
                   .echo_reduction_db = config.cancel_echo ? SpectralSuppressor::Config().echo_reduction_db : 0}),
      gain_(GainControl::Config()) {}

void VoiceProcessor::play(const AudioBlock& played) {
  if (std::exchange(plays_, played.live) != played.live) begin_anew();
  timeline_.push(played.live ? played : AudioBlock{.at = played.at});
}

void VoiceProcessor::capture(AudioBlock& captured) {
  if (std::exchange(hears_, captured.live) != captured.live) begin_anew();
  if (!captured.live) return;
  high_pass_.filter(captured.samples);
  const PlaybackTimeline::Reading played = timeline_.read(captured.at, shift_);
  if (played.known && !placed_) {
    placed_ = true;
    // The reference leads by what is known of the future, so that stamps may be late.
    shift_ = -std::clamp(timeline_.known_ahead(), Duration::zero(), kReferenceLead);
  }
  const LinearCanceller::Samples cancelled =
      config_.cancel_echo ? cancel(captured.samples, played.samples) : captured.samples;
  constexpr std::size_t kHop = SpectralSuppressor::kHop;
  LinearCanceller::Samples result{};
  for (std::size_t from = 0; from < kAudioBlockSamples; from += kHop) {
    const std::span<float> hop = std::span(result).subspan(from, kHop);
    suppressor_.process(std::span(captured.samples).subspan(from, kHop), std::span(cancelled).subspan(from, kHop),
                        std::span(played.samples).subspan(from, kHop), config_.cancel_echo && unresolved_, hop);
    if (config_.control_gain) gain_.process(hop, suppressor_.voice());
  }
  captured.samples = result;
  captured.at -= audio_duration(SpectralSuppressor::kDelay);
}

LinearCanceller::Samples VoiceProcessor::cancel(const LinearCanceller::Samples& microphone,
                                                const LinearCanceller::Samples& played) {
  LinearCanceller::Samples cancelled = linear_.cancel(microphone, played);
  constexpr double kShare = 0.4;  // A mean over 25 ms.
  captured_power_ += kShare * (mean_square(microphone) - captured_power_);
  cancelled_power_ += kShare * (mean_square(cancelled) - cancelled_power_);
  constexpr double kSilent = 1e-12;
  const double left = cancelled_power_ / (captured_power_ + kSilent);
  least_left_ = std::max(kLeastLeft, std::min(least_left_ * kRise, left));
  locator_.push(played, microphone, cancelled);
  if (locator_.due()) look_for_echo();
  return cancelled;
}

void VoiceProcessor::look_for_echo() {
  locator_.look();
  const EchoLocator::Peak peak = locator_.in_captured();
  const EchoLocator::Peak left = locator_.in_cancelled();
  const auto close = [](const EchoLocator::Peak& one, const EchoLocator::Peak& other) {
    return std::chrono::abs(one.lag - other.lag) < 2ms;
  };
  const bool in_reach = peak.lag >= Duration::zero() && peak.lag <= kReach;
  // A filter that was right for another place makes a second echo, which hides the first one.
  const bool elsewhere = !in_reach && peak.sharpness > kSharp && close(peak, left);
  unresolved_ = least_left_ > kResolved && (left.sharpness > kSharp || elsewhere);
  const bool steady = peak.sharpness > kCertain && last_peak_.sharpness > kCertain && close(peak, last_peak_);
  last_peak_ = peak;
  steady_looks_ = steady ? steady_looks_ + 1 : 0;
  if (!unresolved_ || steady_looks_ < kLooks || in_reach) return;
  shift_ += std::max(peak.lag - kReferenceLead, -timeline_.known_ahead());
  forget_room();
}

void VoiceProcessor::begin_anew() {
  timeline_.restart();
  forget_room();
  placed_ = false;
  shift_ = {};
}

void VoiceProcessor::forget_room() {
  linear_.reset();
  locator_.reset();
  last_peak_ = {};
  steady_looks_ = 0;
  unresolved_ = true;
  least_left_ = 1;
}

}  // namespace counterpoint

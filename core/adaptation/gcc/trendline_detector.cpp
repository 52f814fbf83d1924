// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/gcc/trendline_detector.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

constexpr double kMinThreshold = 6;    // ms
constexpr double kMaxThreshold = 600;  // ms
/// The threshold does not follow what exceeds it by more: a sudden change of the path.
constexpr double kFollowed = 15;  // ms
constexpr Duration kMaxStep = 100ms;
/// The slope of the first few variations counts for less.
constexpr int kCertain = 60;

}  // namespace

void TrendlineDetector::add(const InterGroupVariation& variation) {
  if (!first_at_) first_at_ = variation.at;
  variations_ = std::min(variations_ + 1, kCertain);
  sum_ += to_milliseconds(variation.arrived - variation.sent);
  smoothed_ = config_.smoothing * smoothed_ + (1 - config_.smoothing) * sum_;
  samples_.push_back({.at = to_milliseconds(variation.at - *first_at_), .delay = smoothed_});
  if (samples_.size() > config_.window) samples_.pop_front();
  detect(samples_.size() == config_.window ? slope() : slope_, variation.sent);
  adapt_threshold(variation.at);
}

// The line of least squares.
double TrendlineDetector::slope() const {
  const auto count = static_cast<double>(samples_.size());
  double mean_at = 0;
  double mean_delay = 0;
  for (const Sample& sample : samples_) {
    mean_at += sample.at / count;
    mean_delay += sample.delay / count;
  }
  double covariance = 0;
  double variance = 0;
  for (const Sample& sample : samples_) {
    covariance += (sample.at - mean_at) * (sample.delay - mean_delay);
    variance += (sample.at - mean_at) * (sample.at - mean_at);
  }
  return variance > 0 ? covariance / variance : slope_;
}

void TrendlineDetector::detect(double slope, Duration sent) {
  trend_ = variations_ < 2 ? 0 : variations_ * slope * config_.gain;
  if (trend_ > threshold_) {
    // It began somewhere between the last two groups.
    over_for_ = over_for_ ? *over_for_ + sent : sent / 2;
    ++over_count_;
    if (*over_for_ > config_.overuse_time && over_count_ > 1 && slope >= slope_) {
      over_for_ = Duration::zero();
      over_count_ = 0;
      use_ = BandwidthUse::kOverusing;
    }
  } else {
    over_for_.reset();
    over_count_ = 0;
    use_ = trend_ < -threshold_ ? BandwidthUse::kUnderusing : BandwidthUse::kNormal;
  }
  slope_ = slope;
}

void TrendlineDetector::adapt_threshold(Timestamp now) {
  const Duration step = std::clamp(now - adapted_at_.value_or(now), Duration::zero(), kMaxStep);
  adapted_at_ = now;
  const double excess = std::abs(trend_) - threshold_;
  if (excess > kFollowed) return;
  const double factor = excess < 0 ? config_.threshold_down : config_.threshold_up;
  threshold_ = std::clamp(threshold_ + factor * excess * to_milliseconds(step), kMinThreshold, kMaxThreshold);
}

}  // namespace counterpoint

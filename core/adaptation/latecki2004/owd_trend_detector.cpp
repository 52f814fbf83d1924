// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/latecki2004/owd_trend_detector.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/rank.h"

namespace counterpoint {
namespace {

/// Low percentiles of this long are a queue that jitter does not hide: 16 packets of audio.
constexpr Duration kLevelWindow = 320ms;
/// Beyond it a delay is absurd; sums of a window's delays stay far from overflow.
constexpr Duration kMaxDelay = 24h;

/// The middle one, or the mean of the two in the middle.
Duration median(const std::vector<Duration>& values) {
  const Duration upper = nth_smallest(values, values.size() / 2);
  return values.size() % 2 == 1 ? upper : (upper + nth_smallest(values, values.size() / 2 - 1)) / 2;
}

struct Groups {
  std::vector<Duration> medians;
  std::vector<Duration> deviations;  ///< Distance of each delay from its group's median.
};

Groups make_groups(std::span<const Duration> delays) {
  const auto count = static_cast<std::size_t>(std::sqrt(static_cast<double>(delays.size())));
  Groups groups;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = i * delays.size() / count;
    const std::size_t to = (i + 1) * delays.size() / count;
    const std::span<const Duration> group = delays.subspan(from, to - from);
    const Duration middle = median({group.begin(), group.end()});
    groups.medians.push_back(middle);
    for (const Duration delay : group) groups.deviations.push_back(std::chrono::abs(delay - middle));
  }
  return groups;
}

/// Mean number of delays.
double group_size(const Groups& groups) {
  return static_cast<double>(groups.deviations.size()) / static_cast<double>(groups.medians.size());
}

/// A normal distribution's standard deviation is 1.4826 median absolute deviations; n / (n - 1) makes up for groups
/// that are measured from their own medians.
Duration noise_of(const Groups& groups) {
  const double n = group_size(groups);
  return from_seconds(1.4826 * n / (n - 1) * to_seconds(median(groups.deviations)));
}

/// Standard error of the difference of two medians: each has 1.2533 times the standard error of a mean.
Duration standard_error(const Groups& groups) {
  return from_seconds(to_seconds(noise_of(groups)) * 1.2533 * std::sqrt(2 / group_size(groups)));
}

OwdPhase phase_of(const OwdTrend& trend, const OwdTrendConfig& config) {
  // A trend whose change is within the noise is none: a skewed clock alone has an S_PDT of 1.
  const double pdt = std::chrono::abs(trend.change) < 2 * trend.epsilon ? 0 : trend.pdt;
  const auto goes = [&](double pct, double difference) {
    return (pct > config.upper_pct && difference > config.lower_pdt) ||
           (difference > config.upper_pdt && pct > config.lower_pct);
  };
  if (goes(trend.pct, pdt)) return OwdPhase::kIncreasing;
  if (goes(-trend.pct, -pdt)) return OwdPhase::kDecreasing;
  if (std::abs(trend.pct) < config.lower_pct && std::abs(pdt) < config.lower_pdt) return OwdPhase::kSteady;
  return OwdPhase::kAmbiguous;
}

}  // namespace

OwdTrend measure_owd_trend(std::span<const Duration> delays, const OwdTrendConfig& config) {
  if (delays.size() < 4) return {};
  const Groups groups = make_groups(delays);
  OwdTrend trend{
      .change = groups.medians.back() - groups.medians.front(),
      .epsilon = std::max(config.epsilon, from_seconds(config.noise_factor * to_seconds(standard_error(groups)))),
      .noise = noise_of(groups),
      .packets = delays.size()};
  int steps = 0;
  Duration changes{};
  for (std::size_t k = 1; k < groups.medians.size(); ++k) {
    const Duration difference = groups.medians[k] - groups.medians[k - 1];
    changes += std::chrono::abs(difference);
    if (difference > trend.epsilon) ++steps;
    if (difference < -trend.epsilon) --steps;
  }
  trend.pct = static_cast<double>(steps) / static_cast<double>(groups.medians.size() - 1);
  trend.pdt = changes > Duration::zero() ? to_seconds(trend.change) / to_seconds(changes) : 0;
  trend.phase = phase_of(trend, config);
  return trend;
}

OwdPhase combine_owd_phases(const std::array<OwdPhase, 3>& phases) {
  const auto count = [&](OwdPhase phase) { return std::ranges::count(phases, phase); };
  const bool up = count(OwdPhase::kIncreasing) > 0;
  const bool down = count(OwdPhase::kDecreasing) > 0;
  if (up && !down) return OwdPhase::kIncreasing;
  if (down && !up) return OwdPhase::kDecreasing;
  if (count(OwdPhase::kSteady) >= 2) return OwdPhase::kSteady;
  return count(OwdPhase::kUnknown) >= 2 ? OwdPhase::kUnknown : OwdPhase::kAmbiguous;
}

OwdTrendDetector::OwdTrendDetector(const OwdTrendConfig& config) : config_(config), queueing_(queueing_config()) {}

QueueingDelay::Config OwdTrendDetector::queueing_config() const {
  return {.window = kLevelWindow, .base_age = config_.minimum_age};
}

Duration OwdTrendDetector::allowance() const {
  return from_seconds(std::min(config_.noise_factor * to_seconds(noise_), 1.0));
}

void OwdTrendDetector::add(Duration delay, Timestamp sent_at, Timestamp now) {
  delay = std::clamp<Duration>(delay, -kMaxDelay, kMaxDelay);
  // Less what a drifting clock may have added since: so the minimum of long ago rises by as much.
  queueing_.add(delay - from_seconds(config_.clock_skew * to_seconds(now.time_since_epoch())), now);
  if (congested_for_ > 0) --congested_for_;
  if (sent_at >= windows_from_) {
    for (std::size_t i = 0; i < windows_.size(); ++i) slide(windows_[i], config_.scales[i], delay);
  }
  judge();
}

void OwdTrendDetector::slide(Window& window, std::size_t scale, Duration delay) {
  window.delays.push_back(delay);
  if (window.delays.size() > scale) window.delays.pop_front();
  ++window.new_delays;
  if (window.delays.size() < scale || window.new_delays < scale / 4) return;
  window.new_delays = 0;
  window.trend = measure_owd_trend(std::vector<Duration>(window.delays.begin(), window.delays.end()), config_);
  // A trend spreads its groups as well.
  const OwdPhase phase = window.trend.phase;
  if (phase != OwdPhase::kIncreasing && phase != OwdPhase::kDecreasing) noise_ = window.trend.noise;
}

void OwdTrendDetector::add_loss() {
  if (!has_queue()) return;
  congested_for_ = config_.scales.front();
  judge();
}

void OwdTrendDetector::judge() {
  phase_ = combine_owd_phases({windows_[0].trend.phase, windows_[1].trend.phase, windows_[2].trend.phase});
  if (phase_ == OwdPhase::kIncreasing && !has_queue()) phase_ = OwdPhase::kAmbiguous;
  if (phase_ == OwdPhase::kIncreasing || phase_ == OwdPhase::kDecreasing) return;
  if (queue() > config_.congested_above + allowance() || congested_for_ > 0) phase_ = OwdPhase::kCongested;
}

void OwdTrendDetector::restart(Timestamp from) {
  windows_ = {};
  windows_from_ = from;
  congested_for_ = 0;
  judge();
}

void OwdTrendDetector::forget_minimum() {
  queueing_ = QueueingDelay(queueing_config());
  judge();
}

const OwdTrend& OwdTrendDetector::evidence() const {
  // The shortest that says so, or else the longest there is.
  for (const Window& window : windows_) {
    if (window.trend.phase == phase_ && phase_ != OwdPhase::kUnknown) return window.trend;
  }
  const auto longest = std::ranges::max_element(windows_, {}, [](const Window& w) { return w.trend.packets; });
  return longest->trend;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/rfc8298/queue_delay.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace counterpoint {
namespace {

constexpr double kAverageWeight = 0.25;           ///< QDELAY_AVG_G
constexpr Duration kDeviationNorm = 25ms;         ///< QDELAY_DEV_NORM
constexpr double kDeviationWeight = 1.0 / 64;     ///< QDELAY_DEV_AVG_G
constexpr Duration kAdjustment = 50ms;            ///< The time between adjustments of the target.
constexpr std::ptrdiff_t kVarianceSamples = 200;  ///< 10 s
constexpr std::ptrdiff_t kMeanSamples = 50;
constexpr double kLossEventWeight = 0.02;
constexpr double kLossEventRate = 0.002;  ///< Losses go on from there on.
constexpr double kLongQueue = 0.5;        ///< In target_low, as means and variances.
constexpr double kSteadyVariance = 0.2;   ///< A queue stands below.

/// The mean of the last `samples`, or of all when there are fewer.
double mean_of_last(std::ptrdiff_t samples, const std::deque<double>& values) {
  const std::ptrdiff_t counted = std::min(samples, static_cast<std::ptrdiff_t>(values.size()));
  return std::accumulate(values.end() - counted, values.end(), 0.0) / static_cast<double>(counted);
}

}  // namespace

void ScreamQueueDelay::update(Duration one_way_delay, Timestamp sent_at, Duration s_rtt, double ref_wnd_ratio,
                              Timestamp now) {
  base_.add(one_way_delay, sent_at);
  qdelay_ = one_way_delay - base_.least();
  if (now >= averaged_at_ + std::min(config_.virtual_rtt, s_rtt)) {
    averaged_at_ = now;
    average(ref_wnd_ratio);
  }
  if (now >= adjusted_at_ + kAdjustment) {
    adjusted_at_ = now;
    adjust_target();
  }
}

void ScreamQueueDelay::average(double ref_wnd_ratio) {
  average_ = qdelay_ < average_ ? qdelay_ : average_ + scaled(qdelay_ - average_, kAverageWeight);
  threshold_ = std::max(0.05, 0.1 * (1 - ref_wnd_ratio / 0.1));
  const double excess = to_seconds(qdelay_ - kDeviationNorm / 4) / to_seconds(kDeviationNorm);
  deviation_ += kDeviationWeight * (std::clamp(excess, 0.0, 1.5 * threshold_) - deviation_);
}

void ScreamQueueDelay::adjust_target() {
  history_.push_back(to_seconds(qdelay_) / to_seconds(config_.target_low));
  if (history_.size() > kVarianceSamples) history_.pop_front();
  const double mean = mean_of_last(kMeanSamples, history_);
  const double centre = mean_of_last(kVarianceSamples, history_);
  const double squares = std::transform_reduce(history_.begin(), history_.end(), 0.0, std::plus<>(),
                                               [centre](double x) { return (x - centre) * (x - centre); });
  const double variance = squares / static_cast<double>(history_.size());
  const double most = to_seconds(config_.target_high) / to_seconds(config_.target_low);
  const Duration wanted = scaled(config_.target_low, std::min(most, mean + std::sqrt(variance)));
  const bool stands = variance < kSteadyVariance;
  if (stands && mean > kLongQueue && loss_event_rate_ > kLossEventRate) {
    target_ = scaled(wanted, 1.5);
  } else if (stands) {
    target_ = wanted;
  } else if (wanted < config_.target_low) {
    target_ = std::max(target_ / 2, wanted);
  } else {
    target_ = scaled(target_, 0.9);
  }
  target_ = std::clamp(target_, config_.target_low, config_.target_high);
}

void ScreamQueueDelay::end_round_trip(bool lost) {
  loss_event_rate_ += kLossEventWeight * ((lost ? 1 : 0) - loss_event_rate_);
}

}  // namespace counterpoint

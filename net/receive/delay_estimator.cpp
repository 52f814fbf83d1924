// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/delay_estimator.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

/// An outage is over when packets are this close to normal again.
constexpr Duration kOutageEnd = 20ms;

}  // namespace

bool DelayEstimator::add(Duration media_time, Timestamp arrived_at) {
  const Duration transit = arrived_at.time_since_epoch() - media_time;
  const bool new_clock = !newest_media_ || std::chrono::abs(transit - last_transit_) > config_.reset_threshold;
  if (new_clock) {
    reset();
    newest_media_ = media_time;
  }
  last_transit_ = transit;
  newest_media_ = std::max(*newest_media_, media_time);

  while (!base_samples_.empty() && base_samples_.back().transit >= transit) base_samples_.pop_back();
  base_samples_.push_back({media_time, transit});
  expire();
  base_ = base_samples_.front().transit;

  const Duration excess = transit - base_;
  if (excess > config_.max_jitter) outage_ = true;
  if (excess <= std::max(kOutageEnd, std::min(jitter_, config_.max_jitter / 2))) outage_ = false;
  if (!outage_) jitter_samples_.push_back({media_time, transit});
  if (jitter_samples_.size() > config_.max_samples) jitter_samples_.pop_front();
  if (!jitter_samples_.empty()) {
    jitter_ = std::clamp(percentile_of_transit() - base_, Duration::zero(), config_.max_jitter);
  }
  return new_clock;
}

void DelayEstimator::expire() {
  const Duration base_horizon = *newest_media_ - config_.base_window;
  while (base_samples_.size() > 1 &&
         (base_samples_.front().media_time < base_horizon || base_samples_.size() > config_.max_samples)) {
    base_samples_.pop_front();
  }
  const Duration jitter_horizon = *newest_media_ - config_.jitter_window;
  while (jitter_samples_.size() > 1 && jitter_samples_.front().media_time < jitter_horizon) {
    jitter_samples_.pop_front();
    settled_ = true;
  }
}

Duration DelayEstimator::percentile_of_transit() {
  scratch_.clear();
  for (const Sample& sample : jitter_samples_) scratch_.push_back(sample.transit);
  const auto rank = static_cast<std::size_t>(std::floor(config_.percentile * static_cast<double>(scratch_.size())));
  const auto nth = scratch_.begin() + static_cast<std::ptrdiff_t>(std::min(rank, scratch_.size() - 1));
  std::nth_element(scratch_.begin(), nth, scratch_.end());
  return *nth;
}

void DelayEstimator::reset() {
  base_samples_.clear();
  jitter_samples_.clear();
  newest_media_.reset();
  base_ = {};
  jitter_ = {};
  outage_ = false;
  settled_ = false;
}

}  // namespace counterpoint

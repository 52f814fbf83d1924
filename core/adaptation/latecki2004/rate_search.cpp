// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/latecki2004/rate_search.h"

#include <algorithm>

namespace counterpoint {

RateSearch::RateSearch(const Config& config, DataRate start)
    : config_(config),
      rate_(std::clamp(start, config.min_rate, config.max_rate)),
      r_min_(config.min_rate),
      growth_(config.start_growth) {}

bool RateSearch::is_close() const { return r_max_ && *r_max_ - r_min_ <= *r_max_ * config_.resolution; }

void RateSearch::go_to(DataRate rate) { rate_ = std::clamp(rate, config_.min_rate, config_.max_rate); }

void RateSearch::carried() {
  r_min_ = rate_;
  if (r_max_ && *r_max_ < r_min_) r_max_.reset();
  if (is_close()) return;
  if (r_max_) return go_to((r_min_ + *r_max_) * 0.5);
  go_to(rate_ * (1 + growth_));
  growth_ = std::min(1.0, 2 * growth_);
}

void RateSearch::not_carried(DataRate arrived) {
  r_max_ = std::clamp(arrived, config_.min_rate, rate_);
  // A little below R_min is what two measurements may differ by.
  if (rate_ <= r_min_ || *r_max_ < r_min_ * (1 - 2 * config_.resolution)) r_min_ = config_.min_rate;
  r_max_ = std::max(*r_max_, r_min_);
  growth_ = config_.reopen_growth;
  if (is_close()) return go_to(r_min_);
  go_to(std::max((r_min_ + *r_max_) * 0.5, *r_max_ * config_.arrival_share));
}

void RateSearch::ease(double share) {
  if (rate_ <= r_min_) r_min_ = config_.min_rate;
  go_to(rate_ * share);
}

void RateSearch::lost() {
  if (rate_ <= r_min_) r_min_ = config_.min_rate;
}

void RateSearch::reopen() {
  r_max_.reset();
  growth_ = config_.reopen_growth;
  carried();
}

}  // namespace counterpoint

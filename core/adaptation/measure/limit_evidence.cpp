// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/limit_evidence.h"

#include <algorithm>

namespace counterpoint {

void LimitEvidence::add(Duration at, std::optional<DataRate> estimate, std::optional<DataRate> arrived) {
  at_ = at;
  estimate_ = estimate;
  if (arrived) {
    while (!arrivals_.empty() && arrivals_.back().rate <= *arrived) arrivals_.pop_back();
    arrivals_.push_back({.at = at, .rate = *arrived});
  }
  while (!arrivals_.empty() && at - arrivals_.front().at > kLately) arrivals_.pop_front();
  if (!estimate) return;
  const bool close = arrived && *estimate <= *arrived * kClose;
  if (close || !tried_at_) tried_at_ = at;
}

std::optional<RateLimit> LimitEvidence::limit(DataRate most) const {
  if (!estimate_ || estimate_->is_unlimited()) return std::nullopt;
  const Duration ago = at_ - tried_at_.value_or(at_);
  const bool untried = !arrivals_.empty() && *estimate_ > arrivals_.front().rate * kClose;
  if (untried) return RateLimit{.rate = arrivals_.front().rate, .origin = LimitOrigin::kUntried, .tried_ago = ago};
  if (*estimate_ >= most) return RateLimit{.rate = most, .origin = LimitOrigin::kMaximum, .tried_ago = ago};
  return RateLimit{.rate = *estimate_, .origin = LimitOrigin::kEstimate, .tried_ago = ago};
}

}  // namespace counterpoint

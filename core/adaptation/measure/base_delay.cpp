// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/base_delay.h"

#include <algorithm>

namespace counterpoint {

void BaseDelay::add(Duration delay, Timestamp sent_at) {
  if (least_.empty() || sent_at - began_at_ >= config_.interval) {
    least_.push_back(delay);
    began_at_ = sent_at;
    if (least_.size() > config_.intervals) least_.pop_front();
  }
  least_.back() = std::min(least_.back(), delay);
}

Duration BaseDelay::least() const { return *std::ranges::min_element(least_); }

}  // namespace counterpoint

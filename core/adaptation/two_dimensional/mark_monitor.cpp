// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/mark_monitor.h"

#include <algorithm>

namespace counterpoint {

void MarkMonitor::add(Ecn ecn) {
  ++arrived_;
  if (ecn == Ecn::kCe) ++marked_;
  if (ecn == Ecn::kNotEct) {
    erased_ = std::min(erased_ + 1, kErased);
  } else {
    erased_ = 0;
    is_carried_ = true;
  }
}

void MarkMonitor::update(Duration step, Duration round, Timestamp now) {
  now_ = now;
  if (marked_ > 0) marked_at_ = now;
  is_marked_ = marked_at_ && now - *marked_at_ < round;
  const double weight = config_.mark_weight * std::min(1.0, to_seconds(step) / to_seconds(round));
  if (arrived_ > 0) share_ += weight * (static_cast<double>(marked_) / arrived_ - share_);
  marked_time_ += weight * ((is_marked_ ? 1.0 : 0.0) - marked_time_);
  arrived_ = marked_ = 0;
}

}  // namespace counterpoint

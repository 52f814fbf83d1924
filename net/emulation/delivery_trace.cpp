// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/delivery_trace.h"

#include <algorithm>

namespace counterpoint {

Timestamp DeliverySchedule::serve(DataSize size, Timestamp now) {
  if (now > last_) {
    left_ = DataSize();
    next_ = std::max(next_, passed_by(now));
    last_ = now;
  }
  while (size > left_) {
    size -= left_;
    last_ = time_of(next_++);
    left_ = DeliveryTrace::kOpportunity;
  }
  left_ -= size;
  return last_;
}

Timestamp DeliverySchedule::time_of(std::int64_t opportunity) const {
  const auto count = static_cast<std::int64_t>(trace_.at.size());
  return start_ + trace_.length() * (opportunity / count) + trace_.at[static_cast<std::size_t>(opportunity % count)];
}

std::int64_t DeliverySchedule::passed_by(Timestamp now) const {
  const std::int64_t rounds = (now - start_) / trace_.length();
  const Duration within = now - start_ - trace_.length() * rounds;
  const auto after = std::ranges::upper_bound(trace_.at, within);
  return rounds * static_cast<std::int64_t>(trace_.at.size()) + (after - trace_.at.begin());
}

}  // namespace counterpoint

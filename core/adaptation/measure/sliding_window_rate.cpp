// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/sliding_window_rate.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// 100 Mbit/s in full packets for a second. A peer whose clock stands still would otherwise keep all.
constexpr std::size_t kMaxEvents = 10'000;

}  // namespace

void SlidingWindowRate::add(DataSize size, Timestamp at) {
  // Far more than reordering: another clock.
  if (!events_.empty() && at + 10 * window_ < events_.back().at) {
    events_.clear();
    sum_ = {};
  }
  if (!events_.empty()) at = std::max(at, events_.back().at);
  events_.push_back({.at = at, .size = size});
  sum_ += size;
  while (events_.front().at + window_ < at || events_.size() > kMaxEvents) {
    sum_ -= events_.front().size;
    events_.pop_front();
  }
}

DataRate SlidingWindowRate::rate() const {
  if (events_.size() < 2) return {};
  // The first event's own size came before its time.
  return (sum_ - events_.front().size) / (events_.back().at - events_.front().at);
}

}  // namespace counterpoint

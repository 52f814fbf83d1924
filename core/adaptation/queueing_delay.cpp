// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/queueing_delay.h"

#include <algorithm>
#include <vector>

namespace counterpoint {

void QueueingDelay::add(Duration one_way_delay, Timestamp now) {
  window_.push_back({.at = now, .delay = one_way_delay});
  while (window_.front().at + config_.window < now) window_.pop_front();
  std::vector<Duration> delays;
  for (const Sample& sample : window_) delays.push_back(sample.delay);
  const auto rank = static_cast<std::ptrdiff_t>(config_.percentile * static_cast<double>(delays.size() - 1));
  std::nth_element(delays.begin(), delays.begin() + rank, delays.end());
  level_ = delays[static_cast<std::size_t>(rank)];
  note_base(now);
}

void QueueingDelay::note_base(Timestamp now) {
  while (!least_.empty() && least_.back().delay >= level_) least_.pop_back();
  least_.push_back({.at = now, .delay = level_});
  while (least_.front().at + config_.base_age < now) least_.pop_front();
}

std::optional<Duration> QueueingDelay::now() const {
  if (window_.empty()) return std::nullopt;
  return level_ - least_.front().delay;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/queueing_delay.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/rank.h"

namespace counterpoint {
namespace {

constexpr std::size_t kBends = 50;
/// Packets: 60 Mbit/s over 100 ms. A peer whose clock stands still would otherwise keep all.
constexpr std::size_t kMaxWindow = 512;

Duration quantile(std::vector<Duration> values, double q) {
  const auto rank = static_cast<std::size_t>(q * static_cast<double>(values.size() - 1));
  return nth_smallest(std::move(values), rank);
}

}  // namespace

void QueueingDelay::add(Duration one_way_delay, Timestamp arrived_at) {
  if (!window_.empty() && arrived_at + 10 * config_.window < window_.back().at) {
    // Far more than reordering: another clock.
    window_.clear();
    least_.clear();
    levels_.clear();
  }
  const Timestamp now = window_.empty() ? arrived_at : std::max(arrived_at, window_.back().at);
  window_.push_back({.at = now, .delay = one_way_delay});
  while (window_.front().at + config_.window < now || window_.size() > kMaxWindow) window_.pop_front();
  std::vector<Duration> delays;
  delays.reserve(window_.size());
  for (const Sample& sample : window_) delays.push_back(sample.delay);
  level_ = quantile(std::move(delays), config_.percentile);
  record_base(now);
  record_noise(now);
}

void QueueingDelay::record_base(Timestamp now) {
  while (!least_.empty() && least_.back().delay >= level_) least_.pop_back();
  least_.push_back({.at = now, .delay = level_});
  while (least_.front().at + config_.base_age < now) least_.pop_front();
}

// A queue grows and shrinks steadily, from one window to the next; chance bends the level up and down. The second
// differences of a normal distribution deviate by 2.45 times its own deviation; a quarter is below 0.32 of that.
void QueueingDelay::record_noise(Timestamp now) {
  if (!levels_.empty() && now < levels_.back().at + config_.window) return;
  levels_.push_back({.at = now, .delay = level_});
  if (levels_.size() < 3) return;
  bends_.push_back(std::chrono::abs(levels_[2].delay - 2 * levels_[1].delay + levels_[0].delay));
  levels_.pop_front();
  if (bends_.size() > kBends) bends_.pop_front();
  constexpr std::size_t kEnough = 8;
  if (bends_.size() < kEnough) return;
  noise_ = from_seconds(to_seconds(quantile({bends_.begin(), bends_.end()}, 0.25)) / (0.32 * 2.45));
}

std::optional<Duration> QueueingDelay::now() const {
  if (window_.empty()) return std::nullopt;
  return level_ - least_.front().delay;
}

}  // namespace counterpoint

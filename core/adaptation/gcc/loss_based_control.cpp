// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/gcc/loss_based_control.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

constexpr Duration kLossInterval = 1s;
/// A share of fewer packets means little.
constexpr int kMinPackets = 20;
constexpr Duration kStartPhase = 2s;
constexpr Duration kDecreaseInterval = 300ms;

}  // namespace

void LossBasedControl::add(bool lost) {
  ++packets_;
  if (lost) ++lost_;
}

void LossBasedControl::measure(Timestamp now) {
  if (now < measure_at_ || packets_ < kMinPackets) return;
  measure_at_ = now + kLossInterval;
  loss_ = static_cast<double>(lost_) / packets_;
  lost_ever_ = lost_ever_ || lost_ > 0;
  packets_ = 0;
  lost_ = 0;
  decreased_ = false;
}

void LossBasedControl::update(DataRate delay_based, Duration round_trip, Timestamp now) {
  began_at_ = std::min(began_at_, now);
  measure(now);
  const DataRate slowest_growth = grown(now);
  if (!lost_ever_ && now - began_at_ < kStartPhase) {
    rate_ = std::max(rate_, delay_based);
  } else if (loss_ <= config_.low_loss) {
    rate_ = slowest_growth;
  } else if (loss_ > config_.high_loss && !decreased_ && now >= decrease_at_) {
    rate_ = rate_ * (1 - 0.5 * loss_);
    decreased_ = true;
    decrease_at_ = now + kDecreaseInterval + round_trip;
  }
  rate_ = std::max(GccConfig::kMinRate, std::min(rate_, delay_based));
}

// The least rate of the last second, grown by a second's growth.
DataRate LossBasedControl::grown(Timestamp now) {
  while (!least_.empty() && least_.front().at + 1s <= now) least_.pop_front();
  while (!least_.empty() && least_.back().rate >= rate_) least_.pop_back();
  least_.push_back({.at = now, .rate = rate_});
  constexpr DataRate kMore = DataRate::kilobits_per_second(1);  // The least rates grow, too.
  return least_.front().rate * config_.loss_increase + kMore;
}

void LossBasedControl::set_rate(DataRate rate) {
  rate_ = std::clamp(rate, GccConfig::kMinRate, GccConfig::kMaxRate);
  least_.clear();
}

}  // namespace counterpoint

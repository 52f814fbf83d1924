// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace counterpoint {
namespace {

constexpr double kRoom = 1.15;        ///< Length of the axis relative to the value that it must show.
constexpr double kMuchTooLong = 0.6;  ///< A shorter axis is wanted below this share of the present length.
constexpr Duration kBeforeShorter = 10s;
constexpr Duration kMoveTime = 120ms;  ///< Time constant: 63 % of a move are done after it.

template <std::size_t kCount>
double round_up(double value, const std::array<double, kCount>& round) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  const auto* const found = std::ranges::lower_bound(round, value / power * (1 - 1e-9));
  return (found == round.end() ? 10 : *found) * power;
}

double round_end(double need) { return round_up(need, std::array<double, 8>{1, 1.5, 2, 3, 4, 5, 6, 8}); }

}  // namespace

PlaneAxis::PlaneAxis(double min_end) : min_end_(round_end(min_end)), end_(min_end_), target_(min_end_) {}

void PlaneAxis::follow(double need, Duration at) {
  const double wanted = std::max(min_end_, round_end(std::max(1.0, need * kRoom)));
  if (wanted > kMuchTooLong * target_) long_enough_at_ = at;
  if (need * 1.02 > target_ || at - long_enough_at_ >= kBeforeShorter || !moved_) {
    target_ = wanted;
    long_enough_at_ = at;
  }
  const double part = moved_ ? 1 - std::exp(-to_seconds(at - at_) / to_seconds(kMoveTime)) : 1;
  end_ += (target_ - end_) * part;
  constexpr double kArrived = 0.005;
  if (std::abs(end_ - target_) < kArrived * target_) end_ = target_;
  moved_ = true;
  at_ = at;
}

double PlaneAxis::step() const {
  constexpr double kLines = 6;
  return round_up(target_ / kLines, std::array<double, 3>{1, 2, 5});
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/log_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace counterpoint {
namespace {

constexpr double kRoom = 1.12;        ///< Between a value and the end of the axis, as a factor.
constexpr double kMinSpan = 4;        ///< The end of the axis relative to its beginning: two octaves.
constexpr double kMuchTooLong = 0.7;  ///< A shorter axis is wanted below this share of the present length.
constexpr Duration kBeforeShorter = 10s;
constexpr Duration kMoveTime = 120ms;  ///< Time constant: 63 % of a move are done after it.
constexpr std::array<double, 9> kRound = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};

double power_of_ten(double value) { return std::pow(10, std::floor(std::log10(value) + 1e-12)); }

double round_up(double value) {
  const double power = power_of_ten(value);
  return *std::ranges::lower_bound(kRound, std::min(10.0, value / power * (1 - 1e-9))) * power;
}

double round_down(double value) {
  const double power = power_of_ten(value);
  return *std::prev(std::ranges::upper_bound(kRound, value / power * (1 + 1e-9))) * power;
}

}  // namespace

LogAxis::LogAxis(double from, double to) : from_(from), to_(to), wanted_from_(from), wanted_to_(to) {}

void LogAxis::follow(double least, double most, Duration at) {
  // A range that is too short grows on both sides alike.
  const double grow = std::sqrt(std::max(1.0, kMinSpan / (most / least * kRoom * kRoom)));
  const double from = round_down(least / kRoom / grow);
  const double to = round_up(most * kRoom * grow);
  if (std::log(to / from) > kMuchTooLong * std::log(wanted_to_ / wanted_from_)) long_enough_at_ = at;
  constexpr double kHair = 1.02;
  const bool beyond = most * kHair > wanted_to_ || least < wanted_from_ * kHair;
  if (!moved_ || beyond || at - long_enough_at_ >= kBeforeShorter) {
    wanted_from_ = from;
    wanted_to_ = to;
    long_enough_at_ = at;
  }
  const double part = moved_ ? 1 - std::exp(-to_seconds(at - at_) / to_seconds(kMoveTime)) : 1;
  const auto approach = [part](double& end, double wanted) {
    end *= std::pow(wanted / end, part);
    constexpr double kArrived = 0.005;
    if (std::abs(end - wanted) < kArrived * wanted) end = wanted;
  };
  approach(from_, wanted_from_);
  approach(to_, wanted_to_);
  moved_ = true;
  at_ = at;
}

double LogAxis::part(double value) const {
  constexpr double kFarBefore = -10;
  if (!(value > 0)) return kFarBefore;
  return std::max(kFarBefore, std::log(value / from_) / std::log(to_ / from_));
}

double LogAxis::value(double part) const { return from_ * std::pow(to_ / from_, part); }

std::vector<LogAxis::Tick> LogAxis::ticks() const {
  constexpr double kHair = 1e-6;
  constexpr double kDecade = 10;
  std::vector<Tick> ticks;
  for (double power = power_of_ten(from_); power <= to_; power *= kDecade) {
    for (int digit = 1; digit < static_cast<int>(kDecade); ++digit) {
      const double at = digit * power;
      if (at < from_ * (1 - kHair) || at > to_ * (1 + kHair)) continue;
      const bool coarse = digit == 1 || digit == 2 || digit == 5;
      const bool fine = digit == 3 || digit == 7;
      ticks.push_back({.at = at, .labelled = coarse || (fine && to_ < kDecade * from_)});
    }
  }
  return ticks;
}

}  // namespace counterpoint

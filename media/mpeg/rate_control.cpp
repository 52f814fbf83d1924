// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/rate_control.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint::mpeg {

SizeCurve& SizeCurve::operator+=(const SizeCurve& other) {
  fixed_bits += other.fixed_bits;
  original_bits += other.original_bits;
  seconds += other.seconds;
  for (std::size_t i = 0; i < kSlopeBins; ++i) bits_of_slope[i] += other.bits_of_slope[i];
  return *this;
}

SizeCurve& SizeCurve::operator-=(const SizeCurve& other) {
  fixed_bits -= other.fixed_bits;
  original_bits -= other.original_bits;
  seconds -= other.seconds;
  for (std::size_t i = 0; i < kSlopeBins; ++i) bits_of_slope[i] -= other.bits_of_slope[i];
  return *this;
}

void RateControl::start_group() {
  last_group_ = std::exchange(group_, {});
  horizon_ = {};
  constexpr double kMostCarried = 0.001;
  balance_ = std::min(balance_, kMostCarried * std::exchange(group_budget_, 0.0));
  for (const SizeCurve& picture : last_group_) horizon_ += picture;
}

void RateControl::enter(const SizeCurve& picture) {
  if (group_.size() < last_group_.size()) horizon_ -= last_group_[group_.size()];
  horizon_ += picture;
  group_.push_back(picture);
}

void RateControl::complete_group() {
  for (std::size_t i = group_.size(); i < last_group_.size(); ++i) horizon_ -= last_group_[i];
  last_group_.resize(std::min(last_group_.size(), group_.size()));
}

Cut RateControl::choose(const SizeCurve& picture, const Target& target) const {
  if (target.is_everything()) return Cut::none();
  double left = balance_ + target.bits_for(horizon_.seconds, horizon_.original_bits) - horizon_.fixed_bits;
  std::size_t slope = kSlopeBins;
  while (slope > 0 && left >= horizon_.bits_of_slope[slope - 1]) left -= horizon_.bits_of_slope[--slope];
  if (slope == 0) return Cut::none();
  if (left <= 0) return {.slope = static_cast<std::uint32_t>(slope)};
  const double share = left / horizon_.bits_of_slope[slope - 1];
  const auto bits = static_cast<std::uint32_t>(share * picture.bits_of_slope[slope - 1] + 0.5);
  return {.slope = static_cast<std::uint32_t>(slope - 1), .bits_at_slope = bits};
}

void RateControl::charge(const SizeCurve& picture, const Target& target, double bits) {
  const double budget = target.bits_for(picture.seconds, picture.original_bits);
  balance_ += budget - bits;
  group_budget_ += budget;
  horizon_ -= picture;
}

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/rate_control.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint::mpeg {

SizeCurve& SizeCurve::operator+=(const SizeCurve& other) {
  fixed_bits += other.fixed_bits;
  original_bits += other.original_bits;
  received_bits += other.received_bits;
  seconds += other.seconds;
  for (std::size_t i = 0; i < kept_bits.size(); ++i) kept_bits[i] += other.kept_bits[i];
  return *this;
}

SizeCurve& SizeCurve::operator-=(const SizeCurve& other) {
  fixed_bits -= other.fixed_bits;
  original_bits -= other.original_bits;
  received_bits -= other.received_bits;
  seconds -= other.seconds;
  for (std::size_t i = 0; i < kept_bits.size(); ++i) kept_bits[i] -= other.kept_bits[i];
  return *this;
}

void RateControl::start_group() {
  last_group_ = std::exchange(group_, {});
  charged_ = 0;
  horizon_ = {};
  constexpr double kMaxCarried = 0.001;
  const double budget = std::exchange(group_budget_, 0.0);
  balance_ = std::clamp(balance_, -budget, kMaxCarried * budget);
  set_aside_ = 0;
  charged_floor_ = 0;
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

void RateControl::correct(std::size_t index, const SizeCurve& picture) {
  SizeCurve& known = group_[charged_ + index];
  horizon_ -= known;
  horizon_ += known = picture;
}

void RateControl::set_target(const Target& target) {
  if (target == target_) return;
  const double before = target_bits();
  // Bits that the pictures left could not have spent are none to plan with.
  balance_ = std::min(balance_, std::max(horizon_.original_bits - before, 0.0));
  target_ = target;
  const double ratio = before > 0 ? target_bits() / before : 1;
  group_budget_ *= ratio;
  double change = balance_ * (ratio - 1);
  // No more grows back than was taken: a debt that no plan foresaw stays as it is.
  if (ratio > 1) change = std::clamp(change, std::min(set_aside_, 0.0), std::max(set_aside_, 0.0));
  balance_ += change;
  set_aside_ -= change;
}

Cut RateControl::choose() const {
  if (target_.is_everything()) return Cut::nothing();
  const double budget = horizon_budget() - horizon_.fixed_bits;
  if (budget >= horizon_.cut_bits()) return Cut::nothing();
  if (budget <= 0) return Cut::at_minimum();
  // Before the grid everything is kept, behind it nothing.
  const auto kept = [&](LambdaIndex index) {
    if (index < 0) return horizon_.cut_bits();
    return index < kLambdaGrid ? horizon_.kept_bits[static_cast<std::size_t>(index)] : 0;
  };
  LambdaIndex index = 0;
  while (kept(index) > budget) ++index;
  const double more = (budget - kept(index)) / (kept(index - 1) - kept(index));
  return {.lambda = index, .more = static_cast<float>(more)};
}

std::vector<const SizeCurve*> RateControl::horizon() const {
  std::vector<const SizeCurve*> pictures;
  for (std::size_t i = charged_; i < group_.size(); ++i) pictures.push_back(&group_[i]);
  for (std::size_t i = group_.size(); i < last_group_.size(); ++i) pictures.push_back(&last_group_[i]);
  return pictures;
}

void RateControl::charge(double bits, double floor) {
  const SizeCurve& picture = group_[charged_++];
  const double budget = target_.bits_for(picture.seconds, picture.received_bits);
  balance_ += budget - bits;
  group_budget_ += budget;
  charged_floor_ += floor;
  horizon_ -= picture;
}

}  // namespace counterpoint::mpeg

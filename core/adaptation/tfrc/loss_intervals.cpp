// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/tfrc/loss_intervals.h"

#include <algorithm>
#include <array>

namespace counterpoint {
namespace {

constexpr std::array kWeights = {1.0, 1.0, 1.0, 1.0, 0.8, 0.6, 0.4, 0.2};
/// The least discount.
constexpr double kMinDiscount = 0.5;

}  // namespace

void LossIntervals::close(double packets) {
  for (Interval& interval : closed_) interval.discount *= discount_;
  closed_.push_front({.packets = std::max(1.0, packets), .discount = 1});
  if (closed_.size() > kWeights.size()) closed_.pop_back();
  set_open(0);
}

void LossIntervals::set_open(double packets) {
  open_ = packets;
  const double mean = closed_mean();
  discount_ = discounting_ && open_ > 2 * mean && mean > 0 ? std::max(2 * mean / open_, kMinDiscount) : 1;
}

double LossIntervals::closed_mean() const {
  double packets = 0;
  double weight = 0;
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    packets += kWeights[i] * closed_[i].discount * closed_[i].packets;
    weight += kWeights[i] * closed_[i].discount;
  }
  return weight > 0 ? packets / weight : 0;
}

double LossIntervals::loss_event_rate() const {
  if (closed_.empty()) return 0;
  // The open interval, in place of the oldest one, counts only when it makes the mean longer.
  double packets = kWeights[0] * open_;
  double weight = kWeights[0];
  for (std::size_t i = 0; i + 1 < closed_.size(); ++i) {
    packets += kWeights[i + 1] * closed_[i].discount * discount_ * closed_[i].packets;
    weight += kWeights[i + 1] * closed_[i].discount * discount_;
  }
  return 1 / std::max({1.0, packets / weight, closed_mean()});
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/rfc8698/loss_interval.h"

#include <array>

namespace counterpoint {

void NadaLossInterval::add(bool lost, Timestamp sent_at, Duration round_trip_time) {
  if (lost && (!has_losses() || sent_at - event_sent_at_ > round_trip_time)) {
    event_sent_at_ = sent_at;
    intervals_.push_front(0);
    if (intervals_.size() > kIntervals + 1) intervals_.pop_back();
  }
  ++intervals_.front();
}

double NadaLossInterval::mean() const {
  constexpr std::array<double, kIntervals> kWeights = {1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};
  double packets = 0;
  double weights = 0;
  for (std::size_t i = 0; i + 1 < intervals_.size(); ++i) {
    packets += kWeights[i] * intervals_[i + 1];
    weights += kWeights[i];
  }
  return packets / weights;
}

}  // namespace counterpoint

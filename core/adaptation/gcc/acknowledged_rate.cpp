// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/gcc/acknowledged_rate.h"

#include <cmath>

namespace counterpoint {

void AcknowledgedRate::add(DataSize size, Timestamp arrived_at) {
  const Duration whole = estimate_ ? 150ms : 500ms;
  if (last_at_ && arrived_at < *last_at_) {
    // Packets may have overtaken each other by a little: it counts as the latest. More is another clock.
    if (*last_at_ - arrived_at > whole) {
      window_ = {};
      size_ = {};
    } else {
      arrived_at = *last_at_;
    }
  } else if (last_at_) {
    window_ += arrived_at - *last_at_;
    if (arrived_at - *last_at_ > whole) {
      size_ = {};
      window_ %= whole;
    }
  }
  last_at_ = arrived_at;
  if (window_ >= whole) {
    add_mean((size_ / whole).kilobits_per_second());
    window_ -= whole;
    size_ = {};
  }
  size_ += size;
}

void AcknowledgedRate::add_mean(double mean) {
  if (!estimate_) {
    estimate_ = mean;
    return;
  }
  constexpr double kUncertainty = 10;
  const double deviation = *estimate_ > 0 ? kUncertainty * std::abs(*estimate_ - mean) / *estimate_ : 0;
  const double mean_variance = deviation * deviation;
  // The true rate changes, too.
  const double variance = variance_ + 5;
  estimate_ = (mean_variance * *estimate_ + variance * mean) / (mean_variance + variance);
  variance_ = mean_variance * variance / (mean_variance + variance);
}

std::optional<DataRate> AcknowledgedRate::rate() const {
  if (!estimate_) return std::nullopt;
  return DataRate::bits_per_second(std::llround(1000 * *estimate_));
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// The smoothed round trip and the retransmission timeout of RFC 6298.
class TcpRoundTripTime {
 public:
  /// Linux sets its least timeout as a bound on four times the variation, not on the whole (RFC 6298, 2.4).
  explicit TcpRoundTripTime(Duration min_variation) : min_variation_(min_variation) {}

  void sample(Duration round_trip) {
    least_ = std::min(least_, round_trip);
    if (!smoothed_) {
      smoothed_ = round_trip;
      variation_ = round_trip / 2;
      return;
    }
    const Duration error = round_trip > *smoothed_ ? round_trip - *smoothed_ : *smoothed_ - round_trip;
    variation_ += (error - variation_) / 4;
    *smoothed_ += (round_trip - *smoothed_) / 8;
  }

  /// Zero before the first sample.
  [[nodiscard]] Duration smoothed() const { return smoothed_.value_or(Duration::zero()); }
  [[nodiscard]] bool known() const { return smoothed_.has_value(); }
  [[nodiscard]] Duration least() const { return smoothed_ ? least_ : Duration::zero(); }
  /// Without back-off; 1 s before the first sample (RFC 6298, 2.1).
  [[nodiscard]] Duration timeout() const {
    return smoothed_ ? *smoothed_ + std::max(4 * variation_, min_variation_) : Duration(1s);
  }

 private:
  Duration min_variation_;
  std::optional<Duration> smoothed_;
  Duration variation_{};
  Duration least_ = Duration::max();
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The receive rates of the last two round trips, which bound the sending rate (X_recv_set of RFC 5348, 4.3).
class ReceiveRates {
 public:
  /// A new rate; those older than two round trips go.
  void update(DataRate rate, Duration round_trip, Timestamp now);
  /// The larger one of a new rate and all others is the only one from now on.
  void maximize(DataRate rate, Timestamp now);
  void halve();
  void replace(DataRate rate, Timestamp now);
  /// Nothing before the first.
  [[nodiscard]] std::optional<DataRate> largest() const;

 private:
  struct Sample {
    Timestamp at{};
    DataRate rate;
  };
  std::deque<Sample> samples_;
};

}  // namespace counterpoint

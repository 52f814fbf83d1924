// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

namespace counterpoint {

/// Decides whether a missing packet is worth asking for: only if the answer can come before it is needed (Jacobs 1998,
/// section 3.3). Otherwise, the loss is accepted, and the bits are spent on what is still in time.
class SelectiveRetransmission {
 public:
  struct Config {
    /// 1 to 3 round trips between request and answer. Default: the mean one; Jacobs has the same.
    double round_trips = 1;
    /// 0 to 50 ms, added to them: what sender and pacer take to answer.
    Duration reserve = 5ms;
  };
  explicit SelectiveRetransmission(const Config& config) : config_(config) {}
  SelectiveRetransmission() : SelectiveRetransmission(Config{}) {}

  /// `needed_at`: when the packet's frame is to be decoded, which is `now` and what is buffered before it.
  [[nodiscard]] bool is_worthwhile(Timestamp now, Timestamp needed_at, Duration round_trip_time) const {
    const Duration answer = from_seconds(to_seconds(round_trip_time) * config_.round_trips) + config_.reserve;
    return needed_at - answer >= now;
  }

 private:
  Config config_;
};

}  // namespace counterpoint

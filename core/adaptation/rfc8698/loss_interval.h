// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>

#include "core/base/time.h"

namespace counterpoint {

/// The mean number of packets from one loss event to the next, weighted as in RFC 5348, 5.4, by which NADA judges
/// whether losses have ended. Losses within a round trip are one event (RFC 5348, 5.2). The present interval is not in
/// the mean: with a sixth of the weights it would never last for seven means.
class NadaLossInterval {
 public:
  /// A packet whose fate is known.
  void add(bool lost, Timestamp sent_at, Duration round_trip_time);
  [[nodiscard]] bool has_losses() const { return intervals_.size() > 1; }
  /// Packets since the last loss event; all of them before the first.
  [[nodiscard]] double current() const { return intervals_.front(); }
  /// It may be called only after a loss.
  [[nodiscard]] double mean() const;

 private:
  static constexpr std::size_t kIntervals = 8;

  std::deque<double> intervals_{0};  ///< The present one and at most kIntervals before it, the latest first.
  Timestamp event_sent_at_{};        ///< Departure of the packet that began the last event.
};

}  // namespace counterpoint

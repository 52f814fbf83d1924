// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// How long packets wait in the path's queues, from one-way delays whose clocks are unrelated: what they exceed the
/// least of the recent past by. Of each short window a low percentile counts, so that jitter does not look like a
/// queue.
class QueueingDelay {
 public:
  struct Config {
    Duration window = 120ms;  ///< 20 ms to 1 s: what "now" means. Default: six packets of sound.
    double percentile = 0.2;  ///< 0 to 1, of the window.
    Duration base_age = 60s;  ///< 10 s to 10 min: how long the least delay is remembered, for clocks drift.
  };
  explicit QueueingDelay(const Config& config) : config_(config) {}

  /// `one_way_delay`: arrival on the peer's clock less departure on ours. `now` grows.
  void add(Duration one_way_delay, Timestamp now);
  /// Nothing before the first packet.
  [[nodiscard]] std::optional<Duration> now() const;

 private:
  struct Sample {
    Timestamp at{};
    Duration delay{};
  };
  void note_base(Timestamp now);

  Config config_;
  std::deque<Sample> window_;
  Duration level_{};
  std::deque<Sample> least_;  ///< Of the last base_age, increasing: the front is the base.
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// Time that packets wait in the path's queues: the one-way delay minus its recent minimum. The two clocks may be
/// unrelated. A low percentile of each short window counts, so that neither jitter nor the packets of
/// one frame behind each other look like a queue.
class QueueingDelay {
 public:
  struct Config {
    Duration window = 100ms;  ///< 20 ms to 1 s: what "now" means. Default: five packets of audio.
    double percentile = 0.2;  ///< 0 to 1, of the window: low, for even quick packets wait in a queue.
    Duration base_age = 60s;  ///< 10 s to 10 min: how long the least delay is remembered, for clocks drift.
  };
  explicit QueueingDelay(const Config& config) : config_(config) {}

  /// `one_way_delay`: arrival on the peer's clock less departure on ours.
  void add(Duration one_way_delay, Timestamp arrived_at);
  /// Nothing before the first packet.
  [[nodiscard]] std::optional<Duration> now() const;
  /// The one-way delay now.
  [[nodiscard]] Duration level() const { return level_; }
  /// The one-way delay without a queue. It may be called only after the first packet.
  [[nodiscard]] Duration base() const { return least_.front().delay; }
  /// From now on, the present delay is that of the path without a queue.
  void rebase() {
    least_.clear();
    least_.push_back({.at = window_.back().at, .delay = level_});
  }
  /// Standard deviation of now(), because of jitter.
  [[nodiscard]] Duration noise() const { return noise_; }

 private:
  struct Sample {
    Timestamp at{};
    Duration delay{};
  };
  void record_base(Timestamp now);
  void record_noise(Timestamp now);

  Config config_;
  std::deque<Sample> window_;
  Duration level_{};
  std::deque<Sample> least_;   ///< Minima of the last base_age, increasing: the front is the base.
  std::deque<Sample> levels_;  ///< Now, a window ago, and two windows ago.
  std::deque<Duration> bends_;
  Duration noise_{};
};

}  // namespace counterpoint

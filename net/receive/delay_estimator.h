// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/time.h"

namespace counterpoint {

/// Estimates how long packets or frames take and how much that varies, from transit times: arrival on our clock less
/// media time on the sender's. Their zero is unknown; only differences mean something.
///
/// 1. base() is the least transit of the last seconds: what the path takes without queues. It follows clock drift and
///    changes of route.
/// 2. jitter() is a high percentile of the transit above the base: waiting that long makes all but the latest few come
///    in time. It rises within a few per cent of the window's samples and falls when they have left the window.
/// 3. Delays beyond any useful wait (an outage, a queue that empties) do not count as jitter.
/// 4. Windows are stretches of media time, so an outage does not empty them. Memory and cost are bounded.
class DelayEstimator {
 public:
  struct Config {
    /// 0.5 to 60 s of media for base(). Default: sure to hold a packet without queueing; a new route counts after it.
    Duration base_window = 3s;
    /// 0.5 to 60 s of media for jitter(): how long a bad moment is remembered.
    Duration jitter_window = 6s;
    /// 0.5 to 1, the share of samples that must come in time.
    double percentile = 0.97;
    /// 0 to 5 s, the most that jitter() says.
    Duration max_jitter = 500ms;
    /// 1 to 60 s: a larger jump of transit is a new clock, not delay.
    Duration reset_threshold = 5s;
    /// 10 to 10000 samples kept at most, whatever the packet rate.
    std::size_t max_samples = 1000;
  };

  explicit DelayEstimator(const Config& config) : config_(config) {}

  /// A sample; returns true when it began a new clock (all before is forgotten).
  bool add(Duration media_time, Timestamp arrived_at);
  [[nodiscard]] bool empty() const { return !newest_media_; }
  [[nodiscard]] Duration base() const { return base_; }
  [[nodiscard]] Duration jitter() const { return jitter_; }
  /// True once the whole of jitter_window has been seen; until then jitter() is preliminary.
  [[nodiscard]] bool settled() const { return settled_; }
  /// True if the last sample was beyond any useful wait, or followed such a sample before delays were normal again
  /// (point 3).
  [[nodiscard]] bool outage() const { return outage_; }
  void reset();

 private:
  struct Sample {
    Duration media_time;
    Duration transit;
  };

  void expire();
  [[nodiscard]] Duration percentile_of_transit();

  Config config_;
  std::deque<Sample> base_samples_;    ///< Ascending in transit: the front is the minimum of the window.
  std::deque<Sample> jitter_samples_;  ///< In order of arrival.
  std::vector<Duration> scratch_;
  std::optional<Duration> newest_media_;
  Duration last_transit_{};
  Duration base_{};
  Duration jitter_{};
  bool outage_ = false;
  bool settled_ = false;
};

}  // namespace counterpoint

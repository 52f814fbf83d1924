// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/two_dimensional/config.h"

namespace counterpoint {

/// Tells our own queue from one that cross traffic keeps filling: while we give way ours falls, the other stays.
///
/// 1. begin_drain() when the rate has fallen; begin_probe() when it falls only to see whether others are still there.
/// 2. update() with each report tells how far a queue of ours would have fallen since.
/// 3. A standing queue arrives whatever is sent now: when less of ours does than when the path was full, others fill
///    the queue.
class CrossTrafficDetector {
 public:
  explicit CrossTrafficDetector(const TwoDimensionalConfig& config) : config_(config) {}

  void begin_drain(Duration queue, Timestamp now);
  void begin_probe(Duration queue, Timestamp now);
  /// `felt_after`: a change of the rate shows in reports after this. `given_way`: 0 to 1, by which share of what
  /// arrives less is sent.
  void update(Duration step, Duration felt_after, double given_way, Timestamp now);
  /// Giving way can be seen in what arrives.
  [[nodiscard]] bool is_felt() const { return felt_; }
  /// So long ago the drain or the probe began.
  [[nodiscard]] Duration since_begin(Timestamp now) const { return now - began_at_; }

  /// Ends a probe once it can tell: true when cross traffic is there.
  [[nodiscard]] bool probe_finds_cross_traffic(Duration queue);
  /// A drain, not a probe, and not one that has found us alone.
  [[nodiscard]] bool watches_shares() const { return !probing_ && !alone_; }
  /// Compares what arrives from a standing queue, `recent_rate`, with what did when the path was full.
  void add_share(DataRate recent_rate, DataRate rate_when_full, Duration step);
  /// Others have filled the queue for long enough.
  [[nodiscard]] bool others_fill_queue() const { return others_queue_for_ > config_.others_after; }
  /// The queue was empty.
  void end_drain();
  /// The queue stays although giving way should have emptied it.
  [[nodiscard]] bool queue_stays(Duration queue) const;
  /// A probe has found that nobody else fills the queue.
  [[nodiscard]] bool alone() const { return alone_; }
  /// The longest queue of this drain.
  [[nodiscard]] Duration max_queue() const { return max_queue_; }
  /// The queue stays the same, but for `tolerance`, whatever is sent: it is none, the path has become longer.
  [[nodiscard]] bool path_is_longer(Duration queue, Duration tolerance, Duration round_trip_time, Timestamp now);
  [[nodiscard]] bool rises(Duration queue) const { return queue > max_queue_ + config_.queue_tolerance; }
  void set_max_queue(Duration queue) { max_queue_ = queue; }
  /// The rate fell again: a queue of ours gets half of the time to fall anew.
  void give_more_time();

  void begin_competing(Timestamp now);
  [[nodiscard]] bool probe_is_due(Duration round_trip_time, Timestamp now) const;

 private:
  TwoDimensionalConfig config_;
  Timestamp began_at_{};
  bool felt_ = false;
  Duration expected_fall_{};  ///< The fall of a queue of ours since then.
  Duration max_queue_{};
  Duration flat_queue_{};                      ///< The queue has been like this
  Timestamp flat_since_{};                     ///< since then,
  Duration fall_when_flat_{};                  ///< when expected_fall_ was this.
  std::optional<DataRate> arrived_when_full_;  ///< A round trip after we gave way.
  Duration others_queue_for_{};  ///< A queue that was not ours has stood for so long, in this drain or former ones.
  Timestamp probed_at_{};
  bool probing_ = false;
  bool alone_ = false;
};

}  // namespace counterpoint

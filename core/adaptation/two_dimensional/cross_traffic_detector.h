// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/two_dimensional/config.h"
#include "core/adaptation/two_dimensional/cross_traffic_share.h"

namespace counterpoint {

/// Says what a queue is that does not go although we give way: cross traffic keeps it full, the path has become longer,
/// or it is our own and drains slowly.
///
/// 1. begin_drain() when the rate has fallen; update() with each report tells how far a queue of ours would have fallen
///    since.
/// 2. add_share() while a queue stands that is worth competing for.
class CrossTrafficDetector {
 public:
  explicit CrossTrafficDetector(const TwoDimensionalConfig& config) : config_(config) {}

  void begin_drain(Duration queue, Timestamp now);
  /// `felt_after`: a change of the rate shows in reports after this. `given_way`: 0 to 1, by which share of what
  /// arrives less is sent.
  void update(Duration step, Duration felt_after, double given_way, Timestamp now);
  /// Giving way can be seen in what arrives.
  [[nodiscard]] bool is_felt() const { return felt_; }

  /// The queue has hardly fallen since it was largest: beside cross traffic that does not respond, giving way empties
  /// it.
  [[nodiscard]] bool stays(Duration queue) const {
    return to_seconds(queue) > config_.hardly_fallen * to_seconds(max_queue_);
  }
  /// A queue has stood for `step`, and `share` tells whose it is.
  void add_share(const CrossTrafficShare& share, Duration step);
  /// Others have filled the queue for long enough, in this drain and former ones.
  [[nodiscard]] bool others_fill_queue() const { return others_queue_for_ > config_.compete_after; }
  /// The queue was empty.
  void end_drain();
  /// The queue stays the same, but for `tolerance`, whatever is sent: it is none, the path has become longer.
  [[nodiscard]] bool path_is_longer(Duration queue, Duration tolerance);
  [[nodiscard]] bool rises(Duration queue) const { return queue > max_queue_ + config_.queue_low / 2; }
  void set_max_queue(Duration queue) { max_queue_ = queue; }
  void begin_competing() { others_queue_for_ = {}; }

 private:
  TwoDimensionalConfig config_;
  Timestamp began_at_{};
  bool felt_ = false;
  Duration expected_fall_{};  ///< The fall of a queue of ours since then.
  Duration max_queue_{};
  Duration flat_queue_{};        ///< The queue has been like this
  Duration fall_when_flat_{};    ///< since expected_fall_ was this.
  Duration others_queue_for_{};  ///< A queue that was not ours has stood for so long.
};

}  // namespace counterpoint

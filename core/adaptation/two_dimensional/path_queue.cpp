// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/path_queue.h"

namespace counterpoint {

PathQueue::PathQueue(const TwoDimensionalConfig& config)
    : config_(config),
      quick_({.percentile = 0}),
      calm_({.window = config.calm_window}),
      last_({.window = config.frame_time, .percentile = 0}),
      most_noise_(config.much_noise) {}

void PathQueue::add(Duration one_way_delay, Timestamp arrived_at, DataRate rate) {
  const DataRate narrow = kFullPacket / (QueueingDelay::Config().window / 2);
  most_noise_ = from_seconds(to_seconds(config_.much_noise) * std::max(1.0, rate / narrow));
  quick_.add(one_way_delay, arrived_at);
  calm_.add(one_way_delay, arrived_at);
  last_.add(one_way_delay, arrived_at);
}

Duration PathQueue::fast_delay() const {
  if (noisy()) return delay();
  // A single frame, ours or of others, delays the last few packets as well.
  return std::max(delay(), last_.level() - quick_.base() - config_.frame_time);
}

void PathQueue::rebase() {
  quick_.rebase();
  calm_.rebase();
}

}  // namespace counterpoint

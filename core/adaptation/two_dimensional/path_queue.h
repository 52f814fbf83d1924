// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/adaptation/measure/queueing_delay.h"
#include "core/adaptation/two_dimensional/config.h"

namespace counterpoint {

/// The queue of the path, in time, and the limits that it is held against.
///
/// 1. A quick look takes the least delay of 100 ms; on a path with jitter a calm one takes a low percentile of 250 ms.
/// 2. The last few packets count as well when they show that a queue grows fast.
/// 3. low() and high() rise with the noise, so that chance is no queue.
class PathQueue {
 public:
  explicit PathQueue(const TwoDimensionalConfig& config);

  /// `one_way_delay`: arrival on the peer's clock less departure on ours. `rate`: that the path is taken to carry.
  void add(Duration one_way_delay, Timestamp arrived_at, DataRate rate);
  /// There is a delay to tell a queue from.
  [[nodiscard]] bool known() const { return look().now().has_value(); }
  /// 0 before known().
  [[nodiscard]] Duration delay() const { return look().now().value_or(Duration::zero()); }
  /// The same, or what the last few packets show if that is more.
  [[nodiscard]] Duration fast_delay() const;
  /// Below it there is no queue.
  [[nodiscard]] Duration low() const { return config_.queue_low + margin(); }
  /// Above it the path is full.
  [[nodiscard]] Duration high() const { return config_.queue_high + margin(); }
  /// Jitter moves the delays by more than the quick look bears.
  [[nodiscard]] bool noisy() const { return quick_.noise() > config_.much_noise; }
  /// The queue is known so much later because of that.
  [[nodiscard]] Duration lag() const { return noisy() ? config_.calm_window : Duration::zero(); }
  /// The standard deviation of the quick look.
  [[nodiscard]] Duration quick_noise() const { return quick_.noise(); }
  /// The one-way delay without a queue. It may be called only once known() is true.
  [[nodiscard]] Duration base() const { return quick_.base(); }
  /// The path itself takes longer now: there is no queue.
  void rebase();

 private:
  [[nodiscard]] const QueueingDelay& look() const { return noisy() ? calm_ : quick_; }
  /// The lesser of both looks. A queue of our own rises and falls within a second on a narrow path: that bends long
  /// windows as chance does, and if it were taken for chance the queue could grow all the more. The quick look cannot
  /// tell the two apart when it holds two full packets or fewer, so that noise counts up to much_noise then.
  [[nodiscard]] Duration noise() const { return std::min({look().noise(), quick_.noise(), most_noise_}); }

  [[nodiscard]] Duration margin() const { return from_seconds(config_.noise_weight * to_seconds(noise())); }

  TwoDimensionalConfig config_;
  QueueingDelay quick_;
  QueueingDelay calm_;
  QueueingDelay last_;
  Duration most_noise_;  ///< The largest noise() at the path's rate.
};

}  // namespace counterpoint

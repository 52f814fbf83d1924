// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include "core/adaptation/measure/base_delay.h"
#include "core/base/time.h"

namespace counterpoint {

/// SCReAM's view of the queue (RFC 8298bis, "Detecting Increased Queue Delay"), in the names of the draft.
///
/// 1. qdelay is the least one-way delay that a report tells of, less the least of the last minutes (RFC 6817).
/// 2. qdelay_avg follows it slowly up and at once down.
/// 3. qdelay_dev_norm says how unsteady it is; steadiness() is 1 for a steady queue, and 0 or less at the threshold.
/// 4. qdelay_target rises beside flows that keep the queue full: when a queue stands, and the more when losses go on.
class ScreamQueueDelay {
 public:
  struct Config {
    Duration target_low = 60ms;    ///< > 0, QDELAY_TARGET_LO
    Duration target_high = 400ms;  ///< >= target_low, QDELAY_TARGET_HI
    Duration virtual_rtt = 25ms;   ///< > 0, VIRTUAL_RTT
  };
  explicit ScreamQueueDelay(const Config& config) : config_(config), target_(config.target_low), base_({}) {}

  /// The least delay of a report, whose newest packet was `sent_at`. `ref_wnd_ratio`: a packet's share of the window, 0
  /// to 1.
  void update(Duration one_way_delay, Timestamp sent_at, Duration s_rtt, double ref_wnd_ratio, Timestamp now);
  /// A round trip is over, with losses or without.
  void end_round_trip(bool lost);

  [[nodiscard]] Duration qdelay() const { return qdelay_; }
  [[nodiscard]] Duration qdelay_avg() const { return average_; }
  [[nodiscard]] Duration qdelay_target() const { return target_; }
  [[nodiscard]] double steadiness() const { return (threshold_ - deviation_) / threshold_; }

 private:
  void average(double ref_wnd_ratio);
  void adjust_target();

  Config config_;
  Duration target_;
  BaseDelay base_;
  Duration qdelay_{};
  Duration average_{};
  Timestamp averaged_at_ = Timestamp::min();
  double deviation_ = 0;        ///< qdelay_dev_norm
  double threshold_ = 0.1;      ///< qdelay_dev_norm_th
  double loss_event_rate_ = 0;  ///< Share of round trips with losses.
  std::deque<double> history_;  ///< qdelay over target_low, at each adjustment, the newest last.
  Timestamp adjusted_at_ = Timestamp::min();
};

}  // namespace counterpoint

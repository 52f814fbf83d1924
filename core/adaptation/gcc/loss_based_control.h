// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include "core/adaptation/gcc/config.h"

namespace counterpoint {

/// The loss-based controller (draft-ietf-rmcat-gcc-02, section 6): the share of lost packets in each second lets the
/// rate grow, hold, or fall by half of that share. It never exceeds the delay-based rate, as deployed.
class LossBasedControl {
 public:
  LossBasedControl(const GccConfig& config, DataRate start) : config_(config), rate_(start) {}

  /// A packet that arrived or was lost.
  void add(bool lost);
  /// Call it after all packets of a report.
  void update(DataRate delay_based, Duration round_trip, Timestamp now);
  /// For the result of a probe, or a decrease by silence; the rate may go on from there at once.
  void set_rate(DataRate rate);
  [[nodiscard]] DataRate rate() const { return rate_; }
  /// The share of lost packets that counts now, 0 to 1.
  [[nodiscard]] double loss() const { return loss_; }

 private:
  struct Sample {
    Timestamp at{};
    DataRate rate;
  };
  void measure(Timestamp now);
  [[nodiscard]] DataRate grown(Timestamp now);

  GccConfig config_;
  DataRate rate_;
  int packets_ = 0;  ///< Since the last measurement, as the next.
  int lost_ = 0;
  double loss_ = 0;
  bool lost_ever_ = false;
  Timestamp began_at_ = kNever;
  Timestamp measure_at_ = Timestamp::min();
  Timestamp decrease_at_ = Timestamp::min();  ///< No decrease before.
  bool decreased_ = false;                    ///< This loss has lowered the rate.
  std::deque<Sample> least_;                  ///< Minima of the last second, growing.
};

}  // namespace counterpoint

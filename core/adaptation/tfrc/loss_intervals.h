// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

namespace counterpoint {

/// Loss event rate from the last eight loss intervals (RFC 5348, 5.4), older ones discounted when the present one is
/// long (5.5).
class LossIntervals {
 public:
  /// `discounting`: RFC 5348, 5.5, which is optional.
  explicit LossIntervals(bool discounting) : discounting_(discounting) {}

  /// A loss event ends the open interval, which had this many packets, more than 0.
  void close(double packets);
  /// From the first packet of the last loss event to the newest one, >= 0; before the first event of no meaning.
  void set_open(double packets);
  /// p: loss events a packet, 0 to 1; 0 before the first event.
  [[nodiscard]] double loss_event_rate() const;

 private:
  struct Interval {
    double packets = 0;
    double discount = 1;  ///< DF_i
  };
  [[nodiscard]] double closed_mean() const;

  bool discounting_;
  double open_ = 0;              ///< I_0
  double discount_ = 1;          ///< DF
  std::deque<Interval> closed_;  ///< I_1 to I_8, the newest first.
};

}  // namespace counterpoint

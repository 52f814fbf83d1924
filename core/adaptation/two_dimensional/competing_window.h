// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/two_dimensional/config.h"

namespace counterpoint {

/// A window for use beside flows that fill the path's queue: slow start, then AIMD that takes as much as TCP's does
/// with a smaller step down, and so keeps a call steadier (Yang and Lam 2000).
class CompetingWindow {
 public:
  /// A report told this since the one before.
  struct Report {
    DataSize acknowledged;  ///< So much arrived.
    bool lost = false;      ///< A packet was lost or marked. Within a round trip that counts once.
    bool starved = false;   ///< All others together certainly have more than we do.
  };

  /// 0 to 1, `decrease`: factor on the window at a loss.
  explicit CompetingWindow(double decrease) : decrease_(decrease) {}

  /// Slow start goes on below `threshold`, which each loss lowers as it does the window. Above it, while we are starved
  /// and the window has not stepped down, it grows by a quarter a round trip, the growth of conservative slow start
  /// (RFC 9406).
  void begin(DataSize size, DataSize threshold);
  /// Beyond `most` nothing would be made use of.
  void update(const Report& report, DataSize most, Duration round_trip_time, Timestamp now);
  /// The window falls to that factor of its size after a silence. The threshold stays, as at timeouts of TCP (RFC 5681,
  /// 3.1).
  void step_down(double factor);
  [[nodiscard]] DataSize size() const { return size_; }

  /// Two full packets, as TCP's (RFC 5681, 3.1): with more, a path of 100 kbit/s would be overrun for good.
  static constexpr DataSize kMin = kFullPacket * 2;

 private:
  double decrease_;
  DataSize size_;
  DataSize slow_start_threshold_;
  bool has_stepped_down_ = false;  ///< It has since begin().
  Timestamp backed_off_at_{};
};

}  // namespace counterpoint

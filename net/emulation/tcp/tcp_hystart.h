// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace counterpoint {

/// Finds the end of slow start before packets are lost: HyStart (Ha, Rhee 2011) as Linux has it with CUBIC.
class TcpHystart {
 public:
  /// An acknowledgement in slow start, of everything before `next_acknowledged`, when `next_sent` was about to be sent
  /// and the window was `cwnd` segments; `round_trip` is that of the latest segment it acknowledged. True if slow start
  /// should end now.
  [[nodiscard]] bool should_stop(std::int64_t cwnd, std::uint64_t next_acknowledged, std::uint64_t next_sent,
                                 Duration round_trip, Duration min_round_trip, Timestamp now);
  void reset() { *this = TcpHystart(); }

 private:
  std::uint64_t round_end_ = 0;
  Timestamp round_start_{};
  Timestamp last_of_train_{};
  Duration round_min_ = Duration::max();
  int samples_ = 0;
  bool in_round_ = false;
};

}  // namespace counterpoint

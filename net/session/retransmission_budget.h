// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Limits retransmissions to a share of the video rate, since a small NACK may ask for many packets.
class RetransmissionBudget {
 public:
  /// Covers a fifth of all packets lost, and with it every path on which video is of any use. More would only feed the
  /// queue that drops them.
  static constexpr double kShare = 0.25;
  /// Unused budget is kept for a burst of losses this long.
  static constexpr Duration kBurst = 1s;

  /// Adds what has been earned since the last call.
  void earn(DataRate video_rate, Timestamp now) {
    const DataRate rate = video_rate * kShare;
    left_ = std::min(left_ + rate * (now - earned_at_), rate * kBurst);
    earned_at_ = now;
  }
  [[nodiscard]] bool is_spent() const { return left_ <= DataSize(); }
  /// The last packet may cost more than is left.
  void spend(DataSize size) { left_ -= size; }

 private:
  DataSize left_;
  Timestamp earned_at_{};
};

}  // namespace counterpoint

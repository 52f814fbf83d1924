// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Leaves frames out after such as were larger than their point asked for, so that video holds its rate also where not
/// even the coarsest quantiser can: a leaky bucket that the rate empties.
class FrameBudget {
 public:
  /// True when a frame captured at `at` may be encoded, at `rate`. Times increase.
  [[nodiscard]] bool has_room(Timestamp at, DataRate rate) {
    level_ = std::max(DataSize(), level_ - rate * std::clamp<Duration>(at - at_, Duration::zero(), kMaxGap));
    at_ = at;
    return level_ <= rate * kMaxExcess;
  }
  /// A frame came to `made`.
  void spend(DataSize made) { level_ += made; }

 private:
  /// The encoder makes good by itself what a key frame takes, which may be half a second of the rate.
  static constexpr Duration kMaxExcess = 500ms;
  static constexpr Duration kMaxGap = 10s;  ///< Longer than any frame takes.

  DataSize level_;
  Timestamp at_{};
};

}  // namespace counterpoint

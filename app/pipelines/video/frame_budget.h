// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Leaves frames out after such as were larger than their point asked for, so that video holds its rate also where not
/// even the coarsest quantiser can. It is a leaky bucket that the rate empties, in bytes and in the time that these
/// take at the rate of their frame. The one with less in it counts: what a former, higher rate allowed is no excess in
/// time, and a higher rate soon empties the bytes.
class FrameBudget {
 public:
  /// True when a frame captured at `at` may be encoded, at `rate`; none may at 0. Times increase.
  [[nodiscard]] bool has_room(Timestamp at, DataRate rate) {
    const Duration gap = std::clamp<Duration>(at - at_, Duration::zero(), kMaxGap);
    bytes_ = std::max(DataSize(), bytes_ - rate * gap);
    time_ = std::max(Duration::zero(), time_ - gap);
    at_ = at;
    rate_ = rate;
    return rate > DataRate() && (bytes_ <= rate * kMaxExcess || time_ <= kMaxExcess);
  }
  /// The frame for which there was room just now came to `made`.
  void spend(DataSize made) {
    bytes_ += made;
    time_ += made / rate_;
  }

 private:
  /// The encoder makes good by itself what a key frame takes, which may be half a second of the rate.
  static constexpr Duration kMaxExcess = 500ms;
  static constexpr Duration kMaxGap = 10s;  ///< Longer than any frame takes.

  DataSize bytes_;
  Duration time_{};
  DataRate rate_;
  Timestamp at_{};
};

}  // namespace counterpoint

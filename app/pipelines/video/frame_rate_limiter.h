// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Chooses which of a camera's frames to encode, so that there are no more than the operating point's frame rate allows
/// and those are evenly spaced. The rate may change at any frame.
class FrameRateLimiter {
 public:
  /// True when the frame captured at `at` is one to encode. Times increase.
  [[nodiscard]] bool accept(Timestamp at, FrameRate limit) {
    const Duration interval = limit.interval();
    // A camera's clock jitters: half an interval of tolerance keeps 30 of 30 frames, yet the due time advances by whole
    // intervals, so that the mean stays right.
    if (at + interval / 2 < due_) return false;
    due_ = at - due_ < interval ? due_ + interval : at + interval;
    return true;
  }

 private:
  Timestamp due_{};
};

}  // namespace counterpoint

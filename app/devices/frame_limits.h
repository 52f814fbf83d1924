// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <utility>

#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The largest frame and frame rate for a camera; chosen in one thread, read in another.
class FrameLimits {
 public:
  struct Values {
    Resolution size;
    FrameRate frame_rate;
    bool operator==(const Values&) const = default;
  };

  [[nodiscard]] Values get() const {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  /// True when the values have changed.
  bool set(const Values& values) {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, values) != values;
  }

 private:
  mutable std::mutex mutex_;
  Values values_;
};

}  // namespace counterpoint

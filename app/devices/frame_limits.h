// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <utility>

#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// What is asked of a camera at most; chosen in one thread, asked in another.
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
  /// Whether that is something else than before.
  bool set(const Values& values) {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, values) != values;
  }

 private:
  mutable std::mutex mutex_;
  Values values_;
};

}  // namespace counterpoint

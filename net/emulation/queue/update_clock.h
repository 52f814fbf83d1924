// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// The times at which a controller is to be updated, at equal distances from its first use on. Nothing happens to a
/// queue between two events, so that updates may be caught up with at the next one.
class UpdateClock {
 public:
  explicit UpdateClock(Duration interval) : interval_(interval) {}

  /// The next update that is due by `now`; nothing when none is.
  [[nodiscard]] std::optional<Timestamp> poll(Timestamp now) {
    if (!next_) next_ = now + interval_;
    if (*next_ > now) return std::nullopt;
    const Timestamp due = *next_;
    *next_ += interval_;
    return due;
  }
  /// Leaves out those that are due by `now`.
  void skip(Timestamp now) {
    if (next_ && *next_ <= now) *next_ += interval_ * ((now - *next_) / interval_ + 1);
  }

 private:
  Duration interval_;
  std::optional<Timestamp> next_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The mean rate of sized events over a sliding window.
class SlidingWindowRate {
 public:
  /// `window` > 0.
  explicit SlidingWindowRate(Duration window) : window_(window) {}

  /// `at` may be a little earlier than before: reordering.
  void add(DataSize size, Timestamp at);
  /// Over the window up to the latest event; over less than a window while there was not more.
  [[nodiscard]] DataRate rate() const;

 private:
  struct Event {
    Timestamp at{};
    DataSize size;
  };
  Duration window_;
  std::deque<Event> events_;
  DataSize sum_;
};

}  // namespace counterpoint

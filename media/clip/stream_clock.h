// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// The times of one stream of a clip, which go on where the file's own jump (joined recordings, wrapped stamps) or are
/// missing.
class StreamClock {
 public:
  /// A step farther than this from the expected time is a cut, not a gap.
  static constexpr Duration kLongestGap = 2s;

  /// The time of what begins at `stated`, if the file says so, and lasts `duration`. Without either, what was said of
  /// the beginning, or nothing.
  [[nodiscard]] std::optional<Duration> place(std::optional<Duration> stated, Duration duration) {
    if (!stated && !expected_) return std::nullopt;
    Duration time = stated ? *stated + offset_ : *expected_;
    if (stated && expected_ && (time - *expected_ > kLongestGap || *expected_ - time > kLongestGap)) {
      offset_ += *expected_ - time;
      time = *expected_;
    }
    expected_ = time + duration;
    return time;
  }
  /// What is added to the file's own times.
  [[nodiscard]] Duration offset() const { return offset_; }
  /// The end of what was placed last.
  [[nodiscard]] std::optional<Duration> expected() const { return expected_; }
  /// Begins anew, at `beginning` if that is known.
  void restart(std::optional<Duration> beginning) {
    expected_ = beginning;
    offset_ = {};
  }

 private:
  std::optional<Duration> expected_;
  Duration offset_{};
};

}  // namespace counterpoint

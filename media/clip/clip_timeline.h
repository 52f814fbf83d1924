// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of a file's pictures and their presentation times. Only .cpp files include this: it reads by ClipFile.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "media/clip/clip_file.h"

namespace counterpoint {

/// A continuous timeline for a file whose time stamps jump (joined recordings), found by sampling a few places of the
/// file.
///
/// 1. The file is divided into kStretches. A stretch whose halves disagree on the duration of as many bytes is divided
///    further, down to kReadThrough bytes: these are read, and ClipClock tells the size of the jump.
/// 2. So jumps back, and on by more than a stretch lasts, are found. Others may count as time that passes, each for no
///    more than a stretch lasts.
/// 3. At most kMaxPlaces are looked at, whatever the file.
class ClipTimeline {
 public:
  /// A place to read from: the first picture behind it has the time `stated` in the file, and is decoded at `time`.
  struct Place {
    std::int64_t byte = 0;
    Duration stated{};
    Duration time{};
  };
  static constexpr int kStretches = 16;
  static constexpr std::int64_t kReadThrough = 256 * 1024;
  static constexpr int kMaxPlaces = 200;

  /// Empty for a file whose stamps cannot jump. Leaves `file` at an unspecified place. kUnavailable when the disk
  /// fails.
  [[nodiscard]] static Result<ClipTimeline> find(ClipFile& file);

  [[nodiscard]] bool jumps() const { return jumps_; }
  /// When its last picture has been shown, by the times of its places.
  [[nodiscard]] Duration end() const { return places_.back().time; }
  /// The last place at `time` or before, to within some seconds; the first one if there is none. It may be called only
  /// if jumps().
  [[nodiscard]] Result<Place> before(Duration time, ClipFile& file) const;

 private:
  [[nodiscard]] Result<void> divide(const Place& from, const Place& to, int stretches, ClipFile& file);
  [[nodiscard]] Result<void> place_all(ClipFile& file);

  std::vector<Place> places_;  ///< In the order of the file; the last one is its end.
  int looks_left_ = kMaxPlaces;
  bool jumps_ = false;
};

}  // namespace counterpoint

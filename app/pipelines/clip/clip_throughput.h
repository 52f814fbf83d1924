// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// What is left of a clip on its way to the peer, over about the last two seconds of the clip itself: bursts of the
/// clock that sends do not show.
class ClipThroughput {
 public:
  struct Picture {
    Duration shown_for{};
    DataSize original_size;
    DataSize sent_size;        ///< 0 for one that was left out.
    bool begins_frame = true;  ///< False for the second field of a frame.
  };
  struct Reading {
    DataRate original_rate;
    DataRate sent_rate;
    double share = 0;  ///< Of the clip's bits, 0 to 1.
    FrameRate original_frames;
    FrameRate sent_frames;
  };

  void add(const Picture& picture);
  void clear() { *this = ClipThroughput(); }
  /// All 0 before the first picture.
  [[nodiscard]] Reading read() const;

 private:
  static constexpr Duration kWindow = 2s;

  std::deque<Picture> pictures_;
  Duration length_{};  ///< Of `pictures_`.
};

}  // namespace counterpoint

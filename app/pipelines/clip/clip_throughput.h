// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/control/clip_status.h"

namespace counterpoint {

/// Measures how much of a clip goes to the peer, over about the last two seconds of the clip's own time, so that bursts
/// of the sender do not show.
class ClipThroughput {
 public:
  struct Picture {
    Duration shown_for{};
    DataSize original_size;
    DataSize sent_size;        ///< 0 for one that was left out.
    bool begins_frame = true;  ///< False for the second field of a frame.
  };

  void add(const Picture& picture);
  void clear() { *this = ClipThroughput(); }
  /// All 0 before the first picture.
  [[nodiscard]] ClipFlow read() const;

 private:
  static constexpr Duration kWindow = 2s;

  std::deque<Picture> pictures_;
  Duration length_{};  ///< Duration of all `pictures_`.
};

}  // namespace counterpoint

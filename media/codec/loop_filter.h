// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

namespace counterpoint {

/// Tells when libvpx should search all levels of VP8's loop filter (RFC 6386 section 15).
///
/// At the speeds of large frames libvpx tries only the neighbours of the last frame's level. If the picture hardly
/// moves, all strong filters do the same to it, so it never leaves the level that a coarse first frame called for. Each
/// frame then blurs the picture and codes it again: the test card at 4 Mbit/s got 41 dB for 2.8 Mbit/s instead of 55 dB
/// for 0.5 Mbit/s. A strong level that does not change is the sign of it; the search, which costs time, is repeated
/// ever more rarely while it changes nothing.
class LoopFilterWatch {
 public:
  /// `level` of a frame that is shown for `interval`.
  void handle_frame(int level, Duration interval);
  /// The next frame should be coded with a search of all levels.
  [[nodiscard]] bool wants_search() const { return same_for_ >= patience_; }

 private:
  int level_ = 0;
  Duration same_for_{};
  Duration patience_ = kMinPatience;

  static constexpr Duration kMinPatience = 1s;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/loop_filter.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// Weaker filters are told apart by the neighbours that libvpx tries.
constexpr int kStrongLevel = 16;
constexpr Duration kMaxPatience = 32s;

}  // namespace

void LoopFilterWatch::handle_frame(int level, Duration interval) {
  if (level != level_) patience_ = kMinPatience;
  if (level != level_ || level < kStrongLevel) {
    same_for_ = Duration::zero();
  } else if (wants_search()) {
    // The search has found the same level.
    patience_ = std::min<Duration>(2 * patience_, kMaxPatience);
    same_for_ = Duration::zero();
  } else {
    same_for_ += interval;
  }
  level_ = level;
}

}  // namespace counterpoint

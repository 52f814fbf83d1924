// SPDX-License-Identifier: GPL-3.0-or-later
// The plane during a recorded call, from the call's history.
#pragma once

#include <cstddef>

#include "core/control/adaptation_status.h"
#include "core/log/call_history.h"

namespace counterpoint {

class PlaneView;

/// The state at the sample with that index, but for AdaptationStatus::limit.
[[nodiscard]] AdaptationStatus adaptation_at(const CallHistory& history, std::size_t sample);

/// Shows a moment of a call with the trail that led there. A small step forward is cheap.
class PlaneReplay {
 public:
  explicit PlaneReplay(PlaneView& view) : view_(view) {}
  /// Replays this call; null: none. `history` outlives this object, or is replaced first.
  void set_history(const CallHistory* history);
  void show(Duration at);

 private:
  PlaneView& view_;
  const CallHistory* history_ = nullptr;
  LimitEvidence evidence_;
  std::size_t next_ = 0;  ///< The first sample that the view has not seen.
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// What the plane showed during a call, from the call's history.
#pragma once

#include <cstddef>

#include "core/control/adaptation_status.h"
#include "core/log/call_history.h"

namespace counterpoint {

class PlaneView;

/// At the sample of that index.
[[nodiscard]] AdaptationStatus adaptation_at(const CallHistory& history, std::size_t sample);

/// Shows a moment of a call with the trail that led there. Moving on by little costs little.
class PlaneReplay {
 public:
  explicit PlaneReplay(PlaneView& view) : view_(view) {}
  /// Of which call; null: none. It outlives this, or the next one.
  void set_history(const CallHistory* history);
  void show(Duration at);

 private:
  PlaneView& view_;
  const CallHistory* history_ = nullptr;
  std::size_t next_ = 0;  ///< The first sample that the view has not seen.
};

}  // namespace counterpoint

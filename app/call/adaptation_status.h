// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/plane.h"
#include "core/model/decision.h"

namespace counterpoint {

/// How the adaptation of a call stands, for whoever shows it. Positions are of audio and video, headers included.
struct AdaptationStatus {
  const Mode* mode = nullptr;  ///< Never null in a call.
  OperatingPoint point;
  PlanePosition position;  ///< Of the point.
  /// Where the mode's points stand; the same vector for as long as they do not change.
  std::shared_ptr<const std::vector<PlanePosition>> points;
  std::optional<PlanePosition> received;  ///< What the peer got in about a second; nothing where it does not say.
  std::optional<DataRate> rate_limit;     ///< As far as the mode has an idea.
  std::optional<PacketRate> packet_limit;
  bool video_stopped = false;        ///< By the circuit breaker.
  std::optional<Decision> decision;  ///< The last one, and where it led from and to.
  PlanePosition decided_from;
  PlanePosition decided_to;
};

}  // namespace counterpoint

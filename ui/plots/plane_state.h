// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/adaptation/plane/plane.h"
#include "core/base/time.h"

namespace counterpoint {

/// Position of our video in the bit-rate x packet-rate plane at a moment of a call, and its reason. All positions
/// include all that is sent: audio and headers too.
struct PlaneState {
  Duration at{};                                             ///< Time since the call began; never falls within a call.
  std::shared_ptr<const std::vector<PlanePosition>> points;  ///< The points that the mode chooses from; null: unknown.
  PlanePosition own;                                         ///< The operating point.
  std::optional<PlanePosition> received;                     ///< The peer's receive rates, over about the last second.
  std::optional<DataRate> rate_limit;  ///< The path's capacity, as far as the mode has an estimate.
  std::optional<PacketRate> packet_limit;
  QString mode;      ///< The mode's name, as in the table of modes.
  FrameRate frames;  ///< Frame rate of the operating point.
  QString decision;  ///< The last decision with its cause, a sentence; empty before the first.
};

}  // namespace counterpoint

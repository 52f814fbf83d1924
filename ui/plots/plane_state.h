// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/adaptation/plane/plane.h"
#include "core/base/time.h"

namespace counterpoint {

/// Where our video stands in the bit-rate x packet-rate plane at a moment of a call, and why. All positions are of all
/// that is sent, audio and headers included.
struct PlaneState {
  Duration at{};                                             ///< Since the call began; never falls within a call.
  std::shared_ptr<const std::vector<PlanePosition>> points;  ///< That the mode chooses from; null: nothing known.
  PlanePosition own;                                         ///< Of the operating point.
  std::optional<PlanePosition> received;                     ///< Of what the peer got, over about the last second.
  std::optional<DataRate> rate_limit;                        ///< What the path carries, as far as the mode has an idea.
  std::optional<PacketRate> packet_limit;
  QString mode;      ///< Its name, as in the table of modes.
  FrameRate frames;  ///< Of the operating point.
  QString decision;  ///< The last one with its cause, a sentence; empty before the first.
};

}  // namespace counterpoint

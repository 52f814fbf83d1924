// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/time.h"
#include "core/base/units.h"
#include "net/emulation/queue/queued_packet.h"

namespace counterpoint {

/// A packet at the end of a path.
struct PathArrival {
  PathPacket packet;
  Timestamp arrived_at{};
};

/// The fate of a packet at one path.
struct PathRecord {
  enum class Fate : std::uint8_t {
    kCarried,  ///< Served and put on the line.
    kDropped,  ///< Dropped by the queue or the policer.
    kLost,     ///< Served, then lost on the line.
  };
  Timestamp at{};  ///< When it was served, or dropped.
  FlowNumber flow = 0;
  DataSize wire_size;
  Duration queued{};  ///< Queueing delay including this path's queue; for a dropped packet that of the paths before.
  Fate fate = Fate::kCarried;
  bool operator==(const PathRecord&) const = default;
};

}  // namespace counterpoint

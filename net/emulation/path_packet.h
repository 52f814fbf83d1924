// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Flow of a packet on a shared path. The meaning of the numbers is up to the user.
using FlowNumber = std::uint32_t;

/// A packet on an emulated path.
struct PathPacket {
  Bytes data;
  DataSize wire_size;   ///< Size of the whole IP packet, which counts for queues and rates.
  FlowNumber flow = 0;  ///< The paths hand it through.
  Duration queued{};    ///< Queueing delay so far, without its own transmission.
};

/// A packet at the end of a path.
struct PathArrival {
  PathPacket packet;
  Timestamp arrived_at{};
};

/// The fate of a packet at one path.
struct PathRecord {
  enum class Fate : std::uint8_t {
    kCarried,  ///< Served and put on the line.
    kDropped,  ///< The queue was full.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Which flow a packet belongs to, where several share a path. What the numbers mean is up to who gives them.
using FlowNumber = std::uint32_t;

/// A packet on an emulated path.
struct PathPacket {
  Bytes data;
  DataSize wire_size;   ///< What it takes of queues and rates: the whole IP packet.
  FlowNumber flow = 0;  ///< The paths hand it through.
  Duration queued{};    ///< How long it has waited in queues so far, its own transmission not counted.
};

/// A packet at the end of a path.
struct PathArrival {
  PathPacket packet;
  Timestamp arrived_at{};
};

/// What became of a packet at one path.
struct PathRecord {
  enum class Fate : std::uint8_t {
    kCarried,  ///< Served and put on the line.
    kDropped,  ///< The queue was full.
    kLost,     ///< Served, then lost on the line.
  };
  Timestamp at{};  ///< When it was served, or dropped.
  FlowNumber flow = 0;
  DataSize wire_size;
  Duration queued{};  ///< As in PathPacket, this path's queue counted; for a dropped one that of the paths before.
  Fate fate = Fate::kCarried;
  bool operator==(const PathRecord&) const = default;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// Flow of a packet on a shared path. The meaning of the numbers is up to the user.
using FlowNumber = std::uint32_t;

/// A packet on an emulated path.
struct PathPacket {
  Bytes data;
  DataSize wire_size;      ///< Size of the whole IP packet, which counts for queues and rates.
  FlowNumber flow = 0;     ///< The paths hand it through.
  Ecn ecn = Ecn::kNotEct;  ///< In the IP header; queues that mark change it.
  Duration queued{};       ///< Queueing delay so far, without its own transmission.
};

struct QueuedPacket {
  PathPacket packet;
  Timestamp since{};  ///< Time at which it came.
};

/// Marks a packet instead of dropping it (RFC 3168); false, and nothing done, for one that is not ECN-capable.
[[nodiscard]] inline bool mark_congestion(PathPacket& packet) {
  if (packet.ecn == Ecn::kNotEct) return false;
  packet.ecn = Ecn::kCe;
  return true;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "net/emulation/queue/packet_fifo.h"

namespace counterpoint {

/// Active queue management of a path.
enum class Aqm : std::uint8_t {
  kDropTail,  ///< None: what finds no room is dropped.
  kCodel,     ///< RFC 8289
  kFqCodel,   ///< RFC 8290
  kPie,       ///< RFC 8033
  kDualPi2,   ///< RFC 9332
};

using DroppedPackets = std::vector<PathPacket>;

/// Decides which of the packets that wait for a server is next, and which are dropped or marked. One file a discipline.
///
/// Times never go backwards. The owner knows the buffer's limit, and so says whether there is room.
class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;
  /// Takes a packet that comes at packet.since. Without `has_room` for it at least one is dropped, this or another.
  virtual void enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) = 0;
  /// The next packet to be served; nothing when none is left.
  [[nodiscard]] virtual std::optional<QueuedPacket> dequeue(Timestamp now, DroppedPackets& dropped) = 0;
  [[nodiscard]] virtual QueueBacklog backlog() const = 0;
};

/// A queue of that kind. With `ecn`, it marks packets that are ECN-capable where its RFC allows that; kDualPi2 always
/// does. `seed` makes what is random in it.
[[nodiscard]] std::unique_ptr<QueueDiscipline> make_queue(Aqm aqm, bool ecn, std::uint64_t seed);

}  // namespace counterpoint

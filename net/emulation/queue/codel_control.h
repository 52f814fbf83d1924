// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "net/emulation/queue/queue_discipline.h"

namespace counterpoint {

/// CoDel's control of one queue (RFC 8289, 5): packets are dropped at its head, ever more often, while all of them have
/// waited longer than kTarget for at least kInterval.
class CodelControl {
 public:
  static constexpr Duration kTarget = 5ms;      ///< RFC 8289, 4.4: 5 to 10 % of the interval.
  static constexpr Duration kInterval = 100ms;  ///< RFC 8289, 4.3: about the longest usual round trip.
  /// With no more than this left the link would run dry (RFC 8289, 5.5).
  static constexpr DataSize kMaxPacket = DataSize::bytes(1500);

  explicit CodelControl(bool ecn) : ecn_(ecn) {}

  /// The next packet of `fifo` to be served.
  [[nodiscard]] std::optional<QueuedPacket> dequeue(PacketFifo& fifo, Timestamp now, DroppedPackets& dropped);

 private:
  struct Head {
    std::optional<QueuedPacket> packet;
    bool ok_to_drop = false;
  };
  [[nodiscard]] Head take_head(PacketFifo& fifo, Timestamp now);
  /// True if it could be marked, and so is to be served; else it is dropped.
  [[nodiscard]] bool mark_or_drop(QueuedPacket& packet, DroppedPackets& dropped) const;
  [[nodiscard]] std::optional<QueuedPacket> go_on_dropping(Head head, PacketFifo& fifo, Timestamp now,
                                                           DroppedPackets& dropped);
  [[nodiscard]] std::optional<QueuedPacket> start_dropping(Head head, PacketFifo& fifo, Timestamp now,
                                                           DroppedPackets& dropped);

  bool ecn_;
  std::optional<Timestamp> first_above_;  // When dropping may begin, unless a packet has waited less until then.
  Timestamp drop_next_{};
  std::int64_t count_ = 0;       // Packets dropped since dropping began.
  std::int64_t last_count_ = 0;  // count_ when dropping began.
  bool dropping_ = false;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <map>

#include "net/emulation/queue/codel_control.h"
#include "net/emulation/queue/queue_discipline.h"

namespace counterpoint {

/// A queue for each flow, each under CoDel, served in turn by bytes (deficit round robin); a flow that has just begun
/// comes first (RFC 8290).
class FqCodel final : public QueueDiscipline {
 public:
  static constexpr std::int64_t kQuantum = 1514;  ///< Bytes that a queue may send in its turn (RFC 8290, 5.2.4).
  static constexpr std::uint32_t kQueues = 1024;  ///< Flows whose numbers differ by a multiple of it share one.
  static constexpr std::int64_t kMaxBatch = 64;   ///< Packets dropped at once when there is no room (RFC 8290, 4.1).

  explicit FqCodel(bool ecn) : ecn_(ecn) {}

  /// Without room, half of the packets of the longest queue are dropped, from its head.
  void enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) override;
  [[nodiscard]] std::optional<QueuedPacket> dequeue(Timestamp now, DroppedPackets& dropped) override;
  [[nodiscard]] QueueBacklog backlog() const override;

 private:
  struct FlowQueue {
    explicit FlowQueue(bool ecn) : control(ecn) {}
    PacketFifo fifo;
    CodelControl control;
    std::int64_t credits = 0;  // Bytes.
    bool listed = false;       // It is in one of the lists.
  };
  void drop_from_longest(DroppedPackets& dropped);

  bool ecn_;
  std::map<std::uint32_t, FlowQueue> queues_;  // Entries stay where they are.
  std::deque<FlowQueue*> new_queues_;
  std::deque<FlowQueue*> old_queues_;
};

}  // namespace counterpoint

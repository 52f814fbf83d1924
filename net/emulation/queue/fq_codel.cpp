// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/fq_codel.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

void FqCodel::enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) {
  FlowQueue& queue = queues_.try_emplace(packet.packet.flow % kQueues, ecn_).first->second;
  queue.fifo.push(std::move(packet));
  if (!std::exchange(queue.listed, true)) {
    queue.credits = kQuantum;
    new_queues_.push_back(&queue);
  }
  if (!has_room) drop_from_longest(dropped);
}

void FqCodel::drop_from_longest(DroppedPackets& dropped) {
  const auto longest =
      std::ranges::max_element(queues_, {}, [](const auto& entry) { return entry.second.fifo.size(); });
  PacketFifo& fifo = longest->second.fifo;
  const std::int64_t count = std::min((fifo.backlog().packets + 1) / 2, kMaxBatch);
  for (std::int64_t i = 0; i < count; ++i) dropped.push_back(std::move(fifo.pop().packet));
}

std::optional<QueuedPacket> FqCodel::dequeue(Timestamp now, DroppedPackets& dropped) {
  while (!new_queues_.empty() || !old_queues_.empty()) {
    const bool is_new = !new_queues_.empty();
    std::deque<FlowQueue*>& list = is_new ? new_queues_ : old_queues_;
    FlowQueue& queue = *list.front();
    if (queue.credits <= 0) {
      queue.credits += kQuantum;
      list.pop_front();
      old_queues_.push_back(&queue);
      continue;
    }
    if (std::optional<QueuedPacket> packet = queue.control.dequeue(queue.fifo, now, dropped)) {
      queue.credits -= packet->packet.wire_size.bytes();
      return packet;
    }
    list.pop_front();
    // A new queue that is empty waits behind the old ones, or its next packet would starve them.
    queue.listed = is_new;
    if (is_new) old_queues_.push_back(&queue);
  }
  return std::nullopt;
}

QueueBacklog FqCodel::backlog() const {
  QueueBacklog sum;
  for (const auto& [number, queue] : queues_) sum = sum + queue.fifo.backlog();
  return sum;
}

}  // namespace counterpoint

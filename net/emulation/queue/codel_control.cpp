// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/codel_control.h"

#include <cmath>
#include <utility>

namespace counterpoint {
namespace {

// RFC 8289, 5.6: a queue that is long again so soon gets the rate at which dropping ended.
constexpr Duration kMemory = 16 * CodelControl::kInterval;

// RFC 8289, 3.2: drops follow each other ever faster, so that TCP's rate falls linearly.
Timestamp control_law(Timestamp from, std::int64_t count) {
  return from + from_seconds(to_seconds(CodelControl::kInterval) / std::sqrt(static_cast<double>(count)));
}

}  // namespace

std::optional<QueuedPacket> CodelControl::dequeue(PacketFifo& fifo, Timestamp now, DroppedPackets& dropped) {
  Head head = take_head(fifo, now);
  if (dropping_) return go_on_dropping(std::move(head), fifo, now, dropped);
  if (head.ok_to_drop) return start_dropping(std::move(head), fifo, now, dropped);
  return std::move(head.packet);
}

CodelControl::Head CodelControl::take_head(PacketFifo& fifo, Timestamp now) {
  if (fifo.empty()) {
    first_above_.reset();
    return {};
  }
  Head head{.packet = fifo.pop()};
  if (now - head.packet->since < kTarget || fifo.size() <= kMaxPacket) {
    first_above_.reset();
  } else if (!first_above_) {
    first_above_ = now + kInterval;
  } else {
    head.ok_to_drop = now >= *first_above_;
  }
  return head;
}

bool CodelControl::mark_or_drop(QueuedPacket& packet, DroppedPackets& dropped) const {
  if (ecn_ && mark_congestion(packet.packet)) return true;
  dropped.push_back(std::move(packet.packet));
  return false;
}

std::optional<QueuedPacket> CodelControl::go_on_dropping(Head head, PacketFifo& fifo, Timestamp now,
                                                         DroppedPackets& dropped) {
  dropping_ = head.ok_to_drop;
  while (dropping_ && now >= drop_next_) {
    ++count_;
    if (mark_or_drop(*head.packet, dropped)) {
      drop_next_ = control_law(drop_next_, count_);
      break;
    }
    head = take_head(fifo, now);
    dropping_ = head.ok_to_drop;
    if (dropping_) drop_next_ = control_law(drop_next_, count_);
  }
  return std::move(head.packet);
}

std::optional<QueuedPacket> CodelControl::start_dropping(Head head, PacketFifo& fifo, Timestamp now,
                                                         DroppedPackets& dropped) {
  if (!mark_or_drop(*head.packet, dropped)) head = take_head(fifo, now);
  dropping_ = true;
  const std::int64_t dropped_last = count_ - last_count_;
  count_ = dropped_last > 1 && now - drop_next_ < kMemory ? dropped_last : 1;
  drop_next_ = control_law(now, count_);
  last_count_ = count_;
  return std::move(head.packet);
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

#include "net/emulation/queue/queued_packet.h"

namespace counterpoint {

/// Packets that wait, and how much space they take.
struct QueueBacklog {
  std::int64_t packets = 0;
  DataSize size;  ///< On the wire.

  friend QueueBacklog operator+(const QueueBacklog& a, const QueueBacklog& b) {
    return {.packets = a.packets + b.packets, .size = a.size + b.size};
  }
};

/// Packets in the order in which they came.
class PacketFifo {
 public:
  void push(QueuedPacket packet) {
    size_ += packet.packet.wire_size;
    packets_.push_back(std::move(packet));
  }
  /// It may be called only while it is not empty.
  [[nodiscard]] QueuedPacket pop() {
    QueuedPacket head = std::move(packets_.front());
    packets_.pop_front();
    size_ -= head.packet.wire_size;
    return head;
  }
  [[nodiscard]] bool empty() const { return packets_.empty(); }
  [[nodiscard]] DataSize size() const { return size_; }
  [[nodiscard]] QueueBacklog backlog() const {
    return {.packets = static_cast<std::int64_t>(packets_.size()), .size = size_};
  }
  /// Time that the first has waited; zero when there is none.
  [[nodiscard]] Duration age(Timestamp now) const {
    return packets_.empty() ? Duration::zero() : now - packets_.front().since;
  }

 private:
  std::deque<QueuedPacket> packets_;
  DataSize size_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "net/emulation/queue/codel_control.h"
#include "net/emulation/queue/queue_discipline.h"

namespace counterpoint {

/// One queue under CoDel (RFC 8289).
class Codel final : public QueueDiscipline {
 public:
  explicit Codel(bool ecn) : control_(ecn) {}

  void enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) override {
    if (has_room) {
      fifo_.push(std::move(packet));
    } else {
      dropped.push_back(std::move(packet.packet));
    }
  }
  [[nodiscard]] std::optional<QueuedPacket> dequeue(Timestamp now, DroppedPackets& dropped) override {
    return control_.dequeue(fifo_, now, dropped);
  }
  [[nodiscard]] QueueBacklog backlog() const override { return fifo_.backlog(); }

 private:
  PacketFifo fifo_;
  CodelControl control_;
};

}  // namespace counterpoint

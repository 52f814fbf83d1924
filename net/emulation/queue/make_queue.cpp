// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "net/emulation/queue/codel.h"
#include "net/emulation/queue/dual_pi2.h"
#include "net/emulation/queue/fq_codel.h"
#include "net/emulation/queue/pie.h"

namespace counterpoint {
namespace {

/// First in, first out; what finds no room is dropped.
class DropTail final : public QueueDiscipline {
 public:
  void enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) override {
    if (has_room) {
      fifo_.push(std::move(packet));
    } else {
      dropped.push_back(std::move(packet.packet));
    }
  }
  [[nodiscard]] std::optional<QueuedPacket> dequeue(Timestamp, DroppedPackets&) override {
    if (fifo_.empty()) return std::nullopt;
    return fifo_.pop();
  }
  [[nodiscard]] QueueBacklog backlog() const override { return fifo_.backlog(); }

 private:
  PacketFifo fifo_;
};

}  // namespace

std::unique_ptr<QueueDiscipline> make_queue(Aqm aqm, bool ecn, std::uint64_t seed) {
  switch (aqm) {
    case Aqm::kDropTail:
      return std::make_unique<DropTail>();
    case Aqm::kCodel:
      return std::make_unique<Codel>(ecn);
    case Aqm::kFqCodel:
      return std::make_unique<FqCodel>(ecn);
    case Aqm::kPie:
      return std::make_unique<Pie>(ecn, seed);
    case Aqm::kDualPi2:
      return std::make_unique<DualPi2>();
  }
  return nullptr;
}

}  // namespace counterpoint

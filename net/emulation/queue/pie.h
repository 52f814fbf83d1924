// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/rng.h"
#include "net/emulation/queue/queue_discipline.h"
#include "net/emulation/queue/update_clock.h"

namespace counterpoint {

/// One queue under PIE (RFC 8033, 4): packets that come are dropped at random, with a probability that a proportional
/// integral controller derives from the queueing delay. The delay is that of the packet at the head, by its time stamp.
class Pie final : public QueueDiscipline {
 public:
  static constexpr Duration kTarget = 15ms;          ///< QDELAY_REF
  static constexpr Duration kUpdateInterval = 15ms;  ///< T_UPDATE
  static constexpr Duration kMaxBurst = 150ms;       ///< MAX_BURST
  static constexpr double kAlpha = 0.125;            ///< Gain for each second of delay beyond the target.
  static constexpr double kBeta = 1.25;              ///< Gain for each second by which it grew.
  static constexpr double kMaxMarking = 0.1;         ///< With a higher probability nothing is marked (RFC 8033, 5.1).

  Pie(bool ecn, std::uint64_t seed) : ecn_(ecn), rng_(seed) {}

  void enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) override;
  [[nodiscard]] std::optional<QueuedPacket> dequeue(Timestamp now, DroppedPackets& dropped) override;
  [[nodiscard]] QueueBacklog backlog() const override { return fifo_.backlog(); }

  [[nodiscard]] double drop_probability() const { return drop_probability_; }

 private:
  void update(Timestamp now);
  [[nodiscard]] bool drops_early();
  /// Nothing changes any more until a packet comes.
  [[nodiscard]] bool at_rest() const;

  bool ecn_;
  Rng rng_;
  PacketFifo fifo_;
  UpdateClock updates_{kUpdateInterval};
  double drop_probability_ = 0;
  Duration delay_before_{};  // At the last update.
  Duration burst_allowance_ = kMaxBurst;
};

}  // namespace counterpoint

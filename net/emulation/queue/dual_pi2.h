// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/emulation/queue/queue_discipline.h"
#include "net/emulation/queue/update_clock.h"

namespace counterpoint {

/// Two queues with coupled controls (RFC 9332, appendix A): packets with ECT(1) or CE pass by those of others with
/// little delay and are marked; others are dropped, or with ECT(0) marked, with the square of the same probability.
class DualPi2 final : public QueueDiscipline {
 public:
  static constexpr Duration kTarget = 15ms;          ///< The classic queue's.
  static constexpr Duration kMaxRoundTrip = 100ms;   ///< RTT_max
  static constexpr Duration kUpdateInterval = 15ms;  ///< The lesser of the target and a third of RTT_max.
  static constexpr double kAlpha = 0.15;             ///< 0.1 x interval / RTT_max^2, in 1/s.
  static constexpr double kBeta = 3;                 ///< 0.3 / RTT_max, in 1/s.
  static constexpr double kCoupling = 2;             ///< k
  static constexpr Duration kStep = 1ms;  ///< From this delay on, each packet of the low-latency queue is marked.
  /// The classic queue's part of the capacity while both have packets: Linux's value, so that neither starves.
  static constexpr double kClassicShare = 0.1;

  void enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) override;
  [[nodiscard]] std::optional<QueuedPacket> dequeue(Timestamp now, DroppedPackets& dropped) override;
  [[nodiscard]] QueueBacklog backlog() const override { return classic_.backlog() + low_latency_.backlog(); }

  /// p' of the RFC, 0 to 1: its square drops classic packets, kCoupling times it marks the others.
  [[nodiscard]] double base_probability() const { return base_probability_; }

 private:
  /// True so often that its mean is the likelihood, at distances as equal as can be (RFC 9332, recur()).
  class Recurrence {
   public:
    [[nodiscard]] bool next(double likelihood);

   private:
    double count_ = 0;
  };

  void update(Timestamp now);
  [[nodiscard]] bool low_latency_is_next() const;
  [[nodiscard]] QueuedPacket take_low_latency();
  [[nodiscard]] QueuedPacket take_classic();
  /// True if the packet, which was marked where it should be, is to be served; else it was to be dropped.
  [[nodiscard]] bool passes_low_latency(QueuedPacket& packet, bool alone, Timestamp now);
  [[nodiscard]] bool passes_classic(QueuedPacket& packet);

  PacketFifo classic_;
  PacketFifo low_latency_;
  UpdateClock updates_{kUpdateInterval};
  double base_probability_ = 0;
  Duration delay_before_{};  // At the last update.
  Recurrence classic_drops_;
  Recurrence low_latency_drops_;
  Recurrence low_latency_marks_;
  double classic_credit_ = 0;  // Bytes that the classic queue is behind its share.
};

}  // namespace counterpoint

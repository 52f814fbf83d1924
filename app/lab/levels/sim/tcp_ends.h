// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "app/lab/levels/sim/sim_end.h"
#include "core/base/rng.h"
#include "net/emulation/tcp/tcp_receiver.h"
#include "net/emulation/tcp/tcp_sender.h"

namespace counterpoint {

/// Sends a TcpLoad. Each transfer is a connection of its own, whose number is in each of its packets.
class TcpSendingEnd final : public SimEnd {
 public:
  TcpSendingEnd(const TcpLoad& load, const SimPlace& place, Timestamp start);

  void handle(PathArrival arrival) override;
  [[nodiscard]] Result<void> run(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() override;

 private:
  void connect();
  void plan_transfer(Timestamp now);

  TcpLoad load_;
  SimPlace place_;
  Rng rng_;
  std::uint32_t connection_ = 0;
  std::optional<TcpSender> sender_;      // Nothing between transfers.
  Timestamp next_transfer_at_ = kNever;  // It is set only between transfers.
};

/// Receives the segments of a TcpSendingEnd.
class TcpReceivingEnd final : public SimEnd {
 public:
  explicit TcpReceivingEnd(const SimPlace& place) : place_(place) {}

  void handle(PathArrival arrival) override;
  [[nodiscard]] Result<void> run(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() override { return receiver_.next_deadline(); }

 private:
  SimPlace place_;
  std::uint32_t connection_ = 0;
  TcpReceiver receiver_;
};

}  // namespace counterpoint

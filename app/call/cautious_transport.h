// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "core/ports/transport.h"

namespace counterpoint {

/// Sends at most kMaxUnanswered datagrams until one has come back: a peer may name any port of its address, and what
/// waits there need not want a call.
class CautiousTransport final : public Transport {
 public:
  /// Enough for the first words of both media; a peer that listens answers within a round trip.
  static constexpr int kMaxUnanswered = 10;

  explicit CautiousTransport(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

  void send(ByteView datagram, Timestamp now) override {
    if (!answered_ && unanswered_++ >= kMaxUnanswered) return;
    transport_->send(datagram, now);
  }
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override {
    std::optional<ReceivedDatagram> datagram = transport_->receive(now);
    answered_ = answered_ || datagram.has_value();
    return datagram;
  }
  [[nodiscard]] Timestamp next_deadline() const override { return transport_->next_deadline(); }
  [[nodiscard]] int descriptor() const override { return transport_->descriptor(); }

 private:
  std::unique_ptr<Transport> transport_;
  int unanswered_ = 0;
  bool answered_ = false;
};

}  // namespace counterpoint

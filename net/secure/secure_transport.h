// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "core/ports/transport.h"
#include "net/secure/dtls_endpoint.h"

namespace counterpoint {

/// A transport of media that begins with a DTLS handshake on the same port (RFC 5764 section 5.1.2). It carries
/// packets, which the session protects with endpoint().keys(), out once endpoint().may_send(), and in once that is
/// established.
class SecureTransport final : public Transport {
 public:
  /// A peer may send so many in the moment until this side has heard that media may flow.
  static constexpr std::size_t kMaxKept = 64;

  SecureTransport(std::unique_ptr<Transport> transport, DtlsEndpoint endpoint, Timestamp now);

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  /// Gives nothing at the moment when there are keys, so that its owner can use them for what comes next.
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  /// Does what receive() does; of what comes after the handshake the last kMaxKept datagrams are kept for it.
  void advance(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] int descriptor() const override { return transport_->descriptor(); }

  /// See DtlsEndpoint.
  void set_round_trip_time(Duration round_trip_time) { endpoint_.set_round_trip_time(round_trip_time); }
  [[nodiscard]] const DtlsEndpoint& endpoint() const { return endpoint_; }
  /// Datagrams of either way that came before there were keys, and were dropped.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  [[nodiscard]] bool established() const { return endpoint_.state() == DtlsEndpoint::State::kEstablished; }
  void flush(Timestamp now);
  [[nodiscard]] std::optional<ReceivedDatagram> receive_next(Timestamp now);

  std::unique_ptr<Transport> transport_;
  DtlsEndpoint endpoint_;
  std::deque<ReceivedDatagram> kept_;
  std::uint64_t dropped_ = 0;
};

}  // namespace counterpoint

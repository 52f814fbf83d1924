// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/ports/transport.h"
#include "net/adapters/socket_address.h"
#include "net/adapters/udp/udp_socket.h"

namespace counterpoint {

/// Datagrams over a UDP socket (IPv4 or IPv6) to and from one peer. Only datagrams of the peer are taken. Before
/// connect_to(), there is none: nothing is sent or taken. Times, ECN and errors are those of UdpSocket.
class UdpTransport final : public Transport {
 public:
  using Config = UdpSocket::Config;

  /// See UdpSocket::bind().
  static Result<std::unique_ptr<UdpTransport>> bind(const std::string& address, std::uint16_t port, Config config);
  static Result<std::unique_ptr<UdpTransport>> bind(const std::string& address, std::uint16_t port) {
    return bind(address, port, Config{});
  }

  /// From now on, the peer is at `address` (numeric). Errors: kInvalidArgument for text that is no address or is of a
  /// kind that this socket does not reach.
  Result<void> connect_to(const std::string& address, std::uint16_t port);

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return socket_.descriptor(); }

  [[nodiscard]] std::uint16_t local_port() const { return socket_.local_port(); }
  [[nodiscard]] const UdpCounters& counters() const { return socket_.counters(); }

 private:
  explicit UdpTransport(UdpSocket socket) : socket_(std::move(socket)) {}

  UdpSocket socket_;
  std::optional<SocketAddress> peer_;
};

}  // namespace counterpoint

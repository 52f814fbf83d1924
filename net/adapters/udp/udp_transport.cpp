// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/udp_transport.h"

#include <netinet/in.h>

#include <utility>

namespace counterpoint {

Result<std::unique_ptr<UdpTransport>> UdpTransport::bind(const std::string& address, std::uint16_t port,
                                                         Config config) {
  Result<UdpSocket> socket = UdpSocket::bind(address, port, config);
  if (!socket) return socket.error();
  return std::unique_ptr<UdpTransport>(new UdpTransport(std::move(*socket)));
}

Result<void> UdpTransport::connect_to(const std::string& address, std::uint16_t port) {
  const std::optional<SocketAddress> given = SocketAddress::from(address, port);
  if (!given || port == 0) {
    return Error{.kind = ErrorKind::kInvalidArgument,
                 .message = "\"" + to_string(Endpoint{.address = address, .port = port}) +
                            "\" is not the address and port of a peer: use numbers, as in 192.0.2.1:5004"};
  }
  const std::optional<SocketAddress> peer = given->for_family(socket_.family());
  if (!peer) {
    return Error{.kind = ErrorKind::kInvalidArgument,
                 .message = address + " cannot be reached from an " + (socket_.family() == AF_INET ? "IPv4" : "IPv6") +
                            " address: bind to :: for both kinds"};
  }
  peer_ = peer;
  return {};
}

void UdpTransport::send(ByteView datagram, Timestamp /*now*/, Ecn ecn) {
  if (!peer_) {
    ++socket_.counters().send_dropped;
    return;
  }
  socket_.send(datagram, *peer_, ecn);
}

std::optional<ReceivedDatagram> UdpTransport::receive(Timestamp now) {
  for (int skipped = 0; skipped < UdpSocket::kMaxSkipped; ++skipped) {
    std::optional<UdpSocket::Arrival> arrival = socket_.receive(now);
    if (!arrival) return std::nullopt;
    if (peer_ && arrival->from == *peer_) {
      ++socket_.counters().received;
      return std::move(arrival->datagram);
    }
    ++socket_.counters().foreign;
  }
  return std::nullopt;
}

}  // namespace counterpoint

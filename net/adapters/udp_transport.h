// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ports/transport.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/file_descriptor.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {

struct UdpCounters {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t send_dropped = 0;     ///< The socket buffer was full, or there is no peer yet.
  std::uint64_t receive_dropped = 0;  ///< Dropped by the kernel, since its receive buffer was full.
  std::uint64_t foreign = 0;          ///< Not from the peer, and ignored.
  std::uint64_t errors = 0;           ///< Errors of the path (ICMP) or of the host: unreachable, refused, too big.
};

/// Datagrams over a UDP socket (IPv4 or IPv6) to and from one peer.
///
/// 1. Only datagrams of the peer are taken. Before connect_to() there is none: nothing is sent or taken.
/// 2. Arrival times are the kernel's where it gives them; ECN is read from the IP header, and written to it.
/// 3. No error of the path is final: it is counted.
class UdpTransport final : public Transport {
 public:
  struct Config {
    /// Asked of the kernel, which may give less. Holds a key frame's burst while the thread is busy.
    DataSize receive_buffer = DataSize::bytes(1'000'000);
    DataSize send_buffer = DataSize::bytes(500'000);
  };

  /// A socket at the numeric `address` ("0.0.0.0" and "::" are all of this host, the latter IPv4 too) and `port`; 0 for
  /// any. Errors: kInvalidArgument for text that is no address, kUnavailable when the port or address cannot be used.
  static Result<std::unique_ptr<UdpTransport>> bind(const std::string& address, std::uint16_t port, Config config);
  static Result<std::unique_ptr<UdpTransport>> bind(const std::string& address, std::uint16_t port) {
    return bind(address, port, Config{});
  }

  /// From now on the peer is at `address` (numeric). Errors: kInvalidArgument for text that is no address or is of a
  /// kind that this socket does not reach.
  Result<void> connect_to(const std::string& address, std::uint16_t port);

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return socket_.get(); }

  [[nodiscard]] std::uint16_t local_port() const { return local_port_; }
  [[nodiscard]] const UdpCounters& counters() const { return counters_; }

 private:
  struct Incoming;

  UdpTransport(FileDescriptor socket, int family, std::uint16_t local_port);
  [[nodiscard]] std::optional<ReceivedDatagram> take(Incoming& incoming, std::size_t size, Timestamp now);
  void count_error();

  FileDescriptor socket_;
  int family_;
  std::uint16_t local_port_;
  std::optional<SocketAddress> peer_;
  Bytes buffer_;
  std::uint32_t kernel_drops_ = 0;
  UdpCounters counters_;
};

}  // namespace counterpoint

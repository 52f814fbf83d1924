// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ports/transport.h"
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

/// A UDP socket (IPv4 or IPv6) that knows no peer.
///
/// 1. Arrival times are the kernel's where it gives them; ECN is read from the IP header, and written to it.
/// 2. No error of the path is final: it is counted.
class UdpSocket final {
 public:
  struct Config {
    /// Asked of the kernel, which may give less. Holds a key frame's burst while the thread is busy.
    DataSize receive_buffer = DataSize::bytes(1'000'000);
    DataSize send_buffer = DataSize::bytes(500'000);
  };
  struct Arrival {
    SocketAddress from;
    ReceivedDatagram datagram;
  };
  /// receive() takes so many datagrams at once that it drops: a flood cannot hold the thread.
  static constexpr int kMaxSkipped = 64;

  /// A socket at the numeric `address` ("0.0.0.0" and "::" are all of this host, the latter IPv4 too) and `port`; 0 for
  /// any. Errors: kInvalidArgument for text that is no address, kUnavailable when the port or address cannot be used.
  [[nodiscard]] static Result<UdpSocket> bind(const std::string& address, std::uint16_t port, Config config);
  [[nodiscard]] static Result<UdpSocket> bind(const std::string& address, std::uint16_t port) {
    return bind(address, port, Config{});
  }

  /// `to` is of family().
  void send(ByteView datagram, const SocketAddress& to, Ecn ecn);
  /// The next datagram of anybody; nothing when there is none.
  [[nodiscard]] std::optional<Arrival> receive(Timestamp now);

  [[nodiscard]] int descriptor() const { return socket_.get(); }
  [[nodiscard]] int family() const { return family_; }
  [[nodiscard]] std::uint16_t local_port() const { return local_port_; }
  [[nodiscard]] const UdpCounters& counters() const { return counters_; }
  [[nodiscard]] UdpCounters& counters() { return counters_; }

 private:
  struct Incoming;

  UdpSocket(FileDescriptor socket, int family, std::uint16_t local_port);
  [[nodiscard]] Arrival take(Incoming& incoming, std::size_t size, Timestamp now);
  void count_error();

  FileDescriptor socket_;
  int family_;
  std::uint16_t local_port_;
  Bytes buffer_;
  std::uint32_t kernel_drops_ = 0;
  UdpCounters counters_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"
#include "net/adapters/udp/network_monitor.h"
#include "net/adapters/udp/udp_socket.h"
#include "net/ice/transport/local_sockets.h"

namespace counterpoint {

/// A UDP socket for each address of this host, as long as it has that address.
///
/// 1. Addresses of the loopback device serve only a peer on this host, and hosts that have no other.
/// 2. A datagram leaves by the interface of its socket's address, whatever the default route is: so two networks can be
///    used side by side.
/// 3. Sockets take turns: a flood at one neither keeps the others waiting nor hides that addresses change.
class UdpSockets final : public LocalSockets {
 public:
  static constexpr std::size_t kMaxSockets = 16;

  struct Config {
    /// A peer on this host, which has this address of the loopback device: only such addresses are used.
    std::optional<IpAddress> local_peer;
    /// The only address of this host that is used for any other peer; nothing: all.
    std::optional<IpAddress> only;
  };
  /// Errors: kUnavailable when the kernel lets it have no descriptors, or does not tell of its interfaces;
  /// kInvalidArgument when `only` is no address of this host.
  [[nodiscard]] static Result<std::unique_ptr<UdpSockets>> open(const Config& config);

  [[nodiscard]] std::optional<Change> take_change() override;
  void send(const IceTransmit& transmit, Ecn ecn, Timestamp now) override;
  [[nodiscard]] std::optional<Arrival> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return epoll_.get(); }

  /// Sums over all sockets that there are now.
  [[nodiscard]] UdpCounters counters() const;

 private:
  struct Open {
    LocalAddress address;
    UdpSocket socket;
  };

  UdpSockets(const Config& config, NetworkMonitor monitor, FileDescriptor epoll);
  [[nodiscard]] std::vector<LocalAddress> wanted() const;
  void follow_addresses();
  void open_socket(const LocalAddress& address);
  void find_ready();

  Config config_;
  NetworkMonitor monitor_;
  FileDescriptor epoll_;
  std::map<IceSocketId, Open> sockets_;
  IceSocketId last_id_ = 0;
  std::deque<Change> changes_;
  std::deque<IceSocketId> ready_;  ///< Those that may have a datagram, who had one last at the end.
  int received_ = 0;               ///< Datagrams since find_ready().
};

}  // namespace counterpoint

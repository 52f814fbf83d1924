// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/ip_endpoint.h"
#include "core/base/result.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// A socket's address as the system calls want it: IPv4 or IPv6.
class SocketAddress final {
 public:
  /// Nothing when `address` is not a numeric address; an IPv6 one may have a scope ("fe80::1%eth0").
  [[nodiscard]] static std::optional<SocketAddress> from(const std::string& address, std::uint16_t port);
  /// Nothing when it is neither of IPv4 nor of IPv6.
  [[nodiscard]] static std::optional<SocketAddress> from(const sockaddr& address);
  [[nodiscard]] static SocketAddress from(const IpEndpoint& endpoint);
  /// Local address of `socket`; unspecified when the kernel does not say.
  [[nodiscard]] static SocketAddress local_of(int socket);
  /// Peer address of `socket`; unspecified when it is not connected.
  [[nodiscard]] static SocketAddress peer_of(int socket);

  SocketAddress() = default;
  [[nodiscard]] int family() const { return storage_.ss_family; }
  [[nodiscard]] std::uint16_t port() const;
  void set_port(std::uint16_t port);
  /// Numeric; an IPv4 address in IPv6 form is written as the IPv4 one.
  [[nodiscard]] Endpoint endpoint() const;
  /// The address without the scope; 0.0.0.0:0 for an unspecified one.
  [[nodiscard]] IpEndpoint ip_endpoint() const;
  /// The same address for a socket of `family`: IPv4 becomes its IPv6 form where needed; nothing when impossible.
  [[nodiscard]] std::optional<SocketAddress> for_family(int family) const;
  /// Same address and port.
  bool operator==(const SocketAddress& other) const;

  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage_); }
  [[nodiscard]] sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage_); }
  [[nodiscard]] socklen_t size() const;
  static constexpr socklen_t kCapacity = sizeof(sockaddr_storage);

 private:
  sockaddr_storage storage_{};
};

/// kInvalidArgument: `text` was to be an address of this host, and is none.
[[nodiscard]] Error not_an_address(const std::string& text);

/// A non-blocking socket of `type` (SOCK_DGRAM, or SOCK_STREAM, which listens) bound to the numeric `address` and
/// `port`; an IPv6 one takes IPv4 too. `reuse`: also while old connections of the port linger. Errors: kInvalidArgument
/// for text that is no address; kUnavailable when port or address cannot be used.
Result<FileDescriptor> bound_socket(int type, const std::string& address, std::uint16_t port, bool reuse);

/// Outcome of the connection attempt of the non-blocking `socket`: 0 if it succeeded, else errno; nothing while it is
/// under way.
[[nodiscard]] std::optional<int> connect_result(int socket);

/// Description of the system's error number `code`, such as "Connection refused".
[[nodiscard]] Message system_message(int code);

}  // namespace counterpoint

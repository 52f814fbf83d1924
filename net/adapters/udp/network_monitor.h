// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/ip_endpoint.h"
#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

struct LocalAddress {
  enum class Medium { kWired, kWireless, kCellular, kTunnel, kLoopback };

  IpAddress address;
  unsigned interface = 0;
  Medium medium = Medium::kWired;
  bool operator==(const LocalAddress&) const = default;
};

/// Those of the interfaces that are up, in the order of the kernel; not those that reach one link alone (fe80::/10,
/// 169.254.0.0/16).
[[nodiscard]] std::vector<LocalAddress> local_addresses();

/// Knows the addresses of this host's interfaces that are up, and notices that they come and go (rtnetlink(7)).
///
/// Call poll() when descriptor() is readable.
class NetworkMonitor final {
 public:
  /// Hosts with more have them for virtual machines, not for calls.
  static constexpr std::size_t kMaxAddresses = 64;

  /// Errors: kUnavailable when the kernel does not tell of its interfaces.
  [[nodiscard]] static Result<NetworkMonitor> open();

  [[nodiscard]] int descriptor() const { return socket_.get(); }
  /// Reads what has changed; true when addresses() are others than before.
  [[nodiscard]] bool poll();
  /// The same as those of local_addresses() when poll() was called last.
  [[nodiscard]] const std::vector<LocalAddress>& addresses() const { return addresses_; }

 private:
  explicit NetworkMonitor(FileDescriptor socket);

  FileDescriptor socket_;
  std::vector<LocalAddress> addresses_;
};

}  // namespace counterpoint

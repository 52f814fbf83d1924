// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace counterpoint {

/// A numeric address and a port.
struct Endpoint {
  std::string address;  ///< IPv4 ("192.0.2.1") or IPv6 ("2001:db8::1", without brackets).
  std::uint16_t port = 0;
  bool operator==(const Endpoint&) const = default;
};

/// "192.0.2.1:5000" or "[2001:db8::1]:5000".
[[nodiscard]] std::string to_string(const Endpoint& endpoint);

/// The network that `address` (numeric) is in: its first 24 bits, of IPv6 its first 64 (RFC 4291, section 2.5.1).
/// Whoever has one address of these can have most others.
[[nodiscard]] std::string network_of(const std::string& address);

/// Errors: kInvalidArgument for text that resolve() takes in no network.
[[nodiscard]] Result<void> check_address(std::string_view host_port);
/// The name or address in it, without brackets; empty for text that check_address() refuses.
[[nodiscard]] std::string host_of(std::string_view host_port);
/// True for numbers, which resolve() takes without asking anybody.
[[nodiscard]] bool is_numeric_address(std::string_view host_port);

/// The endpoints of "host", "host:port", "address", "[IPv6]:port" or a bare IPv6 address, at least one, best first;
/// `default_port` where none is given. A host may be a name.
///
/// Blocks for as long as the name service takes (seconds): for the start of a call, never for the network thread.
/// Errors: kInvalidArgument for text of another form, kUnavailable when the name is not known.
Result<std::vector<Endpoint>> resolve(std::string_view host_port, std::uint16_t default_port);
/// Those of all `host_ports`, in their order. Errors: that of the first which resolve() does not take.
Result<std::vector<Endpoint>> resolve_all(std::span<const std::string> host_ports, std::uint16_t default_port);

}  // namespace counterpoint

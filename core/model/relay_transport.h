// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace counterpoint {

/// The way between this host and a relay (TURN) is of this kind; from there on all is UDP (RFC 8656 section 3.1).
enum class RelayTransport : std::uint8_t { kUdp, kTcp, kTls };

/// "udp", "tcp" or "tls".
[[nodiscard]] constexpr std::string_view to_string(RelayTransport transport) {
  switch (transport) {
    case RelayTransport::kTcp:
      return "tcp";
    case RelayTransport::kTls:
      return "tls";
    case RelayTransport::kUdp:
      break;
  }
  return "udp";
}

}  // namespace counterpoint

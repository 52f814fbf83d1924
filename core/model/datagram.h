// SPDX-License-Identifier: GPL-3.0-or-later
// The size of a datagram on the wire.
#pragma once

#include "core/base/units.h"

namespace counterpoint {

/// IPv4 (20 bytes, RFC 791) and UDP (8 bytes, RFC 768) headers of a datagram.
inline constexpr DataSize kIpUdpHeader = DataSize::bytes(28);

/// Bytes on the wire, or a second, of datagrams with so many bytes of payload in all.
[[nodiscard]] constexpr double wire_bytes(double payload, double datagrams) {
  return payload + static_cast<double>(kIpUdpHeader.bytes()) * datagrams;
}

}  // namespace counterpoint

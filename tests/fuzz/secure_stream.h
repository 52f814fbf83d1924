// SPDX-License-Identifier: GPL-3.0-or-later
// The input of the fuzz target "secure": one byte with the role in the handshake, then datagrams, each after its size
// (two bytes).
#pragma once

#include <cstdint>

#include "core/base/bytes.h"

namespace counterpoint {

/// Makes the keys of SRTP.
inline constexpr std::uint64_t kSecureSeed = 1;

/// Adds one datagram to `stream`.
inline void append_secure_datagram(Bytes& stream, ByteView datagram) {
  stream.push_back(static_cast<std::uint8_t>(datagram.size() >> 8));
  stream.push_back(static_cast<std::uint8_t>(datagram.size() & 0xFF));
  stream.insert(stream.end(), datagram.begin(), datagram.end());
}

}  // namespace counterpoint

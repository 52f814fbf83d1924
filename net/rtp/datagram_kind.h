// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/bytes.h"

namespace counterpoint {

/// Content of a datagram on the one port of a call.
enum class DatagramKind : std::uint8_t { kRtp, kRtcp, kStun, kDtls, kOther };

/// Tells datagrams apart by their first byte (RFC 7983 section 7), and RTCP from RTP by the packet type in the second
/// (RFC 5761 section 4). A datagram too short for its kind is kOther; nothing else is verified.
[[nodiscard]] DatagramKind classify(ByteView datagram);

}  // namespace counterpoint

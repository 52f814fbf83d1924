// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/units.h"

namespace counterpoint {

/// The first byte of a datagram that holds several RTP packets: neither STUN, DTLS, TURN, QUIC nor RTP (RFC 7983,
/// 9443).
inline constexpr std::uint8_t kAggregationTag = 5;
/// The tag, and what stands in front of each packet: its length in two bytes.
inline constexpr DataSize kAggregationHeader = DataSize::bytes(1);
inline constexpr DataSize kAggregationMemberHeader = DataSize::bytes(2);

[[nodiscard]] inline bool is_aggregated(ByteView datagram) {
  return !datagram.empty() && datagram[0] == kAggregationTag;
}
/// One datagram of `packets`, each of at most 65535 bytes.
[[nodiscard]] Bytes aggregate(const std::vector<Bytes>& packets);
/// The packets in `datagram`, views into it. A truncated packet and all behind it are left out, since a wrong length
/// makes the rest unreadable. Members without a single byte are skipped.
[[nodiscard]] std::vector<ByteView> split_aggregated(ByteView datagram);

}  // namespace counterpoint

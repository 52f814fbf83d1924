// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"

namespace counterpoint {

/// Larger input is refused before anything is looked at: no UDP datagram is larger.
inline constexpr std::size_t kMaxDatagramSize = 65'535;
/// The size of an RTP header without contributing sources and extensions.
inline constexpr std::size_t kRtpHeaderSize = 12;
/// A packet with more header extension elements is refused.
inline constexpr std::size_t kMaxRtpExtensions = 64;

/// One header extension element (RFC 8285).
struct RtpExtension {
  std::uint8_t id = 0;  ///< 1 to 255, agreed in SDP; 15 is free in the two-byte form only.
  Bytes data;           ///< At most 255 bytes.
  bool operator==(const RtpExtension&) const = default;
};

/// An RTP data packet (RFC 3550 section 5.1). Padding is not kept.
struct RtpPacket {
  bool marker = false;
  std::uint8_t payload_type = 0;  ///< 0 to 127.
  std::uint16_t sequence = 0;
  std::uint32_t timestamp = 0;  ///< In units of the payload format's clock.
  std::uint32_t ssrc = 0;
  std::vector<std::uint32_t> csrcs;      ///< At most 15.
  std::vector<RtpExtension> extensions;  ///< At most kMaxRtpExtensions.
  Bytes payload;
  bool operator==(const RtpPacket&) const = default;
};

/// The packet as a datagram. Extensions take the one-byte form where all of them fit (id 1 to 14 and 1 to 16 bytes),
/// else the two-byte form. Fields out of the ranges above are this program's own bug.
[[nodiscard]] Bytes serialize(const RtpPacket& packet);

/// Reads a datagram that classify() calls RTP. Header extensions of an unknown profile are skipped.
/// Errors: kMalformed.
Result<RtpPacket> parse_rtp(ByteView datagram);

}  // namespace counterpoint

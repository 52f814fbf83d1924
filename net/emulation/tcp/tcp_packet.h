// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of the TCP model on emulated paths: headers in a form of their own. Payload bytes are only counted; a
// sender that has any puts them behind the segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/units.h"

namespace counterpoint {

struct TcpPacket {
  Bytes data;          ///< A serialised TcpSegment or TcpAcknowledgement.
  DataSize wire_size;  ///< The IP packet: headers of IPv4 and TCP, with timestamps, and the payload.
};

/// Bytes [sequence, sequence + length) of the stream. Sequence numbers count from 0 in 64 bits and never wrap.
struct TcpSegment {
  static constexpr std::uint32_t kMaxLength = 65'535;

  std::uint64_t sequence = 0;
  std::uint32_t length = 0;  ///< 1 to kMaxLength
  bool operator==(const TcpSegment&) const = default;
};

/// State of the receiver: everything before `next` has come, and the blocks of the SACK option (RFC 2018).
struct TcpAcknowledgement {
  /// Bytes [first, end).
  struct Block {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    bool operator==(const Block&) const = default;
  };
  static constexpr std::size_t kMaxBlocks = 3;  ///< SACK blocks that fit beside timestamps.

  std::uint64_t next = 0;
  /// The latest first. A first block below `next` is a D-SACK (RFC 2883): those bytes came twice.
  std::vector<Block> blocks;
  bool operator==(const TcpAcknowledgement&) const = default;
};

/// Size of a serialised TcpSegment, in bytes.
inline constexpr std::size_t kTcpSegmentSize = 13;

/// 20 bytes of IPv4, 20 of TCP, 12 of timestamps.
inline constexpr DataSize kTcpHeaders = DataSize::bytes(52);

[[nodiscard]] TcpPacket make_packet(const TcpSegment& segment);
[[nodiscard]] TcpPacket make_packet(const TcpAcknowledgement& acknowledgement);
/// Nothing when the data are anything else.
[[nodiscard]] std::optional<TcpSegment> parse_tcp_segment(ByteView data);
[[nodiscard]] std::optional<TcpAcknowledgement> parse_tcp_acknowledgement(ByteView data);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// Forward error correction of one RTP stream by parity of packets in a row: FlexFEC (RFC 8627), non-interleaved 1-D
// protection, so that a receiver restores one lost packet of each group without a round trip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/sequence.h"
#include "net/rtp/rtp_packet.h"

namespace counterpoint {

/// A repair packet is larger than the largest of its source packets by a CSRC and the FEC header (RFC 8627, 4.2).
inline constexpr std::size_t kFlexFecOverhead = 4 + 12;
/// Packets that one repair packet protects at most; beyond that two of them are lost too easily.
inline constexpr std::size_t kMaxFlexFecGroup = 64;

/// The parity of a growing group of source packets.
class FlexFecEncoder {
 public:
  /// `packet`: the next one of the stream, as the receiver will find it once SRTP is taken off.
  void add(ByteView packet);
  /// Packets in the group.
  [[nodiscard]] std::size_t size() const { return count_; }
  /// Bytes of the repair packet behind its RTP header, but for the CSRC.
  [[nodiscard]] std::size_t repair_size() const { return kFlexFecOverhead + rest_.size(); }
  /// The repair packet of the group; `header` has its payload type, sequence number, timestamp and SSRC. The next group
  /// begins. It may be called only while size() > 0.
  [[nodiscard]] RtpPacket take(RtpPacket header);

 private:
  std::size_t count_ = 0;  ///< At most kMaxFlexFecGroup.
  std::uint16_t first_sequence_ = 0;
  std::uint32_t source_ssrc_ = 0;
  std::uint16_t first_octets_ = 0;  ///< Parity of P, X, CC, M and PT.
  std::uint16_t length_ = 0;
  std::uint32_t timestamp_ = 0;
  Bytes rest_;  ///< Parity of all behind the fixed header.
};

/// Restores source packets that were lost.
///
/// 1. add_source() each packet of the stream that came by itself, and add_repair() each repair packet, in any order;
/// then take()
///    until it gives nothing.
/// 2. Memory and time are bounded whatever the peer sends: the oldest packets are forgotten, and a group has at most
///    kMaxFlexFecGroup.
class FlexFecDecoder {
 public:
  static constexpr std::size_t kMaxSources = 256;
  static constexpr std::size_t kMaxRepairs = 32;

  /// `packet` as it was sent, `sequence` its number.
  void add_source(ByteView packet, std::uint16_t sequence);
  /// Those that protect another stream than `source_ssrc`, end too early, or are of another kind (masks, columns,
  /// retransmission) are dropped.
  void add_repair(const RtpPacket& repair, std::uint32_t source_ssrc);
  /// A packet that was lost, as if it had come.
  [[nodiscard]] std::optional<RtpPacket> take();
  /// Packets that were restored.
  [[nodiscard]] std::uint64_t restored() const { return restored_; }

 private:
  struct Repair {
    std::int64_t first = 0;  ///< Sequence number.
    std::size_t count = 0;
    std::uint16_t first_octets = 0;
    std::uint16_t length = 0;
    std::uint32_t timestamp = 0;
    std::uint32_t source_ssrc = 0;
    Bytes rest;
  };
  static std::int64_t end_of(const Repair& repair) { return repair.first + static_cast<std::int64_t>(repair.count); }
  /// The number of the one packet of the group that has not come, or the end of the group if all have; nothing if more
  /// are missing.
  [[nodiscard]] std::optional<std::int64_t> only_missing(const Repair& repair) const;
  [[nodiscard]] std::optional<Bytes> restore(const Repair& repair, std::int64_t missing) const;

  Unwrapper<std::uint16_t> sequences_;
  std::map<std::int64_t, Bytes> sources_;  ///< Keyed by sequence number.
  std::deque<Repair> repairs_;
  std::uint64_t restored_ = 0;
};

}  // namespace counterpoint

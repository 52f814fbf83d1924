// SPDX-License-Identifier: GPL-3.0-or-later
// RTCP: RFC 3550 section 6, feedback of RFC 4585 and RFC 8888, reduced-size packets of RFC 5506.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/model/packet_feedback.h"
#include "net/rtp/ntp.h"

namespace counterpoint {

/// A compound packet with more parts, or a NACK with more sequence numbers, is refused.
inline constexpr std::size_t kMaxRtcpPackets = 128;
inline constexpr std::size_t kMaxNackSequences = 4096;

/// A receiver's report on one source (RFC 3550 section 6.4.1).
struct ReportBlock {
  std::uint32_t ssrc = 0;                 ///< The source it is about.
  std::uint8_t fraction_lost = 0;         ///< In 1/256, since the last report.
  std::int32_t cumulative_lost = 0;       ///< 24 bits, signed: duplicates make it negative.
  std::uint32_t highest_sequence = 0;     ///< Extended: cycles << 16 | sequence.
  std::uint32_t jitter = 0;               ///< In units of the RTP timestamp.
  std::uint32_t last_sr = 0;              ///< compact_ntp() of the last sender report; 0 for none.
  std::uint32_t delay_since_last_sr = 0;  ///< In 1/65536 s.
  bool operator==(const ReportBlock&) const = default;
};

struct SenderReport {
  std::uint32_t ssrc = 0;
  std::uint64_t ntp = 0;  ///< to_ntp() of when the report was made.
  std::uint32_t rtp_timestamp = 0;
  std::uint32_t packet_count = 0;
  std::uint32_t byte_count = 0;
  std::vector<ReportBlock> reports;  ///< At most 31.
  bool operator==(const SenderReport&) const = default;
};

struct ReceiverReport {
  std::uint32_t ssrc = 0;
  std::vector<ReportBlock> reports;  ///< At most 31.
  bool operator==(const ReceiverReport&) const = default;
};

/// A source's canonical name; one chunk of an SDES packet, items other than CNAME are skipped.
struct SourceDescription {
  std::uint32_t ssrc = 0;
  std::string cname;  ///< At most 255 bytes.
  bool operator==(const SourceDescription&) const = default;
};

struct Goodbye {
  std::vector<std::uint32_t> ssrcs;  ///< At most 31.
  std::string reason;                ///< At most 255 bytes, may be empty.
  bool operator==(const Goodbye&) const = default;
};

/// Asks for packets again (RFC 4585 section 6.2.1).
struct Nack {
  std::uint32_t sender_ssrc = 0;
  std::uint32_t media_ssrc = 0;
  std::vector<std::uint16_t> sequences;  ///< 1 to kMaxNackSequences; ascending packs best.
  bool operator==(const Nack&) const = default;
};

/// Asks for a key frame (RFC 4585 section 6.3.1).
struct PictureLossIndication {
  std::uint32_t sender_ssrc = 0;
  std::uint32_t media_ssrc = 0;
  bool operator==(const PictureLossIndication&) const = default;
};

/// Arrival times of each packet (RFC 8888 section 3.1; with erratum 8166: num_reports is the count of metrics).
struct CongestionFeedback {
  static constexpr std::uint16_t kOffsetTooLarge = 0x1FFE;  ///< Arrived 8190/1024 s before the report, or earlier.
  static constexpr std::uint16_t kOffsetUnknown = 0x1FFF;   ///< Arrived, but it is not known when.
  static constexpr std::size_t kMaxMetrics = 16'384;        ///< The limit is for one stream.

  struct Metric {
    bool received = false;
    Ecn ecn = Ecn::kNotEct;            ///< kNotEct unless received.
    std::uint16_t arrival_offset = 0;  ///< 13 bits, in 1/1024 s before report_timestamp; 0 unless received.
    bool operator==(const Metric&) const = default;
  };
  struct Stream {
    std::uint32_t ssrc = 0;
    std::uint16_t begin_sequence = 0;
    std::vector<Metric> metrics;  ///< Metrics of begin_sequence and the packets after it; at most kMaxMetrics.
    bool operator==(const Stream&) const = default;
  };

  std::uint32_t sender_ssrc = 0;
  std::vector<Stream> streams;
  std::uint32_t report_timestamp = 0;  ///< compact_ntp() of when the report was made, on the reporter's clock.
  bool operator==(const CongestionFeedback&) const = default;
};

using RtcpPacket = std::variant<SenderReport, ReceiverReport, SourceDescription, Goodbye, Nack, PictureLossIndication,
                                CongestionFeedback>;

/// The packets one after the other as one datagram. The order is the caller's: a compound packet starts with a report
/// (RFC 3550 section 6.1), a reduced-size one need not. Fields out of the ranges above are this program's own bug.
[[nodiscard]] Bytes serialize(std::span<const RtcpPacket> packets);

/// Reads a datagram that classify() calls RTCP, compound or reduced-size. Packets of unknown types are skipped, so the
/// result may be empty. Errors: kMalformed; then nothing of the datagram counts.
Result<std::vector<RtcpPacket>> parse_rtcp(ByteView datagram);

}  // namespace counterpoint

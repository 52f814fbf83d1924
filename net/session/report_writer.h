// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "net/rtp/rtcp.h"
#include "net/sdp/offer_answer.h"
#include "net/session/outbound_stream.h"

namespace counterpoint {

/// The streams that a session sends; one that is not sent has no packets.
struct OutboundStreams {
  const OutboundStream& audio;
  const OutboundStream& video;
};

/// Writes the RTCP datagrams of one side of a call (RFC 3550 section 6).
class ReportWriter {
 public:
  explicit ReportWriter(const NegotiatedSession& negotiated);

  /// In whose name reports are sent: any of our sources will do (RFC 3550 section 6.1).
  [[nodiscard]] std::uint32_t ssrc() const { return ssrc_; }
  /// The regular report: what we have sent, and `received`, what has arrived.
  [[nodiscard]] Bytes report(const OutboundStreams& streams, std::vector<ReportBlock> received, Timestamp now) const;
  /// `packet` for at once: alone, or behind a report for a peer that knows no reduced-size RTCP (RFC 5506).
  [[nodiscard]] Bytes at_once(const OutboundStreams& streams, RtcpPacket packet, Timestamp now) const;
  /// The last word, in the name of each of our sources.
  [[nodiscard]] Bytes goodbye(const OutboundStreams& streams, Timestamp now) const;

 private:
  [[nodiscard]] std::vector<RtcpPacket> compound(const OutboundStreams& streams, Timestamp now) const;

  std::uint32_t ssrc_;
  std::string cname_;
  bool reduced_size_;
};

}  // namespace counterpoint

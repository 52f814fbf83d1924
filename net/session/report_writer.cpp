// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/report_writer.h"

#include <utility>
#include <variant>

namespace counterpoint {

ReportWriter::ReportWriter(const NegotiatedSession& negotiated)
    : ssrc_(negotiated.audio.local_ssrc != 0 ? negotiated.audio.local_ssrc : negotiated.video.local_ssrc),
      cname_(negotiated.local_cname),
      reduced_size_(negotiated.reduced_size_rtcp) {}

std::vector<RtcpPacket> ReportWriter::compound(const OutboundStreams& streams, Timestamp now) const {
  std::vector<RtcpPacket> packets;
  if (streams.audio.has_sent()) packets.emplace_back(streams.audio.sender_report(now));
  if (streams.video.has_sent()) packets.emplace_back(streams.video.sender_report(now));
  if (packets.empty()) packets.emplace_back(ReceiverReport{.ssrc = ssrc_});
  packets.emplace_back(SourceDescription{ssrc_, cname_});
  if (streams.video.has_sent()) packets.emplace_back(SourceDescription{streams.video.config().ssrc, cname_});
  return packets;
}

Bytes ReportWriter::report(const OutboundStreams& streams, std::vector<ReportBlock> received, Timestamp now) const {
  std::vector<RtcpPacket> packets = compound(streams, now);
  if (auto* sender = std::get_if<SenderReport>(&packets.front())) {
    sender->reports = std::move(received);
  } else {
    std::get<ReceiverReport>(packets.front()).reports = std::move(received);
  }
  return serialize(packets);
}

Bytes ReportWriter::at_once(const OutboundStreams& streams, RtcpPacket packet, Timestamp now) const {
  std::vector<RtcpPacket> packets;
  if (!reduced_size_) packets = compound(streams, now);
  packets.push_back(std::move(packet));
  return serialize(packets);
}

Bytes ReportWriter::goodbye(const OutboundStreams& streams, Timestamp now) const {
  std::vector<RtcpPacket> packets = compound(streams, now);
  Goodbye goodbye;
  for (const OutboundStream* stream : {&streams.audio, &streams.video}) {
    if (stream->config().ssrc != 0) goodbye.ssrcs.push_back(stream->config().ssrc);
  }
  packets.emplace_back(std::move(goodbye));
  return serialize(packets);
}

}  // namespace counterpoint

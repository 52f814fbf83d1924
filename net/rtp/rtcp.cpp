// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/rtcp.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "net/rtp/rtp_packet.h"

namespace counterpoint {
namespace {

// Packet types (PT): RFC 3550 section 12.1, RFC 4585 section 6.1.
constexpr std::uint8_t kSenderReport = 200;
constexpr std::uint8_t kReceiverReport = 201;
constexpr std::uint8_t kSourceDescription = 202;
constexpr std::uint8_t kGoodbye = 203;
constexpr std::uint8_t kTransportFeedback = 205;
constexpr std::uint8_t kPayloadFeedback = 206;
// Feedback message types (FMT): RFC 4585 sections 6.2.1 and 6.3.1, RFC 8888 section 3.1.
constexpr std::size_t kNackFormat = 1;
constexpr std::size_t kPictureLossFormat = 1;
constexpr std::size_t kCongestionFeedbackFormat = 11;
constexpr std::uint8_t kCnameItem = 1;
constexpr std::size_t kReportBlockSize = 24;

Error malformed(const std::string& what) { return {ErrorKind::kMalformed, "RTCP datagram dropped: " + what}; }

// ---- Writing. Each function writes one packet's body, without padding, and returns its 5-bit count or format.

void write_report_blocks(ByteWriter& writer, const std::vector<ReportBlock>& reports) {
  assert(reports.size() <= 31);
  for (const ReportBlock& block : reports) {
    writer.u32(block.ssrc);
    writer.u8(block.fraction_lost);
    writer.u24(static_cast<std::uint32_t>(block.cumulative_lost) & 0xFF'FFFFU);
    writer.u32(block.highest_sequence);
    writer.u32(block.jitter);
    writer.u32(block.last_sr);
    writer.u32(block.delay_since_last_sr);
  }
}

void write_text(ByteWriter& writer, const std::string& text) {
  assert(text.size() <= 255);
  writer.u8(static_cast<std::uint8_t>(text.size()));
  for (const char c : text) writer.u8(static_cast<std::uint8_t>(c));
}

std::size_t write_body(ByteWriter& writer, const SenderReport& report) {
  writer.u32(report.ssrc);
  writer.u64(report.ntp);
  writer.u32(report.rtp_timestamp);
  writer.u32(report.packet_count);
  writer.u32(report.byte_count);
  write_report_blocks(writer, report.reports);
  return report.reports.size();
}

std::size_t write_body(ByteWriter& writer, const ReceiverReport& report) {
  writer.u32(report.ssrc);
  write_report_blocks(writer, report.reports);
  return report.reports.size();
}

std::size_t write_body(ByteWriter& writer, const SourceDescription& description) {
  writer.u32(description.ssrc);
  writer.u8(kCnameItem);
  write_text(writer, description.cname);
  writer.u8(0);  // Ends the chunk's items.
  return 1;
}

std::size_t write_body(ByteWriter& writer, const Goodbye& goodbye) {
  assert(goodbye.ssrcs.size() <= 31);
  for (const std::uint32_t ssrc : goodbye.ssrcs) writer.u32(ssrc);
  if (!goodbye.reason.empty()) write_text(writer, goodbye.reason);
  return goodbye.ssrcs.size();
}

/// Pairs of a packet id and a mask of those lost among the 16 that follow it. A number that does not ascend starts a
/// new pair.
std::size_t write_body(ByteWriter& writer, const Nack& nack) {
  assert(!nack.sequences.empty() && nack.sequences.size() <= kMaxNackSequences);
  writer.u32(nack.sender_ssrc);
  writer.u32(nack.media_ssrc);
  for (std::size_t i = 0; i < nack.sequences.size();) {
    const std::uint16_t packet_id = nack.sequences[i++];
    unsigned mask = 0;
    for (unsigned last = 0; i < nack.sequences.size(); ++i) {
      const unsigned distance = static_cast<std::uint16_t>(nack.sequences[i] - packet_id);
      if (distance <= last || distance > 16) break;
      mask |= 1U << (distance - 1);
      last = distance;
    }
    writer.u16(packet_id);
    writer.u16(static_cast<std::uint16_t>(mask));
  }
  return kNackFormat;
}

std::size_t write_body(ByteWriter& writer, const PictureLossIndication& indication) {
  writer.u32(indication.sender_ssrc);
  writer.u32(indication.media_ssrc);
  return kPictureLossFormat;
}

std::size_t write_body(ByteWriter& writer, const CongestionFeedback& feedback) {
  writer.u32(feedback.sender_ssrc);
  for (const CongestionFeedback::Stream& stream : feedback.streams) {
    assert(stream.metrics.size() <= CongestionFeedback::kMaxMetrics);
    writer.u32(stream.ssrc);
    writer.u16(stream.begin_sequence);
    writer.u16(static_cast<std::uint16_t>(stream.metrics.size()));
    for (const CongestionFeedback::Metric& metric : stream.metrics) {
      const unsigned bits = 0x8000U | static_cast<unsigned>(metric.ecn) << 13 | (metric.arrival_offset & 0x1FFFU);
      writer.u16(static_cast<std::uint16_t>(metric.received ? bits : 0));
    }
    if (stream.metrics.size() % 2 != 0) writer.u16(0);
  }
  writer.u32(feedback.report_timestamp);
  return kCongestionFeedbackFormat;
}

constexpr std::uint8_t type_of(const SenderReport&) { return kSenderReport; }
constexpr std::uint8_t type_of(const ReceiverReport&) { return kReceiverReport; }
constexpr std::uint8_t type_of(const SourceDescription&) { return kSourceDescription; }
constexpr std::uint8_t type_of(const Goodbye&) { return kGoodbye; }
constexpr std::uint8_t type_of(const Nack&) { return kTransportFeedback; }
constexpr std::uint8_t type_of(const PictureLossIndication&) { return kPayloadFeedback; }
constexpr std::uint8_t type_of(const CongestionFeedback&) { return kTransportFeedback; }

// ---- Reading. A body is what follows the common header, without padding; what is left over at its end is ignored.

std::vector<ReportBlock> read_report_blocks(ByteReader& reader, std::size_t count) {
  std::vector<ReportBlock> reports;
  if (reader.remaining() < count * kReportBlockSize) reader.skip(reader.remaining() + 1);
  for (std::size_t i = 0; i < count && reader.ok(); ++i) {
    ReportBlock block;
    block.ssrc = reader.u32();
    block.fraction_lost = reader.u8();
    // Shifted up and down again to extend the sign of 24 bits.
    block.cumulative_lost = static_cast<std::int32_t>(reader.u24() << 8) >> 8;
    block.highest_sequence = reader.u32();
    block.jitter = reader.u32();
    block.last_sr = reader.u32();
    block.delay_since_last_sr = reader.u32();
    reports.push_back(block);
  }
  return reports;
}

std::string read_text(ByteReader& reader) {
  const ByteView text = reader.view(reader.u8());
  return {text.begin(), text.end()};
}

SenderReport read_sender_report(ByteReader& reader, std::size_t count) {
  SenderReport report;
  report.ssrc = reader.u32();
  report.ntp = reader.u64();
  report.rtp_timestamp = reader.u32();
  report.packet_count = reader.u32();
  report.byte_count = reader.u32();
  report.reports = read_report_blocks(reader, count);
  return report;
}

ReceiverReport read_receiver_report(ByteReader& reader, std::size_t count) {
  ReceiverReport report;
  report.ssrc = reader.u32();
  report.reports = read_report_blocks(reader, count);
  return report;
}

/// RFC 3550 section 6.5: chunks of items, each chunk ended by a zero byte and padded to 32 bits.
std::vector<SourceDescription> read_source_descriptions(ByteReader& reader, std::size_t count) {
  std::vector<SourceDescription> descriptions;
  for (std::size_t i = 0; i < count && reader.ok(); ++i) {
    const std::uint32_t ssrc = reader.u32();
    std::optional<std::string> cname;
    while (const std::uint8_t item = reader.u8()) {
      std::string text = read_text(reader);
      if (item == kCnameItem && !cname) cname = std::move(text);
    }
    reader.skip((4 - reader.position() % 4) % 4);
    if (reader.ok() && cname) descriptions.push_back({.ssrc = ssrc, .cname = std::move(*cname)});
  }
  return descriptions;
}

Goodbye read_goodbye(ByteReader& reader, std::size_t count) {
  Goodbye goodbye;
  for (std::size_t i = 0; i < count; ++i) goodbye.ssrcs.push_back(reader.u32());
  if (reader.remaining() > 0) goodbye.reason = read_text(reader);
  return goodbye;
}

Nack read_nack(ByteReader& reader) {
  Nack nack;
  nack.sender_ssrc = reader.u32();
  nack.media_ssrc = reader.u32();
  while (reader.remaining() >= 4 && nack.sequences.size() <= kMaxNackSequences) {
    const std::uint16_t packet_id = reader.u16();
    const std::uint16_t mask = reader.u16();
    nack.sequences.push_back(packet_id);
    for (unsigned bit = 0; bit < 16; ++bit) {
      if ((mask >> bit & 1U) != 0) nack.sequences.push_back(static_cast<std::uint16_t>(packet_id + bit + 1));
    }
  }
  return nack;
}

PictureLossIndication read_picture_loss_indication(ByteReader& reader) {
  PictureLossIndication indication;
  indication.sender_ssrc = reader.u32();
  indication.media_ssrc = reader.u32();
  return indication;
}

CongestionFeedback::Metric read_metric(ByteReader& reader) {
  const std::uint16_t bits = reader.u16();
  if ((bits & 0x8000) == 0) return {};
  return {.received = true,
          .ecn = static_cast<Ecn>(bits >> 13 & 3),
          .arrival_offset = static_cast<std::uint16_t>(bits & 0x1FFF)};
}

/// The report timestamp is the last word; all before it are streams.
CongestionFeedback read_congestion_feedback(ByteReader& reader) {
  CongestionFeedback feedback;
  feedback.sender_ssrc = reader.u32();
  while (reader.ok() && reader.remaining() > 4) {
    CongestionFeedback::Stream stream;
    stream.ssrc = reader.u32();
    stream.begin_sequence = reader.u16();
    const std::size_t count = reader.u16();
    ByteReader metrics(reader.view(4 * ((count + 1) / 2)));
    if (!reader.ok() || count > CongestionFeedback::kMaxMetrics) {
      reader.skip(reader.remaining() + 1);
      break;
    }
    stream.metrics.reserve(count);
    for (std::size_t i = 0; i < count; ++i) stream.metrics.push_back(read_metric(metrics));
    feedback.streams.push_back(std::move(stream));
  }
  feedback.report_timestamp = reader.u32();
  return feedback;
}

/// Appends what the packet says to `packets`; false when it is broken.
bool read_packet(std::uint8_t type, std::size_t count, ByteReader& reader, std::vector<RtcpPacket>& packets) {
  switch (type) {
    case kSenderReport:
      packets.emplace_back(read_sender_report(reader, count));
      break;
    case kReceiverReport:
      packets.emplace_back(read_receiver_report(reader, count));
      break;
    case kSourceDescription:
      for (SourceDescription& description : read_source_descriptions(reader, count)) {
        packets.emplace_back(std::move(description));
      }
      break;
    case kGoodbye:
      packets.emplace_back(read_goodbye(reader, count));
      break;
    case kTransportFeedback:
      if (count == kCongestionFeedbackFormat) packets.emplace_back(read_congestion_feedback(reader));
      if (count == kNackFormat) {
        Nack nack = read_nack(reader);
        if (nack.sequences.empty() || nack.sequences.size() > kMaxNackSequences) return false;
        packets.emplace_back(std::move(nack));
      }
      break;
    case kPayloadFeedback:
      if (count == kPictureLossFormat) packets.emplace_back(read_picture_loss_indication(reader));
      break;
    default:
      break;
  }
  return reader.ok();
}

}  // namespace

Bytes serialize(std::span<const RtcpPacket> packets) {
  ByteWriter writer(128);
  for (const RtcpPacket& packet : packets) {
    ByteWriter body;
    const std::size_t count = std::visit([&](const auto& p) { return write_body(body, p); }, packet);
    body.zeros((4 - body.size() % 4) % 4);
    writer.u8(static_cast<std::uint8_t>(0x80U | count));
    writer.u8(std::visit([](const auto& p) { return type_of(p); }, packet));
    writer.u16(static_cast<std::uint16_t>(body.size() / 4));
    writer.view(body.written());
  }
  return writer.take();
}

Result<std::vector<RtcpPacket>> parse_rtcp(ByteView datagram) {
  if (datagram.size() > kMaxDatagramSize) return malformed("it is larger than a datagram can be");
  if (datagram.empty()) return malformed("it is empty");
  std::vector<RtcpPacket> packets;
  ByteReader reader(datagram);
  while (reader.remaining() > 0) {
    const std::uint8_t first = reader.u8();
    const std::uint8_t type = reader.u8();
    ByteView body = reader.view(std::size_t{4} * reader.u16());
    if (!reader.ok()) return malformed("it ends within a packet");
    if (first >> 6 != 2) return malformed("the version of a packet is not 2");
    if ((first & 0x20) != 0) {
      if (body.empty() || body.back() == 0 || body.back() > body.size()) return malformed("the padding is too long");
      body = body.first(body.size() - body.back());
    }
    ByteReader body_reader(body);
    if (!read_packet(type, first & 0x1F, body_reader, packets)) {
      return malformed("a packet of type " + std::to_string(type) + " does not hold what it says");
    }
    if (packets.size() > kMaxRtcpPackets) return malformed("it has too many packets");
  }
  return packets;
}

}  // namespace counterpoint

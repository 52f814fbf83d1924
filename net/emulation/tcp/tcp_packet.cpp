// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_packet.h"

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

constexpr std::uint8_t kSegment = 'S';
constexpr std::uint8_t kAcknowledgement = 'A';
// Far from the end of 64 bits, so that sums of valid numbers never wrap.
constexpr std::uint64_t kMaxSequence = std::uint64_t{1} << 62;

}  // namespace

TcpPacket make_packet(const TcpSegment& segment) {
  ByteWriter writer(kTcpSegmentSize);
  writer.u8(kSegment);
  writer.u64(segment.sequence);
  writer.u32(segment.length);
  return {.data = writer.take(), .wire_size = kTcpHeaders + DataSize::bytes(segment.length)};
}

TcpPacket make_packet(const TcpAcknowledgement& acknowledgement) {
  const std::size_t count = acknowledgement.blocks.size();
  ByteWriter writer(10 + 16 * count);
  writer.u8(kAcknowledgement);
  writer.u64(acknowledgement.next);
  writer.u8(static_cast<std::uint8_t>(count));
  for (const TcpAcknowledgement::Block& block : acknowledgement.blocks) {
    writer.u64(block.first);
    writer.u64(block.end);
  }
  // The option has two bytes of its own and is padded with two more (RFC 2018, 3).
  const auto option = static_cast<std::int64_t>(count == 0 ? 0 : 4 + 8 * count);
  return {.data = writer.take(), .wire_size = kTcpHeaders + DataSize::bytes(option)};
}

std::optional<TcpSegment> parse_tcp_segment(ByteView data) {
  ByteReader reader(data);
  if (reader.u8() != kSegment) return std::nullopt;
  const std::uint64_t sequence = reader.u64();
  const std::uint32_t length = reader.u32();
  if (!reader.ok() || reader.remaining() > 0) return std::nullopt;
  if (sequence > kMaxSequence || length == 0 || length > TcpSegment::kMaxLength) return std::nullopt;
  return TcpSegment{.sequence = sequence, .length = length};
}

std::optional<TcpAcknowledgement> parse_tcp_acknowledgement(ByteView data) {
  ByteReader reader(data);
  if (reader.u8() != kAcknowledgement) return std::nullopt;
  TcpAcknowledgement acknowledgement{.next = reader.u64(), .blocks = {}};
  const std::size_t count = reader.u8();
  if (count > TcpAcknowledgement::kMaxBlocks || acknowledgement.next > kMaxSequence) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t first = reader.u64();
    const std::uint64_t end = reader.u64();
    if (first >= end || end > kMaxSequence) return std::nullopt;
    acknowledgement.blocks.push_back({.first = first, .end = end});
  }
  if (!reader.ok() || reader.remaining() > 0) return std::nullopt;
  return acknowledgement;
}

}  // namespace counterpoint

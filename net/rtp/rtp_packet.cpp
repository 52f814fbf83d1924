// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/rtp_packet.h"

#include <algorithm>
#include <cassert>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

// RFC 8285 sections 4.2 and 4.3: the profile fields of both forms. The low 4 bits of the second are the application's.
constexpr std::uint16_t kOneByteProfile = 0xBEDE;
constexpr std::uint16_t kTwoByteProfile = 0x1000;
constexpr std::uint16_t kTwoByteProfileMask = 0xFFF0;
constexpr std::uint8_t kStopId = 15;

Error malformed(const char* what) { return {ErrorKind::kMalformed, std::string("RTP packet dropped: ") + what}; }

bool fits_one_byte_form(const RtpExtension& extension) {
  return extension.id < kStopId && !extension.data.empty() && extension.data.size() <= 16;
}

void write_extensions(ByteWriter& writer, const std::vector<RtpExtension>& extensions) {
  const bool one_byte = std::ranges::all_of(extensions, fits_one_byte_form);
  writer.u16(one_byte ? kOneByteProfile : kTwoByteProfile);
  const std::size_t length_position = writer.size();
  writer.u16(0);
  for (const RtpExtension& extension : extensions) {
    assert(extension.id != 0 && extension.data.size() <= 255);
    if (one_byte) {
      writer.u8(static_cast<std::uint8_t>(std::size_t{extension.id} << 4 | (extension.data.size() - 1)));
    } else {
      writer.u8(extension.id);
      writer.u8(static_cast<std::uint8_t>(extension.data.size()));
    }
    writer.view(extension.data);
  }
  const std::size_t length = writer.size() - length_position - 2;
  writer.zeros((4 - length % 4) % 4);
  writer.patch_u16(length_position, static_cast<std::uint16_t>((length + 3) / 4));
}

/// RFC 8285 section 4.2: an element with id 15, or with id 0 and a length, ends them all.
std::vector<RtpExtension> read_one_byte_form(ByteReader reader) {
  std::vector<RtpExtension> extensions;
  while (reader.remaining() > 0 && extensions.size() <= kMaxRtpExtensions) {
    const std::uint8_t head = reader.u8();
    if (head == 0) continue;
    const auto id = static_cast<std::uint8_t>(head >> 4);
    if (id == 0 || id == kStopId) break;
    const ByteView data = reader.view((head & 0xFU) + 1);
    if (!reader.ok()) break;
    extensions.push_back({.id = id, .data = Bytes(data.begin(), data.end())});
  }
  return extensions;
}

/// RFC 8285 section 4.3.
std::vector<RtpExtension> read_two_byte_form(ByteReader reader) {
  std::vector<RtpExtension> extensions;
  while (reader.remaining() > 0 && extensions.size() <= kMaxRtpExtensions) {
    const std::uint8_t id = reader.u8();
    if (id == 0) continue;
    const ByteView data = reader.view(reader.u8());
    if (!reader.ok()) break;
    extensions.push_back({.id = id, .data = Bytes(data.begin(), data.end())});
  }
  return extensions;
}

/// An element that does not fit its block ends the elements but does not spoil the packet, since extensions are hints.
std::vector<RtpExtension> read_extensions(ByteReader& reader) {
  const std::uint16_t profile = reader.u16();
  const ByteReader block(reader.view(std::size_t{4} * reader.u16()));
  if (profile == kOneByteProfile) return read_one_byte_form(block);
  if ((profile & kTwoByteProfileMask) == kTwoByteProfile) return read_two_byte_form(block);
  return {};
}

}  // namespace

Bytes serialize(const RtpPacket& packet) {
  assert(packet.payload_type < 128 && packet.csrcs.size() <= 15 && packet.extensions.size() <= kMaxRtpExtensions);
  ByteWriter writer(kRtpHeaderSize + 4 * packet.csrcs.size() + 32 + packet.payload.size());
  const unsigned extension_bit = packet.extensions.empty() ? 0 : 0x10;
  writer.u8(static_cast<std::uint8_t>(0x80U | extension_bit | packet.csrcs.size()));
  writer.u8(static_cast<std::uint8_t>((packet.marker ? 0x80U : 0U) | packet.payload_type));
  writer.u16(packet.sequence);
  writer.u32(packet.timestamp);
  writer.u32(packet.ssrc);
  for (const std::uint32_t csrc : packet.csrcs) writer.u32(csrc);
  if (!packet.extensions.empty()) write_extensions(writer, packet.extensions);
  writer.view(packet.payload);
  return writer.take();
}

Result<RtpPacket> parse_rtp(ByteView datagram) {
  if (datagram.size() > kMaxDatagramSize) return malformed("it is larger than a datagram can be");
  ByteReader reader(datagram);
  const std::uint8_t first = reader.u8();
  if (first >> 6 != 2) return malformed("its version is not 2");
  const std::uint8_t second = reader.u8();
  RtpPacket packet;
  packet.marker = (second & 0x80) != 0;
  packet.payload_type = second & 0x7F;
  packet.sequence = reader.u16();
  packet.timestamp = reader.u32();
  packet.ssrc = reader.u32();
  for (int i = first & 0xF; i > 0; --i) packet.csrcs.push_back(reader.u32());
  if ((first & 0x10) != 0) packet.extensions = read_extensions(reader);
  if (!reader.ok()) return malformed("it ends within its header");
  if (packet.extensions.size() > kMaxRtpExtensions) return malformed("it has too many header extensions");
  ByteView payload = reader.rest();
  if ((first & 0x20) != 0) {
    if (payload.empty() || payload.back() == 0 || payload.back() > payload.size()) {
      return malformed("its padding is longer than its payload");
    }
    payload = payload.first(payload.size() - payload.back());
  }
  packet.payload.assign(payload.begin(), payload.end());
  return packet;
}

}  // namespace counterpoint

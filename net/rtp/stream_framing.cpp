// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/stream_framing.h"

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

constexpr std::size_t kLengthSize = 2;

}  // namespace

Bytes frame_packet(ByteView packet) {
  if (packet.empty() || packet.size() > kMaxFramedPacket) return {};
  ByteWriter writer(kLengthSize + packet.size());
  writer.u16(static_cast<std::uint16_t>(packet.size()));
  writer.view(packet);
  return writer.take();
}

void FrameParser::feed(ByteView piece) {
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(taken_));
  taken_ = 0;
  buffer_.insert(buffer_.end(), piece.begin(), piece.end());
}

std::optional<Bytes> FrameParser::next() {
  for (;;) {
    ByteReader reader(ByteView(buffer_).subspan(taken_));
    const ByteView packet = reader.view(reader.u16());
    if (!reader.ok()) return std::nullopt;
    taken_ += kLengthSize + packet.size();
    if (!packet.empty()) return Bytes(packet.begin(), packet.end());
  }
}

}  // namespace counterpoint

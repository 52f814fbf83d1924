// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/payload/opus_packet.h"

#include <array>

namespace counterpoint {
namespace {

constexpr std::int64_t kMillisecond = 48;  // Samples.

// The parts of the first byte (RFC 6716 section 3.1).
int configuration(ByteView packet) { return packet[0] >> 3; }
int frame_count_code(ByteView packet) { return packet[0] & 0x03; }

std::int64_t frame_samples(int configuration) {
  constexpr std::array<std::int64_t, 4> kSilk = {10 * kMillisecond, 20 * kMillisecond, 40 * kMillisecond,
                                                 60 * kMillisecond};
  constexpr std::array<std::int64_t, 4> kCelt = {5 * kMillisecond / 2, 5 * kMillisecond, 10 * kMillisecond,
                                                 20 * kMillisecond};
  const auto size = static_cast<std::size_t>(configuration);
  if (configuration < 12) return kSilk[size % 4];
  if (configuration < 16) return kSilk[size % 2];
  return kCelt[size % 4];
}

/// Reads a frame's length (RFC 6716 section 3.2.1); an empty view afterwards means that it is not whole.
std::size_t take_length(ByteView& rest) {
  if (rest.empty()) return 0;
  const std::size_t first = rest[0];
  const std::size_t bytes = first < 252 ? 1 : 2;
  if (rest.size() < bytes) {
    rest = {};
    return 0;
  }
  const std::size_t length = bytes == 1 ? first : first + std::size_t{4} * rest[1];
  rest = rest.subspan(bytes);
  return length;
}

/// Takes the count of padding's bytes off (RFC 6716 section 3.2.5); the padding itself is at the end.
void take_padding(ByteView& rest) {
  bool more = true;
  while (more && !rest.empty()) {
    more = rest[0] == 255;
    rest = rest.subspan(1);
  }
}

/// The packet from its first frame on; empty if that frame is empty or the packet broken.
ByteView from_first_frame(ByteView packet) {
  ByteView rest = packet.subspan(1);
  const int code = frame_count_code(packet);
  if (code < 2) return rest;
  if (code == 2) return take_length(rest) > 0 ? rest : ByteView();
  if (rest.empty()) return {};
  const std::uint8_t frames = rest[0];
  const bool variable = (frames & 0x80) != 0;
  const bool padded = (frames & 0x40) != 0;
  rest = rest.subspan(1);
  if (padded) take_padding(rest);
  if (!variable) return rest;
  const int lengths = (frames & 0x3F) - 1;
  bool has_first = true;
  for (int i = 0; i < lengths; ++i) {
    const std::size_t length = take_length(rest);
    if (i == 0) has_first = length > 0;
  }
  return has_first ? rest : ByteView();
}

}  // namespace

std::int64_t opus_packet_samples(ByteView packet) {
  if (packet.empty()) return 0;
  const int code = frame_count_code(packet);
  if (code == 3 && packet.size() < 2) return 0;
  const std::int64_t frames = code == 0 ? 1 : code < 3 ? 2 : packet[1] & 0x3F;
  const std::int64_t samples = frames * frame_samples(configuration(packet));
  return samples <= kMaxOpusPacketSamples ? samples : 0;
}

std::int64_t opus_frame_samples(ByteView packet) { return packet.empty() ? 0 : frame_samples(configuration(packet)); }

bool opus_packet_has_fec(ByteView packet) {
  constexpr int kFirstCelt = 16;
  if (packet.empty() || configuration(packet) >= kFirstCelt) return false;
  const ByteView frame = from_first_frame(packet);
  if (frame.empty()) return false;
  // The SILK layer begins with a voice activity flag for each 20 ms and the LBRR flag, bits of even probability.
  const std::int64_t samples = frame_samples(configuration(packet));
  const std::int64_t activity_flags = samples <= 20 * kMillisecond ? 1 : samples / (20 * kMillisecond);
  return (frame[0] & (0x80 >> activity_flags)) != 0;
}

}  // namespace counterpoint

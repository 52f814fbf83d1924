// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/pes_header.h"

namespace counterpoint::mpeg {
namespace {

/// MPEG-1: stuffing, then the size of the buffer, then time stamps, each of which may be missing.
std::optional<PesHeader> read_mpeg1_header(ByteView packet) {
  constexpr std::size_t kMaxStuffing = 16;
  std::size_t at = kPesPrefixSize;
  while (at < packet.size() && packet[at] == 0xFF && at < kPesPrefixSize + kMaxStuffing) ++at;
  if (at < packet.size() && packet[at] >> 6 == 1) at += 2;
  if (at >= packet.size()) return std::nullopt;
  const std::uint8_t marker = packet[at];
  std::size_t time_stamps = 0;
  if (marker >> 4 == 2) {
    time_stamps = 5;
  } else if (marker >> 4 == 3) {
    time_stamps = 10;
  } else if (marker == 0x0F) {
    time_stamps = 1;
  }
  if (time_stamps == 0 || at + time_stamps > packet.size()) return std::nullopt;
  return PesHeader{.size = at + time_stamps};
}

}  // namespace

std::optional<PesHeader> read_pes_header(ByteView packet) {
  constexpr std::size_t kFixedPart = 9;
  if (packet.size() <= kPesPrefixSize || packet[0] != 0 || packet[1] != 0 || packet[2] != 1) return std::nullopt;
  if (packet[kPesPrefixSize] >> 6 != 2) return read_mpeg1_header(packet);
  if (packet.size() < kFixedPart || packet.size() < kFixedPart + packet[8]) return std::nullopt;
  return PesHeader{.size = kFixedPart + packet[8], .is_scrambled = (packet[kPesPrefixSize] & 0x30) != 0};
}

}  // namespace counterpoint::mpeg

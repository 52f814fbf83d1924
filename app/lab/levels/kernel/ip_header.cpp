// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/ip_header.h"

namespace counterpoint {
namespace {

constexpr std::size_t kChecksum = 10;  // RFC 791, 3.1

std::uint32_t word_at(std::span<const std::uint8_t> packet, std::size_t position) {
  return static_cast<std::uint32_t>(packet[position] << 8 | packet[position + 1]);
}

}  // namespace

void set_ecn(std::span<std::uint8_t> packet, Ecn ecn) {
  const std::uint32_t before = word_at(packet, 0);
  packet[1] = static_cast<std::uint8_t>((packet[1] & ~3) | static_cast<int>(ecn));
  std::uint32_t sum = (~word_at(packet, kChecksum) & 0xFFFF) + (~before & 0xFFFF) + word_at(packet, 0);
  sum = (sum & 0xFFFF) + (sum >> 16);
  sum = (sum & 0xFFFF) + (sum >> 16);
  packet[kChecksum] = static_cast<std::uint8_t>(~sum >> 8);
  packet[kChecksum + 1] = static_cast<std::uint8_t>(~sum);
}

}  // namespace counterpoint

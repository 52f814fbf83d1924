// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a PES packet (ISO/IEC 13818-1, 2.4.3.6) or of a packet of ISO/IEC 11172-1 (2.4.3.3), as far as its
// payload's place depends on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/bytes.h"

namespace counterpoint::mpeg {

inline constexpr std::size_t kPesPrefixSize = 6;  ///< Start code and PES_packet_length.

struct PesHeader {
  std::size_t size = 0;  ///< Octets before the payload, kPesPrefixSize included.
  bool is_scrambled = false;
};

/// `packet` begins with the start code of a packet of video. Nothing when it is too short or no such header.
[[nodiscard]] std::optional<PesHeader> read_pes_header(ByteView packet);

/// The field PES_packet_length of `packet`, of at least kPesPrefixSize octets.
[[nodiscard]] inline std::size_t pes_packet_length(ByteView packet) {
  return static_cast<std::size_t>(packet[4]) << 8 | packet[5];
}

}  // namespace counterpoint::mpeg

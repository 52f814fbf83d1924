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
  std::size_t size = 0;  ///< Bytes before the payload, kPesPrefixSize included.
  bool is_scrambled = false;
};

/// `packet` begins with the start code of a packet of video. Nothing when it is too short or no such header.
[[nodiscard]] std::optional<PesHeader> read_pes_header(ByteView packet);

/// Tells a scrambled stream from a damaged one: one packet that says so may be damaged, many in a row are not.
class ScrambledRun {
 public:
  /// The next packet of the video says whether it is scrambled. True: the stream is.
  [[nodiscard]] bool add(bool scrambled) {
    length_ = scrambled ? length_ + 1 : 0;
    return length_ >= kEnough;
  }

 private:
  static constexpr int kEnough = 8;
  int length_ = 0;
};

inline constexpr const char* kScrambled = "is scrambled: its video cannot be read";

/// The field PES_packet_length of `packet`, of at least kPesPrefixSize bytes.
[[nodiscard]] inline std::size_t pes_packet_length(ByteView packet) {
  return static_cast<std::size_t>(packet[4]) << 8 | packet[5];
}

}  // namespace counterpoint::mpeg

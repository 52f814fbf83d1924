// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a transport packet of 188 bytes (ISO/IEC 13818-1, 2.4.3.2).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"

namespace counterpoint::mpeg {

inline constexpr std::uint8_t kTransportSync = 0x47;
inline constexpr std::size_t kTransportPacketSize = 188;
inline constexpr std::size_t kTransportHeaderSize = 4;
inline constexpr std::uint8_t kAdaptationFlag = 0x20;
inline constexpr std::uint8_t kPayloadFlag = 0x10;

[[nodiscard]] inline std::uint16_t pid_of(ByteView packet) {
  return static_cast<std::uint16_t>((packet[1] & 0x1F) << 8 | packet[2]);
}
[[nodiscard]] inline bool starts_unit(ByteView packet) { return (packet[1] & 0x40) != 0; }
[[nodiscard]] inline bool has_error(ByteView packet) { return (packet[1] & 0x80) != 0; }
[[nodiscard]] inline bool is_scrambled(ByteView packet) { return packet[3] >> 6 != 0; }
[[nodiscard]] inline bool has_payload(ByteView packet) { return (packet[3] & kPayloadFlag) != 0; }
[[nodiscard]] inline bool has_adaptation(ByteView packet) { return (packet[3] & kAdaptationFlag) != 0; }

/// Offset of the payload; kTransportPacketSize when the adaptation field is damaged.
[[nodiscard]] inline std::size_t payload_offset(ByteView packet) {
  const std::size_t field = has_adaptation(packet) ? 1U + packet[kTransportHeaderSize] : 0U;
  return std::min(kTransportHeaderSize + field, kTransportPacketSize);
}

}  // namespace counterpoint::mpeg

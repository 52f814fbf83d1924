// SPDX-License-Identifier: GPL-3.0-or-later
// Coded pictures of MPEG-1 and MPEG-2 video (ISO/IEC 11172-2, ISO/IEC 13818-2), seen from outside: start codes and the
// picture header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/bytes.h"

namespace counterpoint {

/// Start code values, the byte after the prefix 00 00 01 (13818-2, table 6-1). 0x01 to 0xAF are slices.
inline constexpr std::uint8_t kMpegPictureStart = 0x00;
inline constexpr std::uint8_t kMpegUserDataStart = 0xB2;
inline constexpr std::uint8_t kMpegSequenceHeader = 0xB3;
inline constexpr std::uint8_t kMpegExtensionStart = 0xB5;
inline constexpr std::uint8_t kMpegSequenceEnd = 0xB7;
inline constexpr std::uint8_t kMpegGroupStart = 0xB8;
inline constexpr std::uint8_t kMpegSystemFirst = 0xB9;  ///< From here on: system streams, not video.
inline constexpr std::size_t kMpegStartCodeSize = 4;

[[nodiscard]] constexpr bool is_mpeg_slice(std::uint8_t start_code) { return start_code >= 0x01 && start_code <= 0xAF; }

/// True if the start code begins the headers of a picture; extensions and user data may only follow one.
[[nodiscard]] constexpr bool begins_mpeg_picture(std::uint8_t start_code) {
  return start_code == kMpegSequenceHeader || start_code == kMpegGroupStart || start_code == kMpegPictureStart;
}

/// Offset of the next complete start code (four bytes) at or behind `from`; data.size() when there is none.
[[nodiscard]] std::size_t find_mpeg_start_code(ByteView data, std::size_t from);

/// Calls `use` with what follows the prefix of each start code, and the bytes from that prefix to the next one.
template <typename Use>
void for_each_mpeg_unit(ByteView data, Use use) {
  std::size_t begin = find_mpeg_start_code(data, 0);
  while (begin < data.size()) {
    const std::size_t end = find_mpeg_start_code(data, begin + 3);
    use(data[begin + 3], data.subspan(begin, end - begin));
    begin = end;
  }
}

/// picture_coding_type. D pictures (DC coefficients alone) are of MPEG-1 only.
enum class MpegPictureType : std::uint8_t { kI = 1, kP = 2, kB = 3, kD = 4 };

struct MpegPictureHeader {
  std::uint16_t temporal_reference = 0;  ///< 0 to 1023.
  MpegPictureType type = MpegPictureType::kI;
  bool full_pel_forward_vector = false;  ///< This and the next of P and B pictures, the two after them of B pictures.
  std::uint8_t forward_f_code = 0;       ///< 0 to 7.
  bool full_pel_backward_vector = false;
  std::uint8_t backward_f_code = 0;
  /// MPEG-2 only: the 30 bits of the picture coding extension from the f_codes to composite_display_flag, which is the
  /// lowest bit.
  std::optional<std::uint32_t> coding_extension;
  bool operator==(const MpegPictureHeader&) const = default;

  /// One field of a frame, which has two such pictures.
  [[nodiscard]] bool is_field() const { return coding_extension && (*coding_extension >> 10 & 3U) != 3; }
};

/// The first picture header in `data`, with the extension that follows it before a slice or another picture. Nothing
/// when there is none, it is cut off, or its type is none of the four.
[[nodiscard]] std::optional<MpegPictureHeader> read_mpeg_picture_header(ByteView data);

/// A picture header, with the extension if there is one, that says what `header` does; vbv_delay is 0xFFFF ("not
/// said").
[[nodiscard]] Bytes write_mpeg_picture_header(const MpegPictureHeader& header);

}  // namespace counterpoint

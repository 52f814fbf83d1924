// SPDX-License-Identifier: GPL-3.0-or-later
// One coded picture of an elementary stream with the headers before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/headers.h"

namespace counterpoint::mpeg {

/// Place and value of a start code.
struct StartCode {
  std::uint32_t offset = 0;  ///< Offset of the prefix 00 00 01 from the start of the unit, in bytes.
  std::uint8_t value = 0;    ///< The byte after the prefix.
  bool operator==(const StartCode&) const = default;
};

/// One coded picture (a frame or one field) with the headers before it; or, at the end, what follows the last picture.
struct PictureUnit {
  Bytes bytes;  ///< kPadding zeros follow the unit's own.
  std::size_t size = 0;
  std::vector<StartCode> start_codes;
  Headers headers;  ///< Headers in force for the picture's slices.
  bool has_picture = false;
  bool starts_group = false;  ///< A sequence or group header stands before the picture.
  std::uint64_t hash = 0;     ///< Hash of picture_bytes(), the key of an index; 0 if unknown.

  /// 6.3.10: how long the picture is shown, a field half as long as a frame; 0 without one, or without a sequence
  /// header.
  [[nodiscard]] double seconds() const;
  /// True if this is the rest of a picture whose header is missing.
  [[nodiscard]] bool is_headless() const;
  /// The bytes of the unit without the padding.
  [[nodiscard]] ByteView view() const { return ByteView(bytes).first(size); }
  /// True if only stuffing lies between bit `first` and byte `end`.
  [[nodiscard]] bool has_only_zeros(std::uint32_t first, std::uint32_t end) const;
  /// Offset of the start code after number `index`, or the unit's end.
  [[nodiscard]] std::size_t end_of(std::size_t index) const {
    return index + 1 < start_codes.size() ? start_codes[index + 1].offset : size;
  }
};

}  // namespace counterpoint::mpeg

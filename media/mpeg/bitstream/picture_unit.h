// SPDX-License-Identifier: GPL-3.0-or-later
// One coded picture of an elementary stream with the headers before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/headers.h"

namespace counterpoint::mpeg {

/// Where a start code stands.
struct StartCode {
  std::uint32_t offset = 0;  ///< Of the prefix 00 00 01, in bytes from the start of the unit.
  std::uint8_t value = 0;    ///< The byte after the prefix.
  bool operator==(const StartCode&) const = default;
};

/// One coded picture (a frame or one field) with the headers before it; or, at the end, what follows the last picture.
struct PictureUnit {
  Bytes bytes;  ///< kPadding zeros follow the unit's own.
  std::size_t size = 0;
  std::vector<StartCode> start_codes;
  Headers headers;  ///< As they hold for the picture's slices.
  bool has_picture = false;
  bool starts_group = false;  ///< A sequence or group header stands before the picture.
  std::uint64_t hash = 0;     ///< Of what an index knows the picture by (picture_bytes()), if it is known; else 0.

  /// 6.3.10: how long the picture is shown, a field half as long as a frame; 0 without one, or without a sequence
  /// header.
  [[nodiscard]] double seconds() const;
  /// The bytes of the unit without the padding.
  [[nodiscard]] ByteView view() const { return ByteView(bytes).first(size); }
  /// Whether nothing but stuffing stands between bit `first` and byte `end`.
  [[nodiscard]] bool has_only_zeros(std::uint32_t first, std::uint32_t end) const;
  /// Where the start code after number `index` begins, or the unit's end.
  [[nodiscard]] std::size_t end_of(std::size_t index) const {
    return index + 1 < start_codes.size() ? start_codes[index + 1].offset : size;
  }
};

}  // namespace counterpoint::mpeg

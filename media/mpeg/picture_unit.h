// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts an elementary stream that arrives in any chunks into units of one coded picture each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg/headers.h"

namespace counterpoint::mpeg {

/// Where a start code stands.
struct StartCode {
  std::uint32_t offset = 0;  ///< Of the prefix 00 00 01, in octets from the start of the unit.
  std::uint8_t value = 0;    ///< The octet after the prefix.
};

/// One coded picture (a frame or one field) with the headers before it; or, at the end, what follows the last picture.
struct PictureUnit {
  Bytes octets;  ///< kPadding zeros follow the unit's own.
  std::size_t size = 0;
  std::vector<StartCode> start_codes;
  Headers headers;  ///< As they hold for the picture's slices.
  bool has_picture = false;
  bool starts_group = false;  ///< A sequence or group header stands before the picture.

  /// The octets of the unit without the padding.
  [[nodiscard]] ByteView view() const { return ByteView(octets).first(size); }
  /// Where the start code after number `index` begins, or the unit's end.
  [[nodiscard]] std::size_t end_of(std::size_t index) const {
    return index + 1 < start_codes.size() ? start_codes[index + 1].offset : size;
  }
};

/// 1. The units, put together, are the stream, octet by octet.
/// 2. A unit is complete when the first start code after it that is no slice has come: no later than that.
class PictureSplitter {
 public:
  void push(ByteView octets);
  /// No more octets follow: all that is left becomes units.
  void finish() { finished_ = true; }
  /// The next complete unit.
  std::optional<PictureUnit> pop();
  /// Octets held that are in no popped unit.
  [[nodiscard]] std::size_t held() const { return buffer_.size() - begin_; }

 private:
  /// Whether a unit ends at `code`: it belongs to what follows the slices.
  [[nodiscard]] bool ends_unit(std::uint8_t code) const;
  void find_start_codes();
  PictureUnit take(std::size_t end);

  Bytes buffer_;
  std::size_t begin_ = 0;               ///< Of the unit that is being collected.
  std::size_t scanned_ = 0;             ///< Start codes before this place are known.
  std::vector<StartCode> start_codes_;  ///< Offsets from the start of `buffer_`.
  std::size_t unit_codes_ = 0;          ///< How many of them, from the first, were looked at by pop().
  bool seen_slice_ = false;
  bool seen_picture_ = false;
  bool finished_ = false;
  Headers headers_;
};

}  // namespace counterpoint::mpeg

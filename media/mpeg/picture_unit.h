// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts an elementary stream that arrives in any chunks into units of one coded picture each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
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

  /// 6.3.10: how long the picture is shown, a field half as long as a frame; 0 without one, or when the stream does not
  /// say.
  [[nodiscard]] double seconds() const;
  /// The octets of the unit without the padding.
  [[nodiscard]] ByteView view() const { return ByteView(octets).first(size); }
  /// Where the start code after number `index` begins, or the unit's end.
  [[nodiscard]] std::size_t end_of(std::size_t index) const {
    return index + 1 < start_codes.size() ? start_codes[index + 1].offset : size;
  }
};

/// 1. The units, put together, are the stream, octet by octet.
/// 2. A unit is complete when the first start code after it that is no slice has come: no later than that.
/// 3. Whether the octets can be video at all is for the caller to judge from what was seen.
class PictureSplitter {
 public:
  void push(ByteView octets);
  /// No more octets follow: all that is left becomes the last unit.
  void finish();
  /// The next complete unit.
  [[nodiscard]] std::optional<PictureUnit> pop();

  /// All octets pushed so far.
  [[nodiscard]] std::size_t received() const { return received_; }
  /// Octets of the unit that is not complete yet.
  [[nodiscard]] std::size_t unfinished() const { return buffer_.size() - complete_; }
  [[nodiscard]] bool seen_sequence() const { return seen_sequence_; }
  [[nodiscard]] bool seen_picture() const { return seen_picture_; }
  /// Which octet of the stream begins the first start code of a system stream.
  [[nodiscard]] std::optional<std::size_t> system_start_code() const { return system_start_code_; }

 private:
  /// The end of a complete unit, as an offset in `buffer_`, and of its start codes in `start_codes_`.
  struct UnitEnd {
    std::size_t octet = 0;
    std::size_t code = 0;
  };

  void drop_taken_octets();
  void take_start_code(StartCode code);
  void end_unit(std::size_t octet, std::size_t code);

  Bytes buffer_;
  std::vector<StartCode> start_codes_;  ///< Offsets from the start of `buffer_`.
  std::deque<UnitEnd> unit_ends_;
  UnitEnd taken_;             ///< What pop() has given away.
  std::size_t complete_ = 0;  ///< Where the unit that is being collected starts.
  std::size_t scanned_ = 0;   ///< Start codes before this place are known.
  std::size_t received_ = 0;
  bool slice_in_unit_ = false;
  bool picture_in_unit_ = false;
  bool seen_sequence_ = false;
  bool seen_picture_ = false;
  std::optional<std::size_t> system_start_code_;
  Headers headers_;
};

}  // namespace counterpoint::mpeg

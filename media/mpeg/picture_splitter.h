// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts an elementary stream that arrives in any chunks into units of one coded picture each.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/bitstream/headers.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/index/shaping_index.h"

namespace counterpoint::mpeg {

/// 1. The units, put together, are the stream, byte by byte.
/// 2. A unit is complete when the first start code after it that is no slice has come: no later than that.
/// 3. A recording may begin anywhere in its stream. Pictures before the first sequence header wait for it, as it says
///    how they are coded too, unless flush() comes first. The rest of a picture whose header is missing is a unit of
///    its own.
/// 4. After an error from push() or finish(), the splitter can still be used.
class PictureSplitter {
 public:
  /// Slices of pictures that `index` knows are not looked for, as long as pictures come in its order.
  void use_index(std::shared_ptr<const ShapingIndex> index) { index_ = std::move(index); }
  /// kMalformed when the bytes so far cannot be MPEG-1 or MPEG-2 video: says why and what to do.
  Result<void> push(ByteView bytes);
  /// A picture ends here: what has come of it, or behind it, becomes a unit now.
  void flush();
  /// The stream ends here. kMalformed when there was no picture.
  Result<void> finish();
  /// The next complete unit.
  [[nodiscard]] std::optional<PictureUnit> pop();
  /// True once a picture has begun, with or without a sequence header before it.
  [[nodiscard]] bool has_seen_picture() const { return seen_picture_; }

 private:
  void take_start_codes();
  void take_start_code(std::size_t offset);
  void expect_known_picture();
  void take_known_slices();
  void follow_index();
  void end_unit(std::size_t size);
  [[nodiscard]] bool begins_inside_slice(std::size_t offset) const;
  void describe_leading();

  Bytes buffer_;      ///< Bytes of the unit that is being collected.
  PictureUnit unit_;  ///< The unit with the bytes of buffer_.
  bool slice_in_unit_ = false;
  std::size_t scanned_ = 0;   ///< Start codes in `buffer_` before this place are known.
  std::size_t complete_ = 0;  ///< Bytes of the stream before `buffer_`.
  std::deque<PictureUnit> units_;
  Headers headers_;
  bool leading_ = true;  ///< The units wait for the first sequence header.
  std::shared_ptr<const ShapingIndex> index_;
  std::size_t next_record_ = 0;                     ///< Record of the picture that probably comes next.
  std::optional<std::size_t> expected_slices_end_;  ///< In `buffer_`, when its first slice has come and that is it.
  bool seen_sequence_ = false;
  bool seen_picture_ = false;
  /// Offset in the stream of the first system start code, if it comes before any video.
  std::optional<std::size_t> system_start_code_;
};

}  // namespace counterpoint::mpeg

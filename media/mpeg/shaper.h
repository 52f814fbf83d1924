// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes an elementary stream of MPEG-1 or MPEG-2 video to a target rate without decoding it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/picture_codes.h"
#include "media/mpeg/picture_unit.h"
#include "media/mpeg/rate_control.h"
#include "media/mpeg/shaper_config.h"

namespace counterpoint::mpeg {

/// What became of one picture. Sizes are of the whole unit, headers included.
struct PictureStatistics {
  PictureCodingType picture_coding_type = PictureCodingType::kI;
  PictureStructure picture_structure = PictureStructure::kFrame;
  std::uint16_t temporal_reference = 0;
  bool starts_group = false;
  double seconds = 0;      ///< How long it is shown; a field half as long as a frame. 0 when the stream does not say.
  DataSize original_size;  ///< As it came, with stuffing.
  DataSize size;           ///< As it left.
  DataSize smallest_size;  ///< With every block at its floor.
  std::uint32_t slices = 0;
  std::uint32_t damaged_slices = 0;  ///< Copied as they were.
  bool target_reached = true;        ///< False: even the floor of the group overdraws its budget.
};

/// One unit of the shaped stream: a picture and the headers before it, or what follows the last picture.
struct ShapedPicture {
  Bytes octets;
  bool has_picture = false;
  PictureStatistics statistics;
};

/// 1. Octets go in by push() in any chunks, pictures come out by pop() in the same order; the result does not depend on
///    the chunks, and the units together are a stream with the same number of pictures.
/// 2. The target can change between any two pop()s and holds from the next picture on.
/// 3. With Target::everything() the stream is unchanged but for stuffing that is left out. After the first other target
///    each vbv_delay says "variable rate" (0xFFFF).
/// 4. Nothing is held beyond the window, one picture, and what push() gave and pop() has not taken.
class Shaper {
 public:
  explicit Shaper(ShaperConfig config = {}, Target target = Target::everything());

  void set_target(Target target) { target_ = target; }
  [[nodiscard]] const Target& target() const { return target_; }
  /// kMalformed when the octets so far cannot be MPEG-1 or MPEG-2 video: says why and what to do.
  Result<void> push(ByteView octets);
  /// The stream is over; pop() yields all that is left. kMalformed when there was no picture.
  Result<void> finish();
  /// The next shaped picture; nothing when more octets are needed, or at the end.
  [[nodiscard]] std::optional<ShapedPicture> pop();

 private:
  struct Held {
    PictureUnit unit;
    bool starts_group = false;
    float importance = 0;  ///< Of luminance errors; 0 before it is parsed.
    PictureCodes codes;
    SizeCurve size;
  };
  /// How many of the pictures held, from the first, belong to the first one's group; complete when no more will come.
  struct Group {
    std::size_t size = 0;
    bool complete = false;
  };

  Group fill_window();
  void take_unit(PictureUnit unit);
  void parse(Held& held, MultiplierIndex first);
  void parse_group(const Group& group);
  /// Parses again those pictures of `group` that do not know the multiplier that turns out to be right.
  Cut choose(const Group& group);
  [[nodiscard]] float luminance_importance(const Held& held, std::size_t pictures_left) const;
  ShapedPicture shape(Held& held, Cut cut);

  ShaperConfig config_;
  Target target_;
  PictureSplitter splitter_;
  std::deque<Held> held_;
  std::vector<PictureCodes> free_codes_;
  RateControl rate_control_;
  std::size_t position_in_group_ = 0;  ///< Of the first picture held.
  std::optional<Picture> first_field_;
  std::optional<MultiplierIndex> first_multiplier_;  ///< What served the last picture.
  bool variable_rate_ = false;
  bool finished_ = false;
};

}  // namespace counterpoint::mpeg

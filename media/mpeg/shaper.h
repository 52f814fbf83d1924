// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes a stream of MPEG-1 or MPEG-2 video to a target rate without decoding it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/config/shaper_config.h"
#include "media/mpeg/index/shaping_index.h"
#include "media/mpeg/macroblock_shaper.h"
#include "media/mpeg/picture_scanner.h"
#include "media/mpeg/rate_control.h"
#include "media/mpeg/requantise/parallel_for.h"
#include "media/mpeg/shaping_index_writer.h"

namespace counterpoint::mpeg {

/// The reason why a picture is copied instead of shaped.
enum class CopyReason : std::uint8_t {
  kNone,  ///< It is not.
  kDPicture,
  kScalable,
  kNoSequenceHeader,  ///< It comes before the first one.
  kDamagedHeaders,    ///< A header of it or of its sequence is damaged or missing.
};
inline constexpr std::size_t kCopyReasons = 5;

/// The outcome for one picture. Sizes are of the whole unit, headers included.
struct PictureStatistics {
  MpegPictureType picture_coding_type = MpegPictureType::kI;
  PictureStructure picture_structure = PictureStructure::kFrame;
  std::uint16_t temporal_reference = 0;
  bool starts_group = false;
  double seconds = 0;            ///< Display time; a field's is half that of a frame. 0 without a sequence header.
  bool seconds_assumed = false;  ///< The stream does not say how many frames a second: 25.
  DataSize original_size;        ///< Received size, with stuffing.
  DataSize size;                 ///< Size after shaping.
  DataSize smallest_size;        ///< Nothing smaller could be made of it in the way that it was shaped.
  std::uint32_t slices = 0;
  std::uint32_t damaged_slices = 0;  ///< Copied as they were.
  CopyReason copy_reason = CopyReason::kNone;
  /// False: the smallest sizes of its group, as far as they are known, are more than the target leaves the group. With
  /// the paper's methods, which shape each picture for itself: its own one is more than what is left for it.
  bool target_reached = true;
  bool indexed = false;  ///< An index spared parsing it.
  int search_steps = 0;  ///< Lambdas that were tried, by the methods that shape macroblocks.

  [[nodiscard]] bool understood() const { return copy_reason == CopyReason::kNone; }
};

/// Statistics of the picture in `unit` if it is copied; without those of slices.
[[nodiscard]] PictureStatistics statistics_of(const PictureUnit& unit);

/// One unit of the shaped stream: a picture and the headers before it, or what follows the last picture.
struct ShapedPicture {
  Bytes bytes;
  bool has_picture = false;
  PictureStatistics statistics;
  PictureUnit original;  ///< The unit that push() got; its vbv_delay may be changed.
};

/// 1. Units go in by push(), as PictureSplitter cuts them, and come out by pop() in the same order and number.
/// 2. The target can change between any two pop()s and holds from the next picture on.
/// 3. With Target::everything(), the stream is unchanged but for stuffing that is left out. After the first other
///    target, each vbv_delay says "variable rate" (0xFFFF).
/// 4. Nothing is held beyond the window, and what push() gave and pop() has not taken.
class Shaper {
 public:
  explicit Shaper(ShaperConfig config = {}, Target target = Target::everything());

  void set_target(Target target) { target_ = target; }
  [[nodiscard]] const Target& target() const { return target_; }
  /// The constructor's configuration, with values clamped to their ranges.
  [[nodiscard]] const ShaperConfig& config() const { return config_; }
  /// Reads the findings about the stream in `index` instead of parsing. Pictures that it
  /// does not fit are parsed. When the window holds whole groups, the result is the same; smaller windows gain from
  /// knowing all of a group. kInvalidArgument (other weights): it is not used.
  Result<void> use_index(std::shared_ptr<const ShapingIndex> index);
  /// From now on each unit is added to `index`, which must outlive the shaper.
  void describe_to(ShapingIndexWriter& index) { scanner_.describe_to(index); }
  /// pop() calls `asked` before each time it codes a picture again: that can be sixty times for one pop(), a tenth of a
  /// second each at HD. Once it says true, nothing comes any more. Default: never.
  void stop_when(std::function<bool()> asked) { macroblock_shaper_.stop_when(std::move(asked)); }
  /// `parallel_for` does the work of coding a picture again. Default: one thread.
  void share_work(ParallelFor parallel_for) { macroblock_shaper_.share_work(std::move(parallel_for)); }
  /// While `preferred`, pictures are cut even if they should be requantised, which takes some forty times as long.
  void prefer_speed(bool preferred) { prefers_speed_ = preferred; }
  /// `size` of what pop() gave was not sent: the pictures that follow may have it.
  void return_unsent_bits(DataSize size) { rate_control_.return_unsent_bits(static_cast<double>(size.bits())); }
  /// The stream so far was shaped elsewhere: each vbv_delay says "variable rate" from the first on.
  void continue_shaped() { variable_rate_ = true; }
  /// The stream's next unit.
  void push(PictureUnit unit);
  /// The stream is over; pop() yields all that is left.
  void finish() { finished_ = true; }
  /// More comes after finish(): pop() waits for whole groups again.
  void go_on() { finished_ = false; }
  /// The next shaped picture; nothing when more units are needed, or at the end.
  [[nodiscard]] std::optional<ShapedPicture> pop();

 private:
  /// Number of held pictures, from the first, in the group of the first; complete when no more will come.
  struct Group {
    std::size_t size = 0;
    bool complete = false;
  };

  [[nodiscard]] Group first_group() const;
  /// Frames of `group` that others are predicted from.
  [[nodiscard]] double reference_frames(const Group& group) const;
  [[nodiscard]] std::size_t error_lifetime(const Group& group) const;
  void scan_group(const Group& group);
  void expect_lambda(RateControl& so_far);
  /// Parses again those pictures of `group` that do not know the lambda that turns out to be right.
  Cut choose(const Group& group);
  [[nodiscard]] float luminance_error_weight(const HeldPicture& held, std::size_t pictures_left) const;
  ShapedPicture shape(HeldPicture& held, const Group& group);
  Bytes cut(HeldPicture& held, const Group& group, PictureStatistics& statistics);
  [[nodiscard]] bool may_choose_again() const;
  void choose_method(const Group& group);
  [[nodiscard]] bool can_code_again(const PictureUnit& unit) const;
  void trial_encode(const Group& group);
  [[nodiscard]] std::vector<ExpectedPicture> horizon() const;
  Bytes shape_macroblocks(HeldPicture& held, PictureStatistics& statistics);

  ShaperConfig config_;
  Target target_;
  std::deque<HeldPicture> held_;
  RateControl rate_control_;
  PictureScanner scanner_;
  MacroblockShaper macroblock_shaper_;
  bool by_macroblocks_ = false;  ///< This group.
  bool prefers_speed_ = false;
  double share_ = 1;                   ///< Share of its bits that this group is to keep.
  std::optional<Target> share_of_;     ///< The target when that was found; nothing at the start of a group.
  std::size_t position_in_group_ = 0;  ///< Position of the first picture held.
  std::optional<Picture> first_field_;
  bool variable_rate_ = false;
  bool finished_ = false;
};

}  // namespace counterpoint::mpeg

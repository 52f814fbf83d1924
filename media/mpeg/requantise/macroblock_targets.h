// SPDX-License-Identifier: GPL-3.0-or-later
// A picture's macroblocks with what each would have to code so that the shaped picture is as the original one: its own
// coefficients and the error that it inherits from the pictures it is predicted from.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/bitstream/vlc_codes.h"
#include "media/mpeg/requantise/error_tracker.h"
#include "media/mpeg/requantise/level_choice.h"
#include "media/mpeg/requantise/parallel_for.h"

namespace counterpoint::mpeg {

class MacroblockTargets {
 public:
  /// Parses `unit`, which must outlive it. Without a tracker, no error is inherited.
  MacroblockTargets(const PictureUnit& unit, ErrorTracker* tracker, ParallelFor parallel_for = do_in_turn);

  [[nodiscard]] const PictureUnit& unit() const { return unit_; }
  [[nodiscard]] const MacroblockSyntax& syntax() const { return syntax_; }
  [[nodiscard]] const MacroblockPicture& original() const { return original_; }
  /// E + A of eq. (11), Jacobs 1998, for a block of macroblock number `macroblock`, at a place in the scan; of intra
  /// blocks without DC.
  [[nodiscard]] float target(std::size_t macroblock, std::size_t block, std::size_t place) const {
    return targets_[macroblock * syntax_.block_count + block][raster_[place]];
  }
  /// Fills `target` with those of the block where the macroblock's own quantiser, and so any larger one, may have a
  /// level.
  void find_level_target(std::size_t macroblock, std::size_t block, LevelTarget& target) const;
  /// False if no block of the macroblock has such a place.
  [[nodiscard]] bool may_have_levels(std::size_t macroblock) const {
    const std::uint64_t* const first = &places_[macroblock * syntax_.block_count];
    return std::any_of(first, first + syntax_.block_count, [](std::uint64_t places) { return places != 0; });
  }
  /// True if any of the macroblock's targets may be other than 0.
  [[nodiscard]] bool has_target(std::size_t macroblock) const { return has_target_[macroblock] != 0; }
  /// Half of what a level of 1 more adds to the coefficient at a place in the scan.
  [[nodiscard]] float step(std::uint8_t quantiser_scale_code, std::size_t block, bool intra, std::size_t place) const {
    return steps(quantiser_scale_code, block, intra)[raster_[place]];
  }
  /// Does the work on the picture.
  [[nodiscard]] const ParallelFor& parallel_for() const { return parallel_for_; }
  [[nodiscard]] const RunLevelCodes& codes(bool intra) const { return intra ? intra_codes_ : other_codes_; }

  /// `shaped`, made of original(), is what goes out: later pictures inherit its errors.
  void commit(const MacroblockPicture& shaped);

 private:
  /// The Matrix of a block's quantiser.
  [[nodiscard]] static std::size_t matrix_of(std::size_t block, bool intra) {
    return (block < 4 ? 0U : 2U) + (intra ? 0U : 1U);
  }
  [[nodiscard]] const Block8x8& steps(std::uint8_t quantiser_scale_code, std::size_t block, bool intra) const {
    return steps_[quantiser_scale_code][matrix_of(block, intra)];
  }
  void set_steps(const Headers& headers);
  void find_targets(std::size_t index);
  void commit(const MacroblockPicture& shaped, std::size_t index);

  const PictureUnit& unit_;
  ErrorTracker* tracker_;
  ParallelFor parallel_for_;
  MacroblockSyntax syntax_;
  MacroblockPicture original_;
  RunLevelCodes intra_codes_;
  RunLevelCodes other_codes_;
  std::array<std::uint8_t, 64> raster_{};            ///< Raster position of each place in the scan.
  std::array<std::uint8_t, 64> place_{};             ///< The reverse.
  std::array<std::array<float, 64>, 4> weights_{};   ///< Steps at a quantiser_scale of 1, by Matrix and place.
  std::array<std::array<Block8x8, 4>, 32> steps_{};  ///< Indexed by quantiser_scale_code and Matrix.
  std::unique_ptr<Block8x8[]> targets_;
  std::vector<std::uint64_t> places_;     ///< Those of find_level_target(), a bit each.
  std::vector<std::uint8_t> has_target_;  ///< 1: true. Bits of one byte could not be set by several threads.
};

}  // namespace counterpoint::mpeg

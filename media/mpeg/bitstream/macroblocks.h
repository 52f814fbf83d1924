// SPDX-License-Identifier: GPL-3.0-or-later
// A picture taken apart into macroblocks, vectors and run-level codes, so that it can be changed and written again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "media/mpeg/bitstream/bit_writer.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/bitstream/vlc_tables.h"

namespace counterpoint::mpeg {

/// frame_motion_type and field_motion_type (tables 6-17 and 6-18): their two values mean different things in frame and
/// field pictures.
enum class MotionType : std::uint8_t { kField = 0b01, kFrameOr16x8 = 0b10, kDualPrime = 0b11 };

/// In half samples.
struct Vector {
  int horizontal = 0;
  int vertical = 0;
  bool operator==(const Vector&) const = default;
};

/// Prediction of a macroblock (7.6). The first index is the vector's number (the second counts in field-based
/// prediction of frame pictures and in 16x8 prediction), the second 0 for forward, 1 for backward.
struct Prediction {
  bool forward = false;
  bool backward = false;
  MotionType type = MotionType::kFrameOr16x8;
  std::array<std::array<Vector, 2>, 2> vectors{};
  std::array<std::array<bool, 2>, 2> bottom_field{};  ///< motion_vertical_field_select
  bool operator==(const Prediction&) const = default;
};

/// One run-level code, by the place of its coefficient in the scan (0 to 63; in intra blocks from 1 on).
struct Coefficient {
  std::uint8_t place = 0;
  std::int16_t level = 0;  ///< It is not 0.
  bool operator==(const Coefficient&) const = default;
};

struct CodedBlock {
  std::uint8_t number = 0;  ///< 0 to 11 (figures 6-8 to 6-12).
  std::uint32_t first = 0;  ///< In MacroblockPicture::coefficients.
  std::uint32_t end = 0;
  BitRange dc;  ///< The DC coefficient's bits in the unit; empty in blocks that are not intra.
};

struct CodedMacroblock {
  std::uint32_t address = 0;  ///< In its picture.
  std::uint8_t type = 0;      ///< MacroblockType flags; of a skipped one: how it is predicted.
  bool skipped = false;
  bool field_dct = false;
  std::uint8_t quantiser_scale_code = 1;  ///< Value in force for this macroblock, coded in its header or not.
  Prediction prediction;
  /// Skipping it would mean the same prediction and leave the same vector predictors behind (7.6.6), unless it is the
  /// first or last of its slice.
  bool can_be_skipped = false;
  BitRange motion;  ///< The bits of its vectors, with motion_vertical_field_select and a concealment's marker_bit.
  std::uint32_t first_block = 0;  ///< In MacroblockPicture::blocks: those that are coded.
  std::uint32_t end_block = 0;

  [[nodiscard]] bool is_intra() const { return (type & kMacroblockIntra) != 0; }
};

struct MacroblockSlice {
  std::uint32_t first_byte = 0;     ///< Offset of the start code.
  std::uint32_t next_byte = 0;      ///< The next start code.
  std::uint32_t quantiser_bit = 0;  ///< Position of its quantiser_scale_code.
  std::uint32_t header_end_bit = 0;
  std::uint32_t first_macroblock = 0;
  std::uint32_t end_macroblock = 0;
  std::uint32_t row_address = 0;  ///< The address of the first macroblock in its row.
  bool damaged = false;           ///< It has no macroblocks then, and is copied as it is.
};

struct MacroblockPicture {
  std::vector<MacroblockSlice> slices;
  std::vector<CodedMacroblock> macroblocks;  ///< The skipped ones between them are included.
  std::vector<CodedBlock> blocks;
  std::vector<Coefficient> coefficients;

  void clear() {
    slices.clear();
    macroblocks.clear();
    blocks.clear();
    coefficients.clear();
  }
};

/// Adds `macroblock`, one of `from` that may have been changed, to those of `to`, with its blocks and codes.
void append_macroblock(const MacroblockPicture& from, CodedMacroblock macroblock, MacroblockPicture& to);
/// Adds the macroblocks of `from` from number `first` up to `end` to those of `to`, with their blocks and codes.
void append_macroblocks(const MacroblockPicture& from, std::size_t first, std::size_t end, MacroblockPicture& to);

/// The properties of a picture that the syntax of its macroblocks depends on.
struct MacroblockSyntax {
  Picture picture;
  bool is_mpeg2 = false;
  std::uint32_t block_count = 6;  ///< Blocks of one macroblock.
  std::uint32_t macroblocks_a_row = 0;
  std::uint32_t rows = 0;            ///< Macroblock rows of this picture, a field or a frame.
  bool has_slice_extension = false;  ///< slice_vertical_position_extension (6.2.4).

  explicit MacroblockSyntax(const Headers& headers);
  [[nodiscard]] bool is_frame() const { return picture.picture_structure == PictureStructure::kFrame; }
  /// True if macroblocks have a motion_type.
  [[nodiscard]] bool has_motion_type() const { return !(is_frame() && picture.frame_pred_frame_dct); }
  [[nodiscard]] bool has_dct_type() const { return is_frame() && !picture.frame_pred_frame_dct; }
};

}  // namespace counterpoint::mpeg

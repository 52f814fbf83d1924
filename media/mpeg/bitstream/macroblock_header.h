// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a macroblock before its blocks (6.2.5 and 6.2.5.1), as both parsers read it. The caller's loop checks for
// the end of the slice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "media/mpeg/bitstream/bit_reader.h"
#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/bitstream/vlc_tables.h"

namespace counterpoint::mpeg {

/// Skips the elements between the quantiser_scale_code of a slice and its first macroblock (6.2.4); false beyond
/// `end_bit`. intra_slice_flag with its byte looks like one extra_bit_slice with extra_information_slice.
[[nodiscard]] inline bool skip_extra_information(BitReader& bits, std::uint32_t end_bit) {
  while (bits.flag()) {
    bits.skip(8);
    if (bits.position() > end_bit) return false;
  }
  return true;
}

/// macroblock_address_increment with its escapes; 0 when it is broken. Calls visit(BitRange) with each
/// macroblock_stuffing, which is MPEG-1's alone.
template <typename Visit>
[[nodiscard]] std::uint32_t read_address_increment(BitReader& bits, std::uint32_t end_bit, bool is_mpeg2,
                                                   const Visit& visit) {
  std::uint32_t increment = 0;
  for (;;) {
    const VlcEntry code = kMacroblockAddressIncrement[bits.peek(11)];
    if (code.length == 0 || bits.position() > end_bit) return 0;
    const std::uint32_t first = bits.position();
    bits.drop(code.length);
    if (code.value > 0) return increment + static_cast<std::uint32_t>(code.value);
    if (code.value == kMacroblockEscape) {
      increment += 33;
    } else if (is_mpeg2) {
      return 0;
    } else {
      visit(BitRange{first, bits.position()});
    }
  }
}

/// macroblock_modes() and quantiser_scale_code.
struct MacroblockModes {
  bool audio = false;     ///< False: broken, and the rest means nothing.
  std::uint8_t type = 0;  ///< MacroblockType flags.
  MotionType motion_type = MotionType::kFrameOr16x8;
  bool field_dct = false;
  std::uint8_t quantiser_scale_code = 0;  ///< It counts when `type` says kMacroblockQuant.
};
[[nodiscard]] inline MacroblockModes read_macroblock_modes(BitReader& bits, const MacroblockSyntax& syntax) {
  MacroblockModes modes;
  const auto picture_type = static_cast<std::size_t>(syntax.picture.picture_coding_type);
  const VlcEntry type = kMacroblockTypes[picture_type - 1][bits.peek(6)];
  bits.drop(type.length);
  modes.audio = type.length != 0;
  modes.type = static_cast<std::uint8_t>(type.value);
  if (!syntax.is_frame()) modes.motion_type = MotionType::kField;
  if ((modes.type & (kMacroblockMotionForward | kMacroblockMotionBackward)) != 0 && syntax.has_motion_type()) {
    const std::uint32_t motion_type = bits.read(2);
    modes.audio = modes.audio && motion_type != 0;
    modes.motion_type = static_cast<MotionType>(motion_type);
  }
  const bool has_blocks = (modes.type & (kMacroblockIntra | kMacroblockPattern)) != 0;
  modes.field_dct = has_blocks && syntax.has_dct_type() && bits.flag();
  if ((modes.type & kMacroblockQuant) != 0) modes.quantiser_scale_code = static_cast<std::uint8_t>(bits.read(5));
  return modes;
}

/// Field-based prediction of a frame picture and 16x8 of a field picture have two vectors in each direction, each with
/// a motion_vertical_field_select; tables 6-17 and 6-18.
[[nodiscard]] constexpr bool has_two_vectors(bool is_frame, MotionType type) {
  return type == (is_frame ? MotionType::kField : MotionType::kFrameOr16x8);
}
[[nodiscard]] constexpr bool has_field_select(bool is_frame, MotionType type) {
  return has_two_vectors(is_frame, type) || (!is_frame && type != MotionType::kDualPrime);
}

/// coded_block_pattern with what 4:2:2 and 4:4:4 add: bit `block_count` - 1 is the first block; 0 when it is broken.
[[nodiscard]] inline std::uint32_t read_coded_block_pattern(BitReader& bits, std::uint32_t block_count) {
  const VlcEntry code = kCodedBlockPattern[bits.peek(9)];
  if (code.length == 0) return 0;
  bits.drop(code.length);
  return static_cast<std::uint32_t>(code.value) << (block_count - 6) | bits.read(block_count - 6);
}

}  // namespace counterpoint::mpeg

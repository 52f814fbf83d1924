// SPDX-License-Identifier: GPL-3.0-or-later
// What parsing finds in one picture: where each block may be cut, what each cut saves and what it costs.
//
// The run-level codes of a block are grouped into steps along the lower convex hull of its distortion D(b) over its
// rate R(b): a breakpoint that no multiplier would choose is not kept. The slopes |dD/dR| of a block's steps fall, so
// the breakpoint of a multiplier is "all steps that are steeper".
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace counterpoint::mpeg {

/// A slope |dD/dR| (squared sample error a bit) on a logarithmic scale of 32 bins an octave.
using SlopeBin = std::uint16_t;
inline constexpr unsigned kSlopeBinsPerOctave = 32;
inline constexpr std::size_t kSlopeBins = 2048;  ///< From 2^-20 to 2^44: more than any stream can hold.
[[nodiscard]] inline SlopeBin slope_bin(float slope) {
  constexpr unsigned kMantissaBitsDropped = 18;
  constexpr std::uint32_t kFirst = (127 - 20) * kSlopeBinsPerOctave;
  return static_cast<SlopeBin>((std::bit_cast<std::uint32_t>(slope) >> kMantissaBitsDropped) - kFirst);
}

/// A block that has more than the code it has to keep.
struct Block {
  std::uint32_t floor_end =
      0;  ///< Bit of the picture's unit behind the code that stays: DC, or the first run-level code.
  std::uint16_t cut_bits = 0;  ///< Of all codes after that one, without the end of block.
  std::uint8_t step_count = 0;
  std::uint8_t end_of_block_length = 0;
};

/// A run of bits in the unit that can go: macroblock_stuffing.
struct BitRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

struct Slice {
  std::uint32_t first_octet = 0;  ///< Of its start code.
  std::uint32_t end_bit = 0;      ///< Behind its last macroblock; of a damaged slice: the next start code.
  std::uint32_t next_octet = 0;   ///< The next start code.
  std::uint32_t first_block = 0;
  std::uint32_t end_block = 0;
  std::uint32_t first_step = 0;
  std::uint32_t first_stuffing = 0;
  std::uint32_t end_stuffing = 0;
  bool damaged = false;  ///< Copied as it is.
};

/// The steps of all blocks, block after block, in coding order.
struct PictureCodes {
  std::vector<Slice> slices;
  std::vector<BitRange> stuffing;
  std::unique_ptr<Block[]> blocks;
  std::unique_ptr<std::uint16_t[]> step_bits;
  std::unique_ptr<SlopeBin[]> step_slope;
  std::size_t block_count = 0;
  std::size_t step_count = 0;
  /// Bits of the steps of each slope.
  std::vector<std::uint32_t> bits_of_slope = std::vector<std::uint32_t>(kSlopeBins);
  std::size_t room_octets = 0;  ///< The largest unit that the arrays have room for.

  /// Empties it and makes room for whatever a unit of `octets` can hold.
  void reset(std::size_t octets);
};

}  // namespace counterpoint::mpeg

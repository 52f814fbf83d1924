// SPDX-License-Identifier: GPL-3.0-or-later
// The result of parsing one picture: the breakpoint of each block for each of a few Lagrange multipliers lambda.
//
// Lambdas (squared sample error per bit) stand on a fixed grid of thirds of an octave, so that those of one
// picture are those of all. A picture's blocks are cut for kLambdas neighbours on the grid; beyond these, below is
// "everything stays" and above is "only the floor stays". Budgets between two lambdas are met by cutting some
// blocks for the one and some for the other, which is within 0.01 dB of a lambda between them.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "media/mpeg/bitstream/bit_writer.h"

namespace counterpoint::mpeg {

/// Index of a lambda on the grid.
using LambdaIndex = int;
inline constexpr int kLambdasPerOctave = 3;
inline constexpr LambdaIndex kLambdaGrid =
    64 * kLambdasPerOctave;  ///< The lambdas run from 2^-20 to 2^44: more than any stream can hold.
[[nodiscard]] inline float lambda_at(LambdaIndex index) {
  return std::exp2(static_cast<float>(index) / kLambdasPerOctave - 20);
}
/// Lambdas of the grid that are tried on each picture.
inline constexpr int kLambdas = 8;

/// A block that has more than the code it has to keep. Without initial values, so that room for blocks costs nothing.
struct Block {
  std::uint32_t floor_end;  ///< Bit of the picture's unit behind the code that stays: DC, or the first run-level code.
  std::uint32_t cut_bits;   ///< Bits of all codes behind it, without the end of block.
};
/// Bits of those codes that each of the picture's lambdas keeps; they never rise with lambda.
using KeptBits = std::array<std::uint16_t, kLambdas>;

struct Slice {
  std::uint32_t first_byte = 0;  ///< Offset of the start code.
  std::uint32_t end_bit = 0;     ///< Behind its last macroblock; of a damaged slice: the next start code.
  std::uint32_t next_byte = 0;   ///< The next start code.
  std::uint32_t first_block = 0;
  std::uint32_t end_block = 0;
  std::uint32_t first_stuffing = 0;
  std::uint32_t end_stuffing = 0;
  bool damaged = false;  ///< Copied as it is.
};

/// The blocks of all slices in coding order.
struct PictureCodes {
  std::vector<Slice> slices;
  std::vector<BitRange> stuffing;  ///< Runs of bits in the unit that can go: macroblock_stuffing.
  std::unique_ptr<Block[]> blocks;
  std::unique_ptr<KeptBits[]> kept_bits;
  std::size_t block_count = 0;
  std::size_t room_bytes = 0;  ///< The largest unit that the arrays have room for.
  LambdaIndex first_lambda = 0;
  /// Sums over all blocks.
  std::uint64_t cut_bits = 0;
  std::array<std::uint64_t, kLambdas> kept_bits_sum{};

  /// Empties it and makes room for whatever a unit of `bytes` can hold.
  void reset(std::size_t bytes);
  /// True if `index` is one of the lambdas that were tried.
  [[nodiscard]] bool covers(LambdaIndex index) const {
    return index >= first_lambda && index < first_lambda + kLambdas;
  }
  /// The bits of cuttable codes that `index` keeps in the picture.
  [[nodiscard]] std::uint64_t kept_at(LambdaIndex index) const {
    if (index < first_lambda) return cut_bits;
    return covers(index) ? kept_bits_sum[static_cast<std::size_t>(index - first_lambda)] : 0;
  }
  /// The same of block number `block`.
  [[nodiscard]] std::uint32_t kept_at(std::size_t block, LambdaIndex index) const {
    if (index < first_lambda) return blocks[block].cut_bits;
    return covers(index) ? kept_bits[block][static_cast<std::size_t>(index - first_lambda)] : 0;
  }
};

}  // namespace counterpoint::mpeg

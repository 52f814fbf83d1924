// SPDX-License-Identifier: GPL-3.0-or-later
// Scans the blocks of a macroblock (7.2) and finds the breakpoint of each for each of a picture's lambdas. This is
// where the time goes.
#pragma once

#include <array>
#include <cstdint>

#include "media/mpeg/bitstream/bit_reader.h"
#include "media/mpeg/bitstream/vlc_tables.h"
#include "media/mpeg/cut/gains.h"
#include "media/mpeg/cut/picture_codes.h"

namespace counterpoint::mpeg {

/// The squared weights of the quantiser matrix, as logarithms, in scan order: [1] is the first place. Behind the places
/// of a block, which a broken one may go beyond before that is noticed, stands what a look-up without a code finds.
using ScanWeights = std::array<RowOffset, DctCodes::kNoCode + 65>;

/// Syntax and weights of the blocks of a macroblock.
struct BlockKind {
  const DctTables* tables = nullptr;
  const ScanWeights* luminance = nullptr;
  const ScanWeights* chrominance = nullptr;
  const RowOffset* levels = nullptr;  ///< Gains::levels().
  const Lanes* gains = nullptr;       ///< Gains::rows(), whose factor holds the squared quantiser_scale.
  bool mpeg1_escape = false;          ///< Escapes of 20 or 28 bits instead of 24.
};

/// Output of a slice's scan.
struct BlockSink {
  Block* block;
  KeptBits* kept;
};

/// Scans those of a macroblock's blocks whose bits are set in `pattern`: bit `count` - 1 is the first block. `bits`
/// stands behind the last one then. False when one is broken. Reads at most kPadding bytes beyond bit `end`, whatever
/// they hold.
[[nodiscard]] bool scan_intra_blocks(BitReader& bits, std::uint32_t end, std::uint32_t count, const BlockKind& kind,
                                     BlockSink& sink);
[[nodiscard]] bool scan_non_intra_blocks(BitReader& bits, std::uint32_t end, std::uint32_t pattern, std::uint32_t count,
                                         const BlockKind& kind, BlockSink& sink);

}  // namespace counterpoint::mpeg

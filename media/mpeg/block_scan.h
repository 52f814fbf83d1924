// SPDX-License-Identifier: GPL-3.0-or-later
// Scans the blocks of a macroblock (7.2) and finds the breakpoint of each for each of a picture's multipliers. This is
// where the time goes.
#pragma once

#include <array>
#include <cstdint>

#include "media/mpeg/bit_reader.h"
#include "media/mpeg/headers.h"
#include "media/mpeg/picture_codes.h"
#include "media/mpeg/vlc_tables.h"

namespace counterpoint::mpeg {

/// Squared weights of the quantiser matrix in scan order: [1] is the first place. Longer than a block, since a broken
/// block may run past its end before that is noticed.
using ScanWeights = std::array<float, 65 + 2 * 64>;

/// Minus each multiplier times the length of a code, for each length.
class RateCosts {
 public:
  static constexpr std::size_t kLongestCode = 28;  ///< An escape of MPEG-1.

  RateCosts() = default;
  explicit RateCosts(MultiplierIndex first);
  [[nodiscard]] const float* of(std::size_t length) const { return costs_[length].data(); }

 private:
  alignas(16) std::array<std::array<float, kMultipliers>, kLongestCode + 1> costs_{};
};

/// How the blocks of a macroblock are read and weighed.
struct BlockKind {
  const DctTables* tables = nullptr;
  const ScanWeights* luminance = nullptr;
  const ScanWeights* chrominance = nullptr;
  const RateCosts* costs = nullptr;
  float scale = 0;  ///< Squared quantiser_scale, and all constant factors: energy times this is squared error.
  bool mpeg1_escape = false;  ///< Escapes of 20 or 28 bits instead of 24.
};

/// Where a slice's findings go.
struct BlockSink {
  Block* block;
  KeptBits* kept;
};

/// Scans those of a macroblock's blocks whose bits are set in `pattern`: bit `count` - 1 is the first block. `bits`
/// stands behind the last one then. False when one is broken. Reads at most kPadding octets beyond bit `end`, whatever
/// they hold.
[[nodiscard]] bool scan_intra_blocks(BitReader& bits, std::uint32_t end, std::uint32_t count, const BlockKind& kind,
                                     BlockSink& sink);
[[nodiscard]] bool scan_non_intra_blocks(BitReader& bits, std::uint32_t end, std::uint32_t pattern, std::uint32_t count,
                                         const BlockKind& kind, BlockSink& sink);

}  // namespace counterpoint::mpeg

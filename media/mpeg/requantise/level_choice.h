// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the levels of one block for a given quantiser so that squared error plus lambda times bits is least.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/bitstream/vlc_codes.h"
#include "media/mpeg/requantise/level_options.h"

namespace counterpoint::mpeg {

/// Coding and meaning of a block's levels.
struct BlockQuantiser {
  const RunLevelCodes* codes = nullptr;
  float scale = 1;  ///< quantiser_scale.
  bool intra = false;
};

/// Weights of errors and bits.
struct Price {
  float error = 1;   ///< Weight of a squared error.
  float lambda = 0;  ///< Weight of a bit.
};

struct BlockLevels {
  std::size_t count = 0;
  float cost = 0;  ///< Compared with no level at all: below 0 when levels pay. The end of block is included.
  /// In scan order.
  [[nodiscard]] std::span<const Coefficient> coefficients() const { return std::span(last).last(count); }
  std::array<Coefficient, 64> last;  ///< The last `count` of these are the block's.
};

/// The best levels for `target` (of intra blocks without DC), by dynamic programming over the last place that has a
/// level. Candidates for each coefficient are the nearest level, the one below it, and 0.
void choose_levels(const LevelTarget& target, const BlockQuantiser& quantiser, const Price& price, BlockLevels& levels);

}  // namespace counterpoint::mpeg

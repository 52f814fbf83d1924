// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the levels of one block for a given quantiser so that squared error plus lambda times bits is least.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/bitstream/vlc_codes.h"

namespace counterpoint::mpeg {

/// Coding and meaning of a block's levels.
struct BlockQuantiser {
  const RunLevelCodes* codes = nullptr;
  const float* step = nullptr;  ///< Half of what a level of 1 more adds to the coefficient, by place in the scan.
  bool intra = false;
};

/// Weights of errors and bits.
struct Price {
  float error = 1;   ///< Weight of a squared error.
  float lambda = 0;  ///< Weight of a bit.
};

struct BlockLevels {
  std::array<Coefficient, 64> coefficients;
  std::size_t count = 0;
  float cost = 0;  ///< Compared with no level at all: below 0 when levels pay. With the end of block.
};

/// The coefficient that a level stands for (7.4.2.3): 2 step level in intra blocks; in others a step farther from 0;
/// without its fraction. MPEG-1's evenness and mismatch control are left out.
[[nodiscard]] inline float reconstruct(int level, float step, bool intra) {
  const int doubled = 2 * level + (intra || level == 0 ? 0 : level < 0 ? -1 : 1);
  return static_cast<float>(static_cast<int>(static_cast<float>(doubled) * step));
}

/// The best levels for `target`, coefficients in scan order (of intra blocks, from 1 on), by dynamic programming over
/// the last place that has a level. Candidates for each coefficient are the nearest level, the one below it, and 0.
[[nodiscard]] BlockLevels choose_levels(std::span<const float, 64> target, const BlockQuantiser& quantiser,
                                        const Price& price);

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
// The levels that come into question at each place of a block, and the squared errors that they leave.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace counterpoint::mpeg {

/// Coding and meaning of a block's levels, by place in the scan.
struct LevelSteps {
  std::span<const float, 64> step;  ///< Half of what a level of 1 more adds to the coefficient; above 0.
  bool intra = false;
  int largest_level = 2047;
};

/// The magnitude of the coefficient that a level stands for (7.4.2.3): 2 step level in intra blocks; in others a step
/// more; without its fraction. MPEG-1's evenness and mismatch control are left out.
[[nodiscard]] inline float reconstruct(int level, float step, bool intra) {
  const int doubled = 2 * level + (intra || level == 0 ? 0 : level < 0 ? -1 : 1);
  return static_cast<float>(static_cast<int>(static_cast<float>(doubled) * step));
}

/// Only places in `places` have values in the arrays.
struct LevelOptions {
  std::uint64_t places = 0;              ///< Bit k is set if the level nearest to the target at place k is not 0.
  std::array<std::int32_t, 64> nearest;  ///< Its magnitude, at most largest_level.
  std::array<float, 64> nearest_cost;    ///< Weighted squared error with it, less that with level 0.
  std::array<float, 64> below_cost;      ///< The same of the level whose magnitude is 1 less, if that is not 0.
};

/// Fills `options` for `target`, coefficients in scan order; `error_weight` is that of a squared error. Place 0 of
/// intra blocks counts as the others do. Takes four places at a time.
void find_level_options(std::span<const float, 64> target, const LevelSteps& steps, float error_weight,
                        LevelOptions& options);

}  // namespace counterpoint::mpeg

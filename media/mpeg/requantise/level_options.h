// SPDX-License-Identifier: GPL-3.0-or-later
// The levels that come into question for the coefficients of a block, and the squared errors that they leave.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "media/mpeg/requantise/simd.h"

namespace counterpoint::mpeg {

/// Coding and meaning of a block's levels.
struct LevelSteps {
  float quantiser_scale = 1;  ///< Above 0.
  bool intra = false;
  int largest_level = 2047;
};

/// The magnitude of the coefficient that a level stands for (7.4.2.3): 2 step level in intra blocks; in others a step
/// more; without its fraction. MPEG-1's evenness and mismatch control are left out.
[[nodiscard]] inline float reconstruct(int level, float step, bool intra) {
  const int doubled = 2 * level + (intra || level == 0 ? 0 : level < 0 ? -1 : 1);
  return static_cast<float>(static_cast<int>(static_cast<float>(doubled) * step));
}

/// The coefficients of a block for which a level other than 0 comes into question, in the order of the scan.
class LevelTarget {
 public:
  /// Larger ones, of broken streams, would not fit into an integer at the finest step, 1/32.
  static constexpr float kMaxMagnitude = 1 << 26;

  void clear() { count_ = 0; }
  /// `weight` (above 0) is half of what a level of 1 more adds to the coefficient at a quantiser_scale of 1.
  void add(std::uint8_t place, float coefficient, float weight) {
    places_[count_] = place;
    negative_[count_] = coefficient < 0;
    magnitudes_[count_] = std::min(std::abs(coefficient), kMaxMagnitude);
    weights_[count_++] = weight;
  }
  /// Fills the last lanes up; to be called after the last add.
  void finish() {
    for (std::size_t i = count_; i % kSimdLanes != 0; ++i) {
      magnitudes_[i] = 0;
      weights_[i] = 1;
    }
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::uint8_t place(std::size_t i) const { return places_[i]; }
  [[nodiscard]] bool negative(std::size_t i) const { return negative_[i]; }
  /// Those of kSimdLanes coefficients; beyond the last one they are 0 and 1.
  [[nodiscard]] const float* magnitudes(std::size_t first) const { return &magnitudes_[first]; }
  [[nodiscard]] const float* weights(std::size_t first) const { return &weights_[first]; }

 private:
  // The arrays are not cleared, since only what was written is read.
  std::size_t count_ = 0;
  std::array<std::uint8_t, 64> places_;
  std::array<bool, 64> negative_;
  std::array<float, 64> magnitudes_;
  std::array<float, 64> weights_;
};

/// Bit k is not set where no level but 0 comes into question for `coefficients` by these `steps`, in any one order of
/// both, or by larger ones. Most blocks have few such places.
[[nodiscard]] std::uint64_t likely_places(std::span<const float, 64> coefficients, std::span<const float, 64> steps,
                                          bool intra);

/// Levels by the number of the coefficient in a LevelTarget. Only those in `numbers` have values in the arrays.
struct LevelOptions {
  std::uint64_t numbers = 0;             ///< Bit i is set if the level nearest to coefficient i is not 0.
  std::array<std::int32_t, 64> nearest;  ///< Its magnitude, at most largest_level.
  std::array<float, 64> nearest_cost;    ///< Weighted squared error with it, less that with level 0.
  std::array<float, 64> below_cost;      ///< The same of the level whose magnitude is 1 less, if that is not 0.
};

/// Fills `options`; `error_weight` is that of a squared error. The DC coefficient of an intra block counts as the
/// others do.
void find_level_options(const LevelTarget& target, const LevelSteps& steps, float error_weight, LevelOptions& options);

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/cut/gains.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace counterpoint::mpeg {
namespace {

constexpr LogEnergy kOctave = 24;
constexpr LogEnergy kLambdaStep = kOctave / kLambdasPerOctave;
/// Twice a level of 2047, and a weight of 255, each squared, of chrominance.
constexpr LogEnergy kMaxOfLevelAndWeight = 40 * kOctave + kMaxChrominanceWeight;
/// Below nothing is won; above all of a block is won with any of the lambdas.
constexpr LogEnergy kNothing = -6 * kOctave;
constexpr LogEnergy kEverything = 14 * kOctave;
/// Energies of the table's first and last row. A factor is never above kEverything.
constexpr LogEnergy kFirst = kNothing - kMaxOfLevelAndWeight + kNoEnergy;
constexpr LogEnergy kLast = kEverything + kMaxOfLevelAndWeight;

/// In parts of a bit, what a lambda of 1 pays.
std::int32_t gain_of(LogEnergy energy) {
  constexpr float kMaxSteps = std::numeric_limits<std::int16_t>::max();
  constexpr float kStepsPerBit = static_cast<float>(kUnitsPerBit) / kGainStep;
  if (energy <= kNothing) return 0;
  const float steps = std::exp2(static_cast<float>(energy) / kOctave) * kStepsPerBit;
  return static_cast<std::int32_t>(std::min(steps, kMaxSteps)) * kGainStep;
}

}  // namespace

LogEnergy log_energy(float energy) { return static_cast<LogEnergy>(std::lround(kOctave * std::log2(energy))); }

Gains::Gains() : rows_(kLast - kFirst + 1) {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const LogEnergy energy = kFirst + static_cast<LogEnergy>(row);
    rows_[row][0] = gain_of(std::min(energy, kEverything));
    // A lambda pays what the one before it paid for an energy that is smaller by its step.
    for (std::size_t i = 1; i < kLambdas && row >= kLambdaStep; ++i) {
      rows_[row][i] = rows_[row - kLambdaStep][i - 1];
    }
  }
  const auto of_square = [](std::size_t x) { return row_offset(log_energy(static_cast<float>(x * x))); };
  for (std::size_t level = 1; level < kLevels; ++level) {
    levels_[0][level] = of_square(2 * level);
    levels_[1][level] = of_square(2 * level + 1);
  }
  for (std::size_t weight = 1; weight < weights_.size(); ++weight) weights_[weight] = of_square(weight);
}

const Lanes* Gains::rows(LogEnergy factor, LambdaIndex first) const {
  constexpr LogEnergy kFirstMultiplier = -20 * kOctave;
  const LogEnergy row = factor - kFirstMultiplier - first * kLambdaStep;
  return &rows_[static_cast<std::size_t>(std::clamp(row, kNothing - kMaxOfLevelAndWeight, kEverything) - kFirst)];
}

const Gains& gains() {
  static const Gains kGains;
  return kGains;
}

}  // namespace counterpoint::mpeg

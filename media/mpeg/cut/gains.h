// SPDX-License-Identifier: GPL-3.0-or-later
// The gain of keeping a code, for each of kLambdas neighbours on the grid at once: the energy of its coefficient over
// the lambda, which is the number of bits that this lambda would pay for it.
//
// Energies are logarithms, so that factors add up and one table serves all lambdas, weights and quantisers. A step
// of it is 3 %, so a gain is right within 2 %.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "media/mpeg/cut/picture_codes.h"

namespace counterpoint::mpeg {

/// One value for each of a picture's lambdas. Processors without registers of this size take them in halves.
using Lanes = std::int32_t __attribute__((vector_size(4 * kLambdas)));
/// Bits are counted in parts of this size. The most that a block can hold, and what is won with one code, stay below
/// 2^27 of them.
inline constexpr std::int32_t kUnitsPerBit = 1 << 15;
/// Gains are multiples of a sixteenth of a bit, so that the lowest bits of a lane are free for another number.
inline constexpr std::int32_t kGainStep = kUnitsPerBit / 16;

/// In steps of 1/24 octave.
using LogEnergy = int;
[[nodiscard]] LogEnergy log_energy(float energy);

/// The same in bytes of the table of gains.
using RowOffset = std::ptrdiff_t;
[[nodiscard]] constexpr RowOffset row_offset(LogEnergy energy) {
  return energy * static_cast<RowOffset>(sizeof(Lanes));
}

/// The most that an error in a chrominance sample weighs (ShaperConfig::chrominance_weight).
inline constexpr LogEnergy kMaxChrominanceWeight = 24;

/// Logarithm of energies below any level's: so little that no lambda pays for it.
inline constexpr LogEnergy kNoEnergy = -480;

/// Rows of gains by the logarithm of an energy, which is between kNoEnergy and the sum of the largest of a level, a
/// weight and kMaxChrominanceWeight.
class Gains {
 public:
  Gains();
  /// The row of energy 1 when all energies are multiplied by a factor, whose logarithm this is, and the first
  /// lambda is `first`.
  [[nodiscard]] const Lanes* rows(LogEnergy factor, LambdaIndex first) const;
  /// Row offsets of twice the reconstructed level (7.4.2.3): 2 |level| in intra blocks, 2 |level| + 1 in others.
  [[nodiscard]] const RowOffset* levels(bool intra) const { return levels_[intra ? 0 : 1].data(); }
  /// Row offset of the square of a quantiser matrix's weight.
  [[nodiscard]] RowOffset weight(std::uint8_t weight) const { return weights_[weight]; }

 private:
  static constexpr std::size_t kLevels = 2048;
  std::vector<Lanes> rows_;
  std::array<std::array<RowOffset, kLevels>, 2> levels_{};
  std::array<RowOffset, 256> weights_{};
};
/// Made when it is needed first.
[[nodiscard]] const Gains& gains();

}  // namespace counterpoint::mpeg

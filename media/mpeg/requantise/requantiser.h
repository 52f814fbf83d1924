// SPDX-License-Identifier: GPL-3.0-or-later
// Codes one picture again with the vectors and kinds of prediction that it has: levels, quantisers, which blocks are
// coded and which macroblocks are skipped are chosen so that squared error plus lambda times bits is least. The error
// that the picture inherits is coded along, and so does not pile up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/requantise/bits_forecast.h"
#include "media/mpeg/requantise/level_choice.h"
#include "media/mpeg/requantise/macroblock_targets.h"

namespace counterpoint::mpeg {

class Requantiser {
 public:
  /// Lambda over the squared quantiser_scale that goes best with it, at a weight of 16 in the matrix: from trials.
  static constexpr float kErrorOfStep = 0.15F;

  /// `picture` must outlive it. `chrominance_weight`: how much an error there counts against luminance.
  Requantiser(MacroblockTargets& picture, float chrominance_weight)
      : picture_(picture), syntax_(picture.syntax()), chrominance_weight_(chrominance_weight) {}

  /// The picture's bytes with what is best for `lambda` (above 0), squared error a bit; from kMaxLambda on with as
  /// little as is legal.
  Bytes requantise(float lambda);
  /// From now on quantisers are tried as for the lambda of the last time. Bits then change smoothly with lambda.
  void hold_quantisers() { quantisers_held_ = true; }
  /// The result of the last requantise().
  [[nodiscard]] const MacroblockPicture& chosen() const { return chosen_; }

 private:
  /// A macroblock's blocks with one quantiser.
  struct Choice {
    std::uint8_t quantiser_scale_code = 0;
    float cost = 0;  ///< Cost of all elements that depend on the choice.
    std::array<BlockLevels, 12> blocks;
    bool has_levels = false;
  };
  struct Position {
    bool first_or_last = false;  ///< In its slice.
    bool first_coded = false;    ///< Its quantiser can stand in the slice's header.
  };
  using Candidates = std::array<std::uint8_t, 4>;

  [[nodiscard]] Candidates candidates(std::uint8_t original) const;
  void choose(std::size_t index, std::uint8_t quantiser_scale_code, Choice& choice) const;
  [[nodiscard]] float header_bits(const CodedMacroblock& macroblock, const Choice& choice, bool new_quantiser) const;
  [[nodiscard]] float motion_bits(const CodedMacroblock& macroblock) const;
  [[nodiscard]] const Choice& best_choice(std::size_t index, Position position);
  [[nodiscard]] const Choice& no_levels(const CodedMacroblock& macroblock);
  void requantise(std::size_t index, Position position);
  void keep(CodedMacroblock macroblock);
  void keep_floor(CodedMacroblock macroblock);
  void write(CodedMacroblock macroblock, const Choice& choice);

  MacroblockTargets& picture_;
  const MacroblockSyntax& syntax_;
  float chrominance_weight_;
  float lambda_ = 1;
  float lambda_of_quantisers_ = 1;
  bool quantisers_held_ = false;
  MacroblockPicture chosen_;
  std::array<Choice, 2> choices_;          ///< The best so far and the next.
  std::uint8_t quantiser_scale_code_ = 0;  ///< Value in force at the present macroblock.
};

}  // namespace counterpoint::mpeg

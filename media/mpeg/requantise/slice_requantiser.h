// SPDX-License-Identifier: GPL-3.0-or-later
// Codes the macroblocks of one slice again: as the quantiser begins anew there, slices do not need each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/requantise/level_choice.h"
#include "media/mpeg/requantise/macroblock_targets.h"

namespace counterpoint::mpeg {

/// The price of bits and errors in a picture.
struct PicturePrice {
  float lambda = 1;                ///< Squared error a bit; from kMaxLambda on as little stays as is legal.
  float lambda_of_quantisers = 1;  ///< The lambda for which quantisers are tried.
  float chrominance_weight = 1;    ///< Weight of an error there against luminance.
};

class SliceRequantiser {
 public:
  /// Lambda over the squared quantiser_scale that goes best with it, at a weight of 16 in the matrix: from trials.
  static constexpr float kErrorOfStep = 0.15F;

  /// `picture` must outlive it.
  SliceRequantiser(const MacroblockTargets& picture, const PicturePrice& price);

  /// `slice` of the picture alone, with what is best for it. Each object takes one slice only.
  [[nodiscard]] MacroblockPicture requantise(MacroblockSlice slice);

 private:
  /// A macroblock's blocks with one quantiser.
  struct Choice {
    std::uint8_t quantiser_scale_code = 0;
    float cost = 0;             ///< Cost of all elements that depend on the choice.
    std::uint32_t pattern = 0;  ///< The blocks with levels, the last in the lowest bit.
    std::array<BlockLevels, 12> blocks;
  };
  struct Position {
    bool first_or_last = false;  ///< In its slice.
    bool first_coded = false;    ///< Its quantiser can stand in the slice's header.
  };
  using Candidates = std::array<std::uint8_t, 4>;

  [[nodiscard]] std::uint8_t code_near(float scale) const;
  void choose(bool intra, std::uint8_t quantiser_scale_code, Choice& choice) const;
  [[nodiscard]] float header_bits(const CodedMacroblock& macroblock, std::uint32_t pattern, bool new_quantiser) const;
  [[nodiscard]] float motion_bits(const CodedMacroblock& macroblock) const;
  [[nodiscard]] const Choice& best_choice(std::size_t index, Position position);
  [[nodiscard]] const Choice& no_levels(const CodedMacroblock& macroblock);
  void requantise(std::size_t index, Position position);
  void keep(const CodedMacroblock& macroblock);
  void keep_floor(CodedMacroblock macroblock);
  void write(CodedMacroblock macroblock, const Choice& choice);

  const MacroblockTargets& picture_;
  const MacroblockSyntax& syntax_;
  PicturePrice price_;
  std::array<std::uint8_t, 3> likely_codes_;  ///< The quantisers around what goes best with lambda at high rates.
  MacroblockPicture chosen_;
  std::array<LevelTarget, 12> targets_;    ///< Those of the macroblock at hand.
  std::array<Choice, 2> choices_;          ///< The best so far and the next.
  std::uint8_t quantiser_scale_code_ = 0;  ///< Value in force at the present macroblock.
};

}  // namespace counterpoint::mpeg

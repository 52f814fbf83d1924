// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/slice_requantiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "media/mpeg/requantise/bits_forecast.h"

namespace counterpoint::mpeg {
namespace {
constexpr unsigned kQuantiserBits = 5;

}  // namespace

SliceRequantiser::SliceRequantiser(const MacroblockTargets& picture, const PicturePrice& price)
    : picture_(picture), syntax_(picture.syntax()), price_(price) {
  constexpr float kNeighbour = 1.3F;
  const float best = std::sqrt(price_.lambda_of_quantisers / kErrorOfStep);
  likely_codes_ = {code_near(best), code_near(best / kNeighbour), code_near(best * kNeighbour)};
}

/// The quantiser_scale_code whose quantiser_scale is nearest to `scale`.
std::uint8_t SliceRequantiser::code_near(float scale) const {
  const auto& scales = quantiser_scales(syntax_.picture.q_scale_type);
  std::uint8_t code = 1;
  while (code < 31 &&
         std::abs(static_cast<float>(scales[code + 1U]) - scale) < std::abs(static_cast<float>(scales[code]) - scale)) {
    ++code;
  }
  return code;
}

void SliceRequantiser::choose(bool intra, std::uint8_t quantiser_scale_code, Choice& choice) const {
  choice.quantiser_scale_code = quantiser_scale_code;
  choice.cost = 0;
  choice.pattern = 0;
  const BlockQuantiser quantiser = {
      .codes = &picture_.codes(intra),
      .scale = static_cast<float>(quantiser_scales(syntax_.picture.q_scale_type)[quantiser_scale_code]),
      .intra = intra};
  for (std::uint32_t block = 0; block < syntax_.block_count; ++block) {
    const Price price = {.error = block < 4 ? 1.0F : price_.chrominance_weight, .lambda = price_.lambda};
    BlockLevels& levels = choice.blocks[block];
    choose_levels(targets_[block], quantiser, price, levels);
    choice.cost += levels.cost();
    choice.pattern = choice.pattern << 1 | (levels.empty() ? 0U : 1U);
  }
}

/// Bits before the blocks that depend on the choice: macroblock_type, dct_type, quantiser and pattern.
float SliceRequantiser::header_bits(const CodedMacroblock& macroblock, std::uint32_t pattern,
                                    bool new_quantiser) const {
  const bool coded = macroblock.is_intra() || pattern != 0;
  unsigned flags = macroblock.type & ~unsigned{kMacroblockQuant | kMacroblockPattern};
  if (coded && !macroblock.is_intra()) flags |= kMacroblockPattern;
  if (coded && new_quantiser) flags |= kMacroblockQuant;
  unsigned bits = macroblock_type_code(static_cast<std::size_t>(syntax_.picture.picture_coding_type) - 1, flags).length;
  if (coded && new_quantiser) bits += kQuantiserBits;
  if (coded && syntax_.has_dct_type()) ++bits;
  if (coded && !macroblock.is_intra()) {
    const std::uint32_t more_blocks = syntax_.block_count - 6;
    bits += coded_block_pattern_code(pattern >> more_blocks).length + more_blocks;
  }
  return static_cast<float>(bits);
}

const SliceRequantiser::Choice& SliceRequantiser::best_choice(std::size_t index, Position position) {
  const CodedMacroblock& macroblock = picture_.original().macroblocks[index];
  Choice* best = nullptr;
  Choice* next = choices_.data();
  const std::uint8_t original = macroblock.quantiser_scale_code;
  const auto likely = [&](std::size_t i) { return std::max(likely_codes_[i], original); };
  for (std::uint32_t block = 0; block < syntax_.block_count; ++block) {
    picture_.find_level_target(index, block, targets_[block]);
  }
  const Candidates codes = {original, likely(0), likely(1), likely(2)};
  for (auto code = codes.begin(); code != codes.end(); ++code) {
    if (std::find(codes.begin(), code, *code) != code) continue;
    choose(macroblock.is_intra(), *code, *next);
    const bool new_quantiser = *code != quantiser_scale_code_ && !position.first_coded;
    next->cost += price_.lambda * header_bits(macroblock, next->pattern, new_quantiser);
    if (best != nullptr && next->cost >= best->cost) continue;
    best = next;
    next = &choices_[best == choices_.data() ? 1 : 0];
  }
  return *best;
}

const SliceRequantiser::Choice& SliceRequantiser::no_levels(const CodedMacroblock& macroblock) {
  Choice& choice = choices_.front();
  choice.quantiser_scale_code = macroblock.quantiser_scale_code;
  choice.pattern = 0;
  for (BlockLevels& block : choice.blocks) block.clear();
  return choice;
}

/// Bits that skipping saves besides its header: the vectors with their type and the address.
float SliceRequantiser::motion_bits(const CodedMacroblock& macroblock) const {
  if (macroblock.skipped) return 0;
  const bool has_vector = (macroblock.type & (kMacroblockMotionForward | kMacroblockMotionBackward)) != 0;
  const std::uint32_t vectors = macroblock.motion.end - macroblock.motion.first;
  return static_cast<float>(vectors + (has_vector && syntax_.has_motion_type() ? 2U : 0U) + 1U);
}

void SliceRequantiser::requantise(std::size_t index, Position position) {
  const CodedMacroblock& macroblock = picture_.original().macroblocks[index];
  const bool is_b = syntax_.picture.picture_coding_type == MpegPictureType::kB;
  // A skipped macroblock of a B picture would need vectors.
  if (!picture_.has_target(index) || (macroblock.skipped && is_b)) return keep(macroblock);
  const bool chooses = price_.lambda < kMaxLambda && (macroblock.is_intra() || picture_.may_have_levels(index));
  const Choice& best = chooses ? best_choice(index, position) : no_levels(macroblock);
  if (macroblock.is_intra()) return write(macroblock, best);
  CodedMacroblock empty = macroblock;
  empty.type = static_cast<std::uint8_t>(macroblock.type & ~unsigned{kMacroblockQuant | kMacroblockPattern});
  empty.end_block = empty.first_block;
  empty.field_dct = false;
  empty.skipped = macroblock.skipped || (macroblock.can_be_skipped && !position.first_or_last);
  // Without vector and pattern, there is no macroblock_type.
  const bool can_be_empty = empty.skipped || empty.type != 0;
  if (best.pattern != 0) {
    const float empty_bits = empty.skipped  ? -motion_bits(macroblock)
                             : can_be_empty ? header_bits(macroblock, 0, false)
                                            : 0;
    if (!can_be_empty || best.cost < price_.lambda * empty_bits) return write(macroblock, best);
  }
  return can_be_empty ? keep(empty) : keep_floor(macroblock);
}

/// Copies it with the blocks that it has.
void SliceRequantiser::keep(const CodedMacroblock& macroblock) {
  if (macroblock.end_block > macroblock.first_block) quantiser_scale_code_ = macroblock.quantiser_scale_code;
  append_macroblock(picture_.original(), macroblock, chosen_);
}

/// Used when neither skipping nor an empty pattern is legal: the first code of its first block stays.
void SliceRequantiser::keep_floor(CodedMacroblock macroblock) {
  macroblock.end_block = macroblock.first_block + 1;
  keep(macroblock);
  CodedBlock& block = chosen_.blocks.back();
  block.end = block.first + 1;
  chosen_.coefficients.resize(block.end);
}

void SliceRequantiser::write(CodedMacroblock macroblock, const Choice& choice) {
  const std::uint32_t original_block = macroblock.first_block;
  macroblock.skipped = false;
  if (!macroblock.is_intra()) macroblock.type |= kMacroblockPattern;
  macroblock.quantiser_scale_code = quantiser_scale_code_ = choice.quantiser_scale_code;
  macroblock.first_block = static_cast<std::uint32_t>(chosen_.blocks.size());
  for (std::uint32_t number = 0; number < syntax_.block_count; ++number) {
    const BlockLevels& levels = choice.blocks[number];
    if (levels.empty() && !macroblock.is_intra()) continue;
    CodedBlock block;
    block.number = static_cast<std::uint8_t>(number);
    if (macroblock.is_intra()) block.dc = picture_.original().blocks[original_block + number].dc;
    block.first = static_cast<std::uint32_t>(chosen_.coefficients.size());
    levels.append_to(chosen_.coefficients);
    block.end = static_cast<std::uint32_t>(chosen_.coefficients.size());
    chosen_.blocks.push_back(block);
  }
  macroblock.end_block = static_cast<std::uint32_t>(chosen_.blocks.size());
  chosen_.macroblocks.push_back(macroblock);
}

MacroblockPicture SliceRequantiser::requantise(MacroblockSlice slice) {
  bool first_coded = true;
  chosen_.macroblocks.reserve(slice.end_macroblock - slice.first_macroblock);
  for (std::uint32_t i = slice.first_macroblock; i < slice.end_macroblock; ++i) {
    requantise(
        i, {.first_or_last = i == slice.first_macroblock || i + 1 == slice.end_macroblock, .first_coded = first_coded});
    const CodedMacroblock& written = chosen_.macroblocks.back();
    first_coded = first_coded && written.end_block == written.first_block;
  }
  slice.first_macroblock = 0;
  slice.end_macroblock = static_cast<std::uint32_t>(chosen_.macroblocks.size());
  chosen_.slices.push_back(slice);
  return std::move(chosen_);
}

}  // namespace counterpoint::mpeg

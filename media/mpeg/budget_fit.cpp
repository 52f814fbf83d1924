// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/budget_fit.h"

#include <utility>

#include "media/mpeg/bitstream/macroblock_writer.h"

namespace counterpoint::mpeg {
namespace {

void append(const MacroblockPicture& from, std::size_t index, MacroblockPicture& to) {
  CodedMacroblock macroblock = from.macroblocks[index];
  const std::uint32_t first = std::exchange(macroblock.first_block, static_cast<std::uint32_t>(to.blocks.size()));
  for (std::uint32_t i = first; i < macroblock.end_block; ++i) {
    CodedBlock block = from.blocks[i];
    const auto begin = from.coefficients.begin() + block.first;
    const auto end = from.coefficients.begin() + block.end;
    block.first = static_cast<std::uint32_t>(to.coefficients.size());
    to.coefficients.insert(to.coefficients.end(), begin, end);
    block.end = static_cast<std::uint32_t>(to.coefficients.size());
    to.blocks.push_back(block);
  }
  macroblock.end_block = static_cast<std::uint32_t>(to.blocks.size());
  to.macroblocks.push_back(macroblock);
}

}  // namespace

MacroblockPicture join_codings(const MacroblockPicture& first, const MacroblockPicture& second,
                               std::size_t first_of_second) {
  MacroblockPicture joined;
  joined.slices = first.slices;
  for (std::size_t i = 0; i < first.macroblocks.size(); ++i) append(i < first_of_second ? first : second, i, joined);
  return joined;
}

void BudgetFit::add(const MacroblockPicture& picture, const Bytes& bytes, float lambda) {
  const bool fit = fits(bytes);
  std::optional<Coding>& side = fit ? fitting_ : too_large_;
  if (side && (bytes.size() > side->bytes.size()) != fit) return;
  side = Coding{picture, bytes, lambda};
}

bool BudgetFit::is_close() const {
  // Two quantisers next to each other are farther apart: that is a factor of 1.2 or more in lambda.
  constexpr float kAlike = 1.2F;
  return too_large_ && fitting_ && fitting_->lambda <= kAlike * too_large_->lambda;
}

BudgetFit::Fitted BudgetFit::nearest(const PictureUnit& unit) const {
  const Coding& only = fitting_ ? *fitting_ : *too_large_;
  Fitted best{only.picture, only.bytes};
  if (!fitting_ || !too_large_) return best;
  // A macroblock more or less changes the size by little: halving ends where one more is too many.
  std::size_t fit = 0;
  std::size_t too_many = too_large_->picture.macroblocks.size();
  while (too_many - fit > 1) {
    const std::size_t middle = fit + (too_many - fit) / 2;
    Fitted joined{join_codings(too_large_->picture, fitting_->picture, middle), {}};
    joined.bytes = write_macroblocks(unit, joined.picture);
    if (!fits(joined.bytes)) {
      too_many = middle;
      continue;
    }
    fit = middle;
    best = std::move(joined);
  }
  return best;
}

}  // namespace counterpoint::mpeg

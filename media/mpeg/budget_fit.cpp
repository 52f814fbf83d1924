// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/budget_fit.h"

#include <utility>

#include "media/mpeg/bitstream/macroblock_writer.h"

namespace counterpoint::mpeg {
MacroblockPicture join_codings(const MacroblockPicture& first, const MacroblockPicture& second,
                               std::size_t first_of_second) {
  MacroblockPicture joined;
  joined.slices = first.slices;
  append_macroblocks(first, 0, first_of_second, joined);
  append_macroblocks(second, first_of_second, second.macroblocks.size(), joined);
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

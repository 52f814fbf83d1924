// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/budget_fit.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "media/mpeg/bitstream/macroblock_writer.h"

namespace counterpoint::mpeg {
namespace {

/// Tells the size of join_codings() without writing it: only one slice has macroblocks of both codings.
class JoinedSize {
 public:
  JoinedSize(const PictureUnit& unit, const MacroblockPicture& first, const MacroblockPicture& second)
      : unit_(unit), first_(first), second_(second), copied_(unit.size) {
    for (std::size_t i = 0; i < first.slices.size(); ++i) {
      first_sizes_.push_back(first_sizes_.back() + size_of(first, first.slices[i]));
      second_sizes_.push_back(second_sizes_.back() + size_of(second, second.slices[i]));
      copied_ -= first.slices[i].next_byte - first.slices[i].first_byte;
    }
  }

  /// In bytes.
  [[nodiscard]] std::size_t at(std::size_t first_of_second) const {
    const auto slice = std::ranges::find_if(
        first_.slices, [&](const MacroblockSlice& joined) { return joined.end_macroblock > first_of_second; });
    const auto number = static_cast<std::size_t>(slice - first_.slices.begin());
    if (slice == first_.slices.end()) return copied_ + first_sizes_.back();
    MacroblockPicture joined;
    append_macroblocks(first_, slice->first_macroblock, first_of_second, joined);
    append_macroblocks(second_, first_of_second, slice->end_macroblock, joined);
    MacroblockSlice own = *slice;
    own.first_macroblock = 0;
    own.end_macroblock = static_cast<std::uint32_t>(joined.macroblocks.size());
    return copied_ + first_sizes_[number] + size_of(joined, own) + second_sizes_.back() - second_sizes_[number + 1];
  }

 private:
  [[nodiscard]] std::size_t size_of(const MacroblockPicture& picture, const MacroblockSlice& slice) const {
    const std::size_t original = slice.next_byte - slice.first_byte;
    return slice.damaged ? original : std::min(write_slice(unit_, picture, slice).size(), original);
  }

  const PictureUnit& unit_;
  const MacroblockPicture& first_;
  const MacroblockPicture& second_;
  std::size_t copied_;                          ///< Bytes outside of slices.
  std::vector<std::size_t> first_sizes_ = {0};  ///< Sums over the slices before each.
  std::vector<std::size_t> second_sizes_ = {0};
};

}  // namespace

MacroblockPicture join_codings(const MacroblockPicture& first, const MacroblockPicture& second,
                               std::size_t first_of_second) {
  MacroblockPicture joined;
  joined.slices = first.slices;
  append_macroblocks(first, 0, first_of_second, joined);
  append_macroblocks(second, first_of_second, second.macroblocks.size(), joined);
  return joined;
}

void BudgetFit::add(const MacroblockPicture& picture, const Bytes& bytes, float lambda) {
  const bool fit = fits(bytes.size());
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
  if (!fitting_ || !too_large_) return {only.picture, only.bytes};
  const JoinedSize size(unit, too_large_->picture, fitting_->picture);
  // A macroblock more or less changes the size by little: halving ends where one more is too many.
  std::size_t fit = 0;
  std::size_t too_many = too_large_->picture.macroblocks.size();
  while (too_many - fit > 1) {
    const std::size_t middle = fit + (too_many - fit) / 2;
    (fits(size.at(middle)) ? fit : too_many) = middle;
  }
  if (fit == 0) return {only.picture, only.bytes};
  Fitted joined{join_codings(too_large_->picture, fitting_->picture, fit), {}};
  joined.bytes = write_macroblocks(unit, joined.picture);
  return joined;
}

}  // namespace counterpoint::mpeg

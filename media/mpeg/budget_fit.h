// SPDX-License-Identifier: GPL-3.0-or-later
// Combines codings of one picture, some too large for a budget and some not, into one that just fits.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/bitstream/picture_unit.h"

namespace counterpoint::mpeg {

class BudgetFit {
 public:
  struct Fitted {
    MacroblockPicture picture;
    Bytes bytes;
  };

  /// `budget` in bits.
  explicit BudgetFit(double budget) : budget_(budget) {}

  /// `picture`, which Requantiser made for `lambda`, takes `bytes`.
  void add(const MacroblockPicture& picture, const Bytes& bytes, float lambda);
  /// True if nearest() can meet the budget by two codings that look alike.
  [[nodiscard]] bool is_close() const;
  /// The first macroblocks of the smallest coding that is too large, and the others of the largest that is not: as many
  /// of the first as the budget allows. When all are too large the smallest, when none is the largest. There has to be
  /// one.
  [[nodiscard]] Fitted nearest(const PictureUnit& unit) const;

 private:
  struct Coding {
    MacroblockPicture picture;
    Bytes bytes;
    float lambda = 0;
  };

  [[nodiscard]] bool fits(std::size_t bytes) const { return static_cast<double>(bytes) * 8 <= budget_; }

  double budget_;
  std::optional<Coding> too_large_;
  std::optional<Coding> fitting_;
};

/// The macroblocks before number `first_of_second` as `first` codes them, the others as `second` does; both are codings
/// of the same picture.
[[nodiscard]] MacroblockPicture join_codings(const MacroblockPicture& first, const MacroblockPicture& second,
                                             std::size_t first_of_second);

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a parsed picture again with each block cut at its breakpoint.
#pragma once

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/cut/picture_codes.h"

namespace counterpoint::mpeg {

/// The kept codes: those that `lambda` keeps, plus the share `more` of those that only the next smaller one keeps,
/// spread evenly over the blocks.
struct Cut {
  LambdaIndex lambda = 0;
  float more = 0;  ///< 0 to 1.

  /// Copies everything.
  [[nodiscard]] static Cut nothing() { return {-1, 0}; }
  /// Leaves nothing but the floor.
  [[nodiscard]] static Cut at_minimum() { return {kLambdaGrid, 0}; }
  [[nodiscard]] bool is_on_grid() const { return lambda >= 0 && lambda < kLambdaGrid; }
};

/// Grants the share Cut::more of all that is asked for, spread evenly, each time all or nothing.
class EvenShare {
 public:
  /// `share`: 0 to 1.
  explicit EvenShare(float share) : share_(static_cast<std::uint32_t>(share * kOne)) {}
  /// Number of `bits` (at most 65535) to spend now: all or none.
  std::uint32_t grant(std::uint32_t bits) {
    credit_ += bits * share_;
    const std::uint32_t granted = credit_ >= bits * kOne ? bits : 0;
    credit_ -= granted * kOne;
    return granted;
  }

 private:
  static constexpr std::uint32_t kOne = 1U << 15;
  std::uint32_t share_;
  std::uint32_t credit_ = 0;  ///< In parts of a bit; less than the largest block so far.
};

/// The bytes of `unit`, whose findings are `codes`, after `cut`. Bits are copied up to each breakpoint, then the end
/// of block follows. Stuffing is left out; damaged slices and all headers are as they were.
[[nodiscard]] Bytes write_picture(const PictureUnit& unit, const PictureCodes& codes, Cut cut);

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a parsed picture again with each block cut at its breakpoint.
#pragma once

#include "core/base/bytes.h"
#include "media/mpeg/picture_codes.h"
#include "media/mpeg/picture_unit.h"

namespace counterpoint::mpeg {

/// What stays: what `multiplier` keeps, and of what the multiplier below it would keep besides, the share `more`,
/// spread evenly over the blocks.
struct Cut {
  MultiplierIndex multiplier = 0;
  float more = 0;  ///< 0 to 1.

  /// Copies everything.
  [[nodiscard]] static Cut nothing() { return {-1, 0}; }
  /// Leaves nothing but the floor.
  [[nodiscard]] static Cut to_the_floor() { return {kMultiplierGrid, 0}; }
  [[nodiscard]] bool is_on_grid() const { return multiplier >= 0 && multiplier < kMultiplierGrid; }
};

/// The octets of `unit`, whose findings are `codes`, after `cut`. Bits are copied up to each breakpoint, then the end
/// of block follows. Stuffing is left out; damaged slices and all headers are as they were.
[[nodiscard]] Bytes write_picture(const PictureUnit& unit, const PictureCodes& codes, Cut cut);

}  // namespace counterpoint::mpeg

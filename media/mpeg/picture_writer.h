// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a parsed picture again with each block cut at its breakpoint.
#pragma once

#include <cstdint>
#include <limits>

#include "core/base/bytes.h"
#include "media/mpeg/picture_codes.h"
#include "media/mpeg/picture_unit.h"

namespace counterpoint::mpeg {

/// Which steps stay: all that are steeper than `slope`, and of those in this bin the first that fit `bits_at_slope`.
struct Cut {
  std::uint32_t slope = 0;  ///< A SlopeBin; kSlopeBins: nothing but the floor stays.
  std::uint32_t bits_at_slope = std::numeric_limits<std::uint32_t>::max();

  /// Copies everything.
  [[nodiscard]] static Cut none() { return {}; }
};

/// The octets of `unit`, whose findings are `codes`, after `cut`. Bits are copied up to each breakpoint, then the end
/// of block follows. Stuffing is left out; damaged slices and all headers are as they were.
[[nodiscard]] Bytes write_picture(const PictureUnit& unit, const PictureCodes& codes, Cut cut);

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
// Writes macroblocks that parse_macroblocks() found, with whatever was changed in them.
#pragma once

#include <span>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/macroblocks.h"

namespace counterpoint::mpeg {

/// The bytes of `unit` with `picture`, made from it by parse_macroblocks(), in place of its slices.
///
/// 1. Allowed changes: levels and their places, the coded blocks of a non-intra macroblock, quantiser_scale_code, and
///    accordingly kMacroblockPattern and `skipped`, if legal. kMacroblockQuant need not be right: it is written where
///    the quantiser changes.
/// 2. Vectors, DC coefficients, headers and damaged slices are copied. Stuffing is left out.
/// 3. A slice that would become larger than it was is copied too.
[[nodiscard]] Bytes write_macroblocks(const PictureUnit& unit, const MacroblockPicture& picture);

/// `slice` of `picture` as write_macroblocks() writes it; nothing for a damaged one.
[[nodiscard]] Bytes write_slice(const PictureUnit& unit, const MacroblockPicture& picture,
                                const MacroblockSlice& slice);
/// The bytes of `unit` with `written` in place of its `slices`, as write_macroblocks() has them.
[[nodiscard]] Bytes join_slices(const PictureUnit& unit, std::span<const MacroblockSlice> slices,
                                std::span<const Bytes> written);

}  // namespace counterpoint::mpeg

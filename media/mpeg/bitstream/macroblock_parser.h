// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the slices of one picture down to vectors and levels, for those ways of shaping that have to know them.
// SliceParser, which only looks for places to cut, is several times as fast.
#pragma once

#include "media/mpeg/bitstream/macroblocks.h"

namespace counterpoint::mpeg {

/// 1. A slice that is broken in any way is marked as damaged and has no macroblocks; so are all slices of pictures
///    whose headers say that they are not understood.
/// 2. `room` is any older result, whose memory is used again.
[[nodiscard]] MacroblockPicture parse_macroblocks(const PictureUnit& unit, MacroblockPicture room = {});

}  // namespace counterpoint::mpeg

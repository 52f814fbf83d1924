// SPDX-License-Identifier: GPL-3.0-or-later
// The discrete cosine transform of 8x8 samples and its inverse (annex A of 13818-2), in floating point.
#pragma once

#include <array>

namespace counterpoint::mpeg {

/// In raster order, 8 v + u.
using Block8x8 = std::array<float, 64>;

void forward_dct(Block8x8& block);
void inverse_dct(Block8x8& block);

}  // namespace counterpoint::mpeg

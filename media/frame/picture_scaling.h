// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The largest size with the aspect of `size` that fits into `bound` without enlarging; a side that has to shrink
/// becomes even (at least 2), since codecs sample chroma by pairs. `size` itself, odd or not, when it fits already, and
/// when `bound` has no area.
[[nodiscard]] Resolution fit_size(Resolution size, Resolution bound);

/// The width with square pixels of `width` ones that are `aspect` times as wide as high; `width` itself for an aspect
/// that is not known (0), or beyond 4 or a quarter, which only broken headers have.
[[nodiscard]] double width_of_square_pixels(int width, double aspect);

/// `frame` scaled down to fit_size(frame->size(), bound). The very same frame when it fits already.
[[nodiscard]] std::shared_ptr<const FrameBuffer> scale_to_fit(std::shared_ptr<const FrameBuffer> picture,
                                                              Resolution bound);

/// `picture` as a screen of `size` shows it (bilinear), each side 1 to kMaxPictureSide. The very same frame when it has
/// that size.
[[nodiscard]] std::shared_ptr<const FrameBuffer> scale_to_fill(std::shared_ptr<const FrameBuffer> picture,
                                                               Resolution size);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/picture.h"

namespace counterpoint {

/// The largest size with the aspect of `size` that fits into `bound` without enlarging; a side that has to shrink
/// becomes even (at least 2), since codecs sample chroma by pairs. `size` itself, odd or not, when it fits already, and
/// when `bound` has no area.
[[nodiscard]] PictureSize fit_size(PictureSize size, PictureSize bound);

/// `picture` scaled down to fit_size(picture->size(), bound). The very same picture when it fits already.
[[nodiscard]] std::shared_ptr<const Picture> scale_to_fit(std::shared_ptr<const Picture> picture, PictureSize bound);

}  // namespace counterpoint

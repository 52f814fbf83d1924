// SPDX-License-Identifier: GPL-3.0-or-later
// Round numbers for the axes of time lines.
#pragma once

#include "core/base/time.h"

namespace counterpoint {

/// 1, 2, 3, 5 or 8 times a power of ten, at least `value` > 0.
[[nodiscard]] double round_top(double value);

/// Between two labels of the time axis, of which at most `most` > 0 fit on
/// `span`.
[[nodiscard]] Duration time_step(Duration span, int most);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/mode.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// The operating point at which a call in `mode` begins when `point` was asked for. A mode that chooses sizes by what
/// is seen begins with one that the rate is enough for, and so with a key frame that does not take long to send.
[[nodiscard]] OperatingPoint start_point(const ModeChoice& mode, OperatingPoint point);

}  // namespace counterpoint

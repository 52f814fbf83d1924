// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <limits>

namespace counterpoint {

/// True when this run judges how long things take and how well audio comes through. Such a run needs a
/// machine that does nothing else, so only `tests/run --timing` asks for it.
inline bool judges_timing() { return std::getenv("COUNTERPOINT_TIMING") != nullptr; }

/// The upper bound for a comparison: `limit` when times are judged, otherwise infinity.
inline double time_limit(double limit) { return judges_timing() ? limit : std::numeric_limits<double>::infinity(); }

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>

#include "core/base/time.h"

namespace counterpoint {

/// This host's clock (CLOCK_MONOTONIC, which std::chrono::steady_clock reads too): the one real source of Timestamps.
[[nodiscard]] Timestamp session_now();

/// The time since this host was started, while it slept too (CLOCK_BOOTTIME): for ages, where Timestamps stand still.
[[nodiscard]] Duration time_with_sleep();

/// The Timestamp of a kernel's wall-clock stamp (CLOCK_REALTIME), by way of both clocks now. A stamp from the future or
/// more than a second ago means that the wall clock was set meanwhile; then it is now.
[[nodiscard]] Timestamp from_wall_clock(const timespec& stamp);

}  // namespace counterpoint

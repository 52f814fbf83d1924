// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace counterpoint {

/// The time of day, in milliseconds since 1970 (UTC, without leap seconds). It is what two hosts have in common, as far
/// as their clocks are set; it may jump, so deadlines are Timestamps instead.
using UnixTime = std::chrono::sys_time<std::chrono::milliseconds>;

}  // namespace counterpoint

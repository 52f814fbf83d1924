// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// The kernel's estimate for a TCP connection; nothing for what is not one, or has none yet.
[[nodiscard]] std::optional<Duration> tcp_round_trip_time(int descriptor);

}  // namespace counterpoint

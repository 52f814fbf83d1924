// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/log/call_history.h"

namespace counterpoint {

/// A call as one HTML page that needs no other file: the plane, the time lines, percentiles, events and decisions to
/// the millisecond, and settings. Times count from the connection.
[[nodiscard]] std::string log_page(const CallHistory& history);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// Text with figures in it, for people.
#pragma once

#include <string>

namespace counterpoint {

/// Formats like printf(), with the same checks by the compiler; text beyond 511 bytes is cut off.
[[nodiscard, gnu::format(printf, 1, 2)]] std::string format_text(const char* pattern, ...);

}  // namespace counterpoint

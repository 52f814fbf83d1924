// SPDX-License-Identifier: GPL-3.0-or-later
// Text with figures in it, for people.
#pragma once

#include <string>

namespace counterpoint {

/// As printf() writes it, checked by the compiler as that is; at most 511 bytes, the rest is cut off.
[[nodiscard, gnu::format(printf, 1, 2)]] std::string format_text(const char* pattern, ...);

}  // namespace counterpoint

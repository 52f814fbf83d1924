// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace counterpoint {

/// Factor by which this build may be slower: sanitizers slow everything down.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr double kSlowness = 8;
#else
inline constexpr double kSlowness = 1;
#endif

}  // namespace counterpoint

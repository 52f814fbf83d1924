// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace counterpoint {

/// The name by which desktops know the program: of its desktop entry, its icon and its AppStream data.
inline constexpr auto kProgramId = "io.github.counterpoint_call.counterpoint";

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "app/lab/levels/level.h"

namespace counterpoint {

/// The table of levels.
[[nodiscard]] std::span<const Level> levels();
/// Null when there is no level of this name.
[[nodiscard]] const Level* find_level(std::string_view name);

}  // namespace counterpoint

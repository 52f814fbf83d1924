// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace counterpoint {

/// The one of `names` that `wrong` was probably meant to be: at most a third of its letters differ; nothing if there is
/// none.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

namespace counterpoint {

/// A parameter of a mode in plain words of the window's language; an unknown one by its own name.
[[nodiscard]] QString parameter_name(std::string_view name);

}  // namespace counterpoint

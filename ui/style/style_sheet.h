// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/style/theme.h"

namespace counterpoint {

/// The style sheet of the program in the colours of `theme`.
[[nodiscard]] QString style_sheet(const Theme& theme);

}  // namespace counterpoint

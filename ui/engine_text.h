// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

namespace counterpoint {

/// What the engine says to people, in the language of the window: causes of decisions, summaries of modes, notices,
/// errors and names of devices. The engine and its logs speak English, and of options; a window
/// says what can be done in it. Figures in them are written as the language has them. What is not known stays as it is.
[[nodiscard]] QString engine_text(std::string_view english);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace counterpoint {

/// What the engine says to people, in the language of the window: causes of decisions, summaries of modes, notices,
/// errors and names of devices. The engine and its logs speak English, and of options; a window
/// says what can be done in it. The program's own figures are written as the language has them. Names, addresses and
/// what is not known stay as they are.
[[nodiscard]] QString engine_text(std::string_view english);

/// Who the other side of a call is, as the engine and its logs name it: oneself and nobody in words, and all others by
/// their address.
[[nodiscard]] QString peer_text(const std::string& peer);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "core/base/message.h"

namespace counterpoint {

/// The message in the language of the window: its patterns are translated, and its figures are written as the language
/// has them. Names, addresses and texts without a translation stay as they are.
[[nodiscard]] QString engine_text(const Message& message);

/// The peer of a call, as the engine and its logs name it: oneself and nobody in words, and all others by their
/// address.
[[nodiscard]] QString peer_text(const std::string& peer);

}  // namespace counterpoint

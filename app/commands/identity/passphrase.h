// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"

namespace counterpoint {

/// In bytes. Shorter ones are guessed too soon; longer ones are a mistake.
inline constexpr std::size_t kMinPassphrase = 8;
inline constexpr std::size_t kMaxPassphrase = 1024;

/// The first line of `descriptor`, or without one what is typed at the terminal, which does not show it; `again` asks
/// twice. Errors: kInvalidArgument for a length that is not allowed or two that differ, kUnavailable when there is
/// nothing to read from.
[[nodiscard]] Result<std::string> read_passphrase(std::optional<int> descriptor, bool again);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// The last calls on disk: FOLDER/recent-calls.json, for its owner alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/contacts/recent_calls.h"

namespace counterpoint {

/// The version of the file that this program writes.
inline constexpr std::uint64_t kRecentCallsVersion = 1;

/// Reads the text of the file. Errors: kInvalidArgument with the place of the mistake, or that a later version wrote
/// it.
[[nodiscard]] Result<RecentCalls> read_recent_calls(std::string_view text);
[[nodiscard]] std::string recent_calls_text(const RecentCalls& recent);

/// The calls in `folder`; none when there is no file. Errors: kUnavailable, kMalformed; the file stays as it is.
[[nodiscard]] Result<RecentCalls> load_recent_calls(const std::filesystem::path& folder);

/// Reads, changes and writes the calls in `folder`; programs that do so at the same time take turns. The file is always
/// whole: a new one replaces it. One that is malformed is moved aside first, as recent-calls.json.broken.
/// Errors: kUnavailable.
[[nodiscard]] Result<void> change_recent_calls(const std::filesystem::path& folder,
                                               const std::function<void(RecentCalls&)>& change);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace counterpoint {

/// Where session logs go: $XDG_STATE_HOME/counterpoint/sessions, or ~/.local/state/counterpoint/sessions. Made when it
/// is not there. (Qt 6.4 has no QStandardPaths::StateLocation.)
[[nodiscard]] Result<std::filesystem::path> session_log_folder();

/// A new log's path in `folder`, named by the time in UTC and the process: "20261121-081337-4711.jsonl".
[[nodiscard]] std::filesystem::path new_session_log_path(const std::filesystem::path& folder);

/// The wall clock in UTC, ISO 8601: "2026-11-21T08:13:37Z".
[[nodiscard]] std::string wall_clock_iso8601();

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/unix_time.h"

namespace counterpoint {

/// The folder of session logs: `wanted` unless it is empty, else $XDG_STATE_HOME/counterpoint/sessions, or
/// ~/.local/state/counterpoint/sessions. It need not exist. Errors: kUnavailable when there is no such place. (Qt 6.4
/// has no QStandardPaths::StateLocation.)
[[nodiscard]] Result<std::filesystem::path> session_log_folder(const std::filesystem::path& wanted = {});

/// The session logs in `folder`, the newest first: names begin with the date and time, so that their order is that of
/// time, whatever was copied or touched since. None when the folder does not exist. Errors: kUnavailable, with the
/// system's reason.
[[nodiscard]] Result<std::vector<std::filesystem::path>> session_logs(const std::filesystem::path& folder);

/// The file for the log of a new session: `wanted` if there is one, else a new file in session_log_folder(folder),
/// named by the time in UTC and the process ("20261121-081337-4711.jsonl"); the folder is made when it does not exist.
/// Errors: kUnavailable, with the system's reason.
[[nodiscard]] Result<std::filesystem::path> session_log_path(const std::optional<std::filesystem::path>& wanted,
                                                             const std::filesystem::path& folder = {});

/// Deletes the session logs in `folder` that were last written more than `days` ago (> 0), and nothing else: files
/// that are named as session_log_path() does. Gives how many.
int remove_old_session_logs(const std::filesystem::path& folder, int days);

/// A new folder for runs of the laboratory: `name` and the time in UTC ("rfc8867-20261121-081337") in
/// $XDG_STATE_HOME/counterpoint/lab, or ~/.local/state/counterpoint/lab. Errors: kUnavailable, with the system's
/// reason.
[[nodiscard]] Result<std::filesystem::path> new_lab_folder(const std::string& name);

/// Checks that a file can be written at `path`, so that a call need not find out in the middle. An existing file stays
/// as it is, and none is left where there was none. Errors: kUnavailable, with the system's reason; `what` and `option`
/// are for people.
[[nodiscard]] Result<void> check_writable(const std::filesystem::path& path, const char* what, const char* option);

/// check_writable() of the files that a user named for a call's log and recording.
[[nodiscard]] Result<void> check_call_files(const std::optional<std::filesystem::path>& log,
                                            const std::optional<std::filesystem::path>& recording);

/// The wall clock in UTC, ISO 8601: "2026-11-21T08:13:37Z".
[[nodiscard]] std::string wall_clock_iso8601();
/// The same of `time`.
[[nodiscard]] std::string iso8601(UnixTime time);
/// `time` on the clock of this place, to the minute: "2026-11-21 09:13".
[[nodiscard]] std::string local_time_text(UnixTime time);

}  // namespace counterpoint

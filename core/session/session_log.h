// SPDX-License-Identifier: GPL-3.0-or-later
// The session log: JSON Lines, one typed record a line, written during every call. Writing and reading stand here
// together, so that what one writes the other reads. Files are the caller's.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/decision.h"
#include "core/model/session_stats.h"

namespace counterpoint {

/// Grows when a reader of the version before could misunderstand a log. Unknown fields and types are always skipped.
inline constexpr int kSessionLogVersion = 1;

/// The first line.
struct LogHeader {
  int version = kSessionLogVersion;
  std::string application;  ///< "counterpoint 0.1.0".
  std::string started;      ///< Wall clock, ISO 8601 in UTC; empty in virtual time.
  std::map<std::string, std::string> settings;
  bool operator==(const LogHeader&) const = default;
};
/// The call's state changed.
struct LogState {
  std::string state;
  std::string cause;
  bool operator==(const LogState&) const = default;
};
/// The operating point changed.
struct LogDecision {
  OperatingPoint from;
  OperatingPoint to;
  std::string cause;
  std::string evidence;
  bool operator==(const LogDecision&) const = default;
};
/// Something worth a line: "freeze", "key-frame-request", "warning".
struct LogEvent {
  std::string name;
  std::string detail;
  bool operator==(const LogEvent&) const = default;
};
/// One second of statistics; totals run from the start.
struct LogStats {
  SessionStats stats;
  bool operator==(const LogStats&) const = default;
};
/// The last line of a log that ended in order.
struct LogEnd {
  std::string cause;
  bool operator==(const LogEnd&) const = default;
};

/// One line: what, and when since the start of the session.
struct LogRecord {
  Duration time{};  ///< Stored in seconds to the microsecond.
  std::variant<LogHeader, LogState, LogDecision, LogEvent, LogStats, LogEnd> body;
  bool operator==(const LogRecord&) const = default;
};

/// One line, without the line feed. The same record gives the same bytes everywhere.
[[nodiscard]] std::string to_json_line(const LogRecord& record);

/// What to_json_line() wrote. kMalformed names what is wrong with the line.
[[nodiscard]] Result<LogRecord> parse_log_line(std::string_view line);

/// A log that was read back.
struct SessionLog {
  std::vector<LogRecord> records;
  /// Lines that had to be left out: the last of a log whose writer was killed, unknown types of a later program.
  std::size_t skipped_lines = 0;
};

/// Reads a whole log. Fails with the line's number when there is no header or its version is too new; a broken line
/// later on is skipped and counted, for half a log is better than none.
[[nodiscard]] Result<SessionLog> parse_session_log(std::string_view text);

}  // namespace counterpoint

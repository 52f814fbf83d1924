// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/log/session_log.h"

namespace counterpoint {

/// Reads a session log piece by piece, as it comes from a disk, and hands on each record.
///
/// 1. Lines of types that a later program may write are left out, and so is a last line that was cut off because its
///    writer was killed.
/// 2. A broken line is left out too, for half a log is better than none, but problem() tells of the first one, and how
/// many more there are.
/// 3. At most one line is kept, of at most kMaxLine bytes.
class SessionLogReader {
 public:
  static constexpr std::size_t kMaxLine = 1'000'000;

  explicit SessionLogReader(std::function<void(LogRecord&&)> sink) : sink_(std::move(sink)) {}

  /// The next bytes, cut anywhere. Fails with the line's number when the first line is no header or its version too
  /// new; nothing is to be fed after that.
  Result<void> feed(std::string_view bytes);
  /// Call it after the last byte. It fails when there was no line at all.
  Result<void> finish();

  /// Lines that were left out, for whatever reason.
  [[nodiscard]] std::size_t skipped_lines() const { return skipped_lines_; }
  /// "line 57 is broken: not valid JSON at column 12; 2 more lines are broken"; nothing when all is well.
  [[nodiscard]] std::optional<Message> problem() const;

 private:
  Result<void> take_line(std::string_view line);
  [[nodiscard]] Result<void> check_header(const Result<LogRecord>& record) const;
  void record_problem(const Message& what);

  std::function<void(LogRecord&&)> sink_;
  std::string unfinished_;
  bool too_long_ = false;  ///< The rest of the present line is thrown away.
  std::size_t lines_ = 0;
  std::size_t skipped_lines_ = 0;
  std::size_t broken_lines_ = 0;
  std::optional<Message> problem_;
};

}  // namespace counterpoint

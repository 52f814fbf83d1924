// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/session_log_reader.h"

#include <utility>

namespace counterpoint {
namespace {

Error bad_line(Message what) { return {ErrorKind::kMalformed, std::move(what)}; }

}  // namespace

Result<void> SessionLogReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (unfinished_.size() + part.size() > kMaxLine) {
      too_long_ = true;
      unfinished_.clear();
    }
    if (end == std::string_view::npos) {
      if (!too_long_) unfinished_ += part;
      return {};
    }
    bytes.remove_prefix(end + 1);
    Result<void> taken;
    if (unfinished_.empty()) {
      taken = take_line(too_long_ ? std::string_view() : part);
    } else {
      unfinished_ += part;
      taken = take_line(std::exchange(unfinished_, {}));
    }
    if (!taken) return taken;
  }
  return {};
}

Result<void> SessionLogReader::finish() {
  if (unfinished_.empty() && !too_long_) return lines_ == 0 ? bad_line(message("the log is empty")) : Result<void>();
  const std::string last = std::exchange(unfinished_, {});
  if (lines_ == 0 || (!too_long_ && parse_log_line(last))) return take_line(last);
  ++skipped_lines_;
  return {};
}

Result<void> SessionLogReader::take_line(std::string_view line) {
  ++lines_;
  Result<LogRecord> record =
      std::exchange(too_long_, false) ? bad_line(message("longer than %1 bytes", kMaxLine)) : parse_log_line(line);
  if (lines_ == 1) {
    if (Result<void> header = check_header(record); !header) return header;
  }
  if (record) {
    sink_(std::move(*record));
    return {};
  }
  ++skipped_lines_;
  if (record.error().kind == ErrorKind::kMalformed) record_problem(record.error().message);
  return {};
}

Result<void> SessionLogReader::check_header(const Result<LogRecord>& record) const {
  const Message no_header = message("line 1 is not the header of a session log");
  if (!record) return bad_line(message("%1: %2", no_header, record.error().message));
  const auto* header = std::get_if<LogHeader>(&record->body);
  if (header == nullptr) return bad_line(no_header);
  if (header->version >= 1 && header->version <= kSessionLogVersion) return {};
  return bad_line(
      message("line 1: the log has version %1, this program reads up to %2", header->version, kSessionLogVersion));
}

std::optional<Message> SessionLogReader::problem() const {
  if (broken_lines_ < 2) return problem_;
  if (broken_lines_ == 2) return message("%1; another line is broken", *problem_);
  return message("%1; %2 more lines are broken", *problem_, broken_lines_ - 1);
}

void SessionLogReader::record_problem(const Message& what) {
  if (broken_lines_++ == 0) problem_ = message("line %1 is broken: %2", lines_, what);
}

}  // namespace counterpoint

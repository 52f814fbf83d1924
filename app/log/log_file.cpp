// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log/log_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace counterpoint {
namespace {

/// A day of log is some 200 MB; a larger file is no log of this program.
constexpr std::uintmax_t kMaxLogSize = 1'000'000'000;
constexpr std::size_t kStep = 400'000;

struct OpenFile {
  std::ifstream stream;
  std::uintmax_t size;
};

Result<OpenFile> open_log(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) {
    return Error{ErrorKind::kInvalidArgument,
                 message("%1 is a folder; give the path of a session log in it", path.string())};
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return Error{ErrorKind::kInvalidArgument, message("%1 is no file; give the path of a session log", path.string())};
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  const std::uintmax_t size = stream ? std::filesystem::file_size(path, error) : 0;
  if (!stream || error) {
    return Error{ErrorKind::kUnavailable,
                 message("cannot read the session log %1: %2", path.string(), Message(std::strerror(errno)))};
  }
  if (size > kMaxLogSize) {
    return Error{ErrorKind::kMalformed, message("%1 is too large for a session log", path.string())};
  }
  return OpenFile{.stream = std::move(stream), .size = size};
}

Error in_file(const std::filesystem::path& path, const Error& error) {
  return {error.kind, message("%1: %2", path.string(), error.message)};
}

std::optional<Message> problem_of(const std::filesystem::path& path, const SessionLogReader& reader) {
  if (!reader.problem()) return {};
  return message("%1: %2", path.string(), *reader.problem());
}

std::string read_at(std::ifstream& stream, std::uintmax_t at, std::size_t max) {
  std::string text(max, '\0');
  stream.clear();
  stream.seekg(static_cast<std::streamoff>(at));
  stream.read(text.data(), static_cast<std::streamsize>(max));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, stream.gcount())));
  return text;
}

/// Gives `reader` the next piece of the log, of which `read` bytes were read before; true when that was the last one.
Result<bool> feed_next(std::ifstream& stream, std::uintmax_t& read, SessionLogReader& reader) {
  const std::string text = read_at(stream, read, kStep);
  read += text.size();
  // A call that goes on makes its log longer than it was when it was opened.
  const bool all = text.size() < kStep || read > kMaxLogSize;
  Result<void> taken = reader.feed(text);
  if (taken && all) taken = reader.finish();
  if (!taken) return taken.error();
  return all;
}

}  // namespace

LogFile::LogFile(std::filesystem::path path, std::ifstream file, std::uintmax_t size, bool without_addresses)
    : path_(std::move(path)),
      file_(std::move(file)),
      size_(size),
      reader_([this, without_addresses](LogRecord&& record) {
        history_.add(without_addresses ? remover_.clean(std::move(record)) : std::move(record));
      }) {}

Result<std::unique_ptr<LogFile>> LogFile::open(const std::filesystem::path& path, bool without_addresses) {
  Result<OpenFile> file = open_log(path);
  if (!file) return file.error();
  return std::unique_ptr<LogFile>(new LogFile(path, std::move(file->stream), file->size, without_addresses));
}

Result<bool> LogFile::step() {
  const Result<bool> all = feed_next(file_, read_, reader_);
  if (!all) return in_file(path_, all.error());
  return all;
}

double LogFile::progress() const {
  return size_ == 0 ? 1 : std::min(1.0, static_cast<double>(read_) / static_cast<double>(size_));
}

std::optional<Message> LogFile::problem() const { return problem_of(path_, reader_); }

Result<LogOutcome> read_log_file(const std::filesystem::path& path, std::function<void(LogRecord&&)> sink) {
  Result<OpenFile> file = open_log(path);
  if (!file) return file.error();
  SessionLogReader reader(std::move(sink));
  std::uintmax_t read = 0;
  for (;;) {
    const Result<bool> all = feed_next(file->stream, read, reader);
    if (!all) return in_file(path, all.error());
    if (*all) return LogOutcome{.skipped_lines = reader.skipped_lines(), .problem = problem_of(path, reader)};
  }
}

Result<LogSummary> summarise_log_file(const std::filesystem::path& path) {
  Result<OpenFile> file = open_log(path);
  if (!file) return file.error();
  const bool small = file->size <= kSummaryHead + kSummaryTail;
  const std::string head = read_at(file->stream, 0, small ? kSummaryHead + kSummaryTail : kSummaryHead);
  const std::string tail = small ? std::string() : read_at(file->stream, file->size - kSummaryTail, kSummaryTail);
  Result<LogSummary> summary = summarise_log(head, tail);
  if (!summary) return in_file(path, summary.error());
  return summary;
}

}  // namespace counterpoint

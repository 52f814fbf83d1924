// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/log/call_history.h"
#include "core/log/log_privacy.h"
#include "core/log/log_summary.h"
#include "core/log/session_log_reader.h"

namespace counterpoint {

/// A session log on disk that is read into a history step by step. Errors name the file, and the line if there is one.
class LogFile {
 public:
  /// With `without_addresses` the history has no names and addresses of peers, devices and files.
  [[nodiscard]] static Result<std::unique_ptr<LogFile>> open(const std::filesystem::path& path,
                                                             bool without_addresses = false);

  /// Reads on, some hundreds of kilobytes; true when all is read.
  [[nodiscard]] Result<bool> step();
  /// 0 to 1.
  [[nodiscard]] double progress() const;
  [[nodiscard]] const CallHistory& history() const { return history_; }
  [[nodiscard]] CallHistory take_history() { return std::move(history_); }
  /// "FILE: line 57 is broken: ..." for a log that could be read in spite of it.
  [[nodiscard]] std::optional<Message> problem() const;

 private:
  LogFile(std::filesystem::path path, std::ifstream file, std::uintmax_t size, bool without_addresses);

  std::filesystem::path path_;
  std::ifstream file_;
  std::uintmax_t size_;
  std::uintmax_t read_ = 0;
  CallHistory history_;
  AddressRemover remover_;
  SessionLogReader reader_;
};

/// The outcome of reading a log record by record.
struct LogOutcome {
  std::size_t skipped_lines = 0;   ///< Lines that were left out, for whatever reason.
  std::optional<Message> problem;  ///< LogFile::problem() says more.
};

/// Gives each record of the log to `sink`, in their order, and keeps none. Errors name the file.
[[nodiscard]] Result<LogOutcome> read_log_file(const std::filesystem::path& path,
                                               std::function<void(LogRecord&&)> sink);

/// Reads only the ends of a log.
[[nodiscard]] Result<LogSummary> summarise_log_file(const std::filesystem::path& path);

}  // namespace counterpoint

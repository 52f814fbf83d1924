// SPDX-License-Identifier: GPL-3.0-or-later
// All that the window knows of recorded calls and of files. The disk stands behind it in the program.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/log/call_history.h"
#include "core/log/log_summary.h"

namespace counterpoint {

/// A log that is being read, step by step, so that the window goes on meanwhile.
class LogReading {
 public:
  virtual ~LogReading() = default;
  /// Reads on for some milliseconds; true when all is read. After an error nothing is to be called any more.
  [[nodiscard]] virtual Result<bool> step() = 0;
  /// 0 to 1.
  [[nodiscard]] virtual double progress() const = 0;
  /// Once all is read.
  [[nodiscard]] virtual CallHistory take_history() = 0;
  /// What is broken in a log that could be read but for that.
  [[nodiscard]] virtual std::optional<std::string> problem() const = 0;
};

/// The recorded calls of this user. Errors are one sentence for a person, and name the file.
class LogArchive {
 public:
  virtual ~LogArchive() = default;
  /// The files of all logs, the newest first. An error when there may be some that cannot be found.
  [[nodiscard]] virtual Result<QStringList> list() = 0;
  /// Reads little of the file.
  [[nodiscard]] virtual Result<LogSummary> summary(const QString& file) = 0;
  /// Any file, of the list or not.
  [[nodiscard]] virtual Result<std::unique_ptr<LogReading>> open(const QString& file) = 0;
  /// An error for one whose call still goes on.
  virtual Result<void> remove(const QString& file) = 0;
  /// As the suffix of `target` says: .jsonl, .csv or .html. The target is there whole or not at all.
  virtual Result<void> export_to(const QString& file, const QString& target, bool without_addresses) = 0;
  /// `content` as the file `target`, whole or not at all.
  virtual Result<void> save(const QString& target, const QByteArray& content) = 0;
};

}  // namespace counterpoint

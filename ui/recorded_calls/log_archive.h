// SPDX-License-Identifier: GPL-3.0-or-later
// The window's interface to recorded calls and files. The program implements it with the disk.
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
  /// Reads on for some milliseconds; true when all is read. After an error, nothing is to be called any more.
  [[nodiscard]] virtual Result<bool> step() = 0;
  /// 0 to 1.
  [[nodiscard]] virtual double progress() const = 0;
  /// To be called once, when all is read.
  [[nodiscard]] virtual CallHistory take_history() = 0;
  /// The defect of a log that could be read in spite of it; nothing for a sound log.
  [[nodiscard]] virtual std::optional<Message> problem() const = 0;
};

/// Format and target of an exported call.
struct LogExport {
  QString target;  ///< Its suffix names the format: .jsonl, .csv, .html or .png.
  bool without_addresses = false;
  QByteArray plots;  ///< The content of a .png; empty for the other formats.
};

/// The recorded calls of this user. Errors are one sentence for a person, and name the file.
class LogArchive {
 public:
  virtual ~LogArchive() = default;
  /// The files of all logs, the newest first. An error when there may be some that cannot be found.
  [[nodiscard]] virtual Result<QStringList> list() = 0;
  /// Reads only a small part of the file.
  [[nodiscard]] virtual Result<LogSummary> summary(const QString& file) = 0;
  /// Opens any file, of the list or not.
  [[nodiscard]] virtual Result<std::unique_ptr<LogReading>> open(const QString& file) = 0;
  /// Deletes the file. A log whose call still goes on is an error.
  virtual Result<void> remove(const QString& file) = 0;
  /// Writes the target completely or not at all.
  virtual Result<void> export_to(const QString& file, const LogExport& wanted) = 0;
};

}  // namespace counterpoint

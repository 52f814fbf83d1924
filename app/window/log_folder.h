// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/recorded_calls/log_archive.h"

namespace counterpoint {

class SettingsModel;

/// The folder in which calls leave their logs.
class LogFolder final : public LogArchive {
 public:
  /// The folder is that of `settings`, which outlive this; null: the usual place.
  explicit LogFolder(const SettingsModel* settings = nullptr) : settings_(settings) {}
  [[nodiscard]] Result<QStringList> list() override;
  [[nodiscard]] Result<LogSummary> summary(const QString& file) override;
  [[nodiscard]] Result<std::unique_ptr<LogReading>> open(const QString& file) override;
  Result<void> remove(const QString& file) override;
  Result<void> export_to(const QString& file, const LogExport& wanted) override;

 private:
  const SettingsModel* settings_;
};

}  // namespace counterpoint

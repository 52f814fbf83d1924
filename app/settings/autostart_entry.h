// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace counterpoint {

/// The file by which a desktop starts the program when its user logs in (Desktop Application Autostart Specification).
class AutostartEntry {
 public:
  /// `command` is the program, by its path, and its arguments.
  AutostartEntry(std::filesystem::path file, std::vector<std::string> command);

  /// The file is there, and its user has not switched it off in the desktop's own settings.
  [[nodiscard]] bool is_on() const;
  /// Writes the file, or removes it. Errors: kUnavailable, with the system's reason.
  [[nodiscard]] Result<void> set(bool on) const;

 private:
  [[nodiscard]] Result<void> write() const;

  std::filesystem::path file_;
  std::vector<std::string> command_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "app/lab/report/results.h"
#include "core/base/result.h"

namespace counterpoint {

/// Results of a folder with runs.
struct FolderReport {
  std::vector<RunResult> results;     ///< At least one.
  std::vector<RunFolder> unfinished;  ///< Runs that were begun and left: not in the report.
};

/// Reads all run folders below `folder`, in order of experiment, level, mode and seed, judges them, and writes
/// results.json, results.csv and report.html there, replacing older ones.
///
/// Errors: kInvalidArgument (no such folder, or no finished run in it), kMalformed (a run that cannot be read, naming
/// file and line), kUnavailable (it cannot be written).
[[nodiscard]] Result<FolderReport> write_report(const std::filesystem::path& folder);

}  // namespace counterpoint

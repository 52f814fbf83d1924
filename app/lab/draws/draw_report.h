// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/lab/draws/draw_comparison.h"

namespace counterpoint {

/// A table for terminals, a line a mode: medians, with the worst decile after a slash.
[[nodiscard]] std::string comparison_table(const std::vector<ModeComparison>& rows);
/// One line for each draw that failed in a mode, with the command that repeats it.
[[nodiscard]] std::string failed_draws_text(const std::vector<DrawResult>& results);
/// "counterpoint-cli lab run random/17 --mode 2d"
[[nodiscard]] std::string repeat_command(const DrawResult& result);

/// Writes results.json, results.csv and report.html into `folder`. Errors: kUnavailable with the system's reason.
[[nodiscard]] Result<void> write_draw_report(const std::filesystem::path& folder,
                                             const std::vector<DrawResult>& results);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/lab/report/results.h"

namespace counterpoint {

/// Rows under a head, in columns as wide as they need; the first `left` columns begin at the left, others end at the
/// right.
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows, std::size_t left);

/// One line an experiment, level and mode, with means over the runs; of figures of flows, over those too.
[[nodiscard]] std::string results_table(const std::vector<RunResult>& results);

/// Lists each expectation that failed: metric, value, bounds, the logs' folder, the seed, and the command that repeats
/// that run. Empty when all held.
[[nodiscard]] std::string failures_text(const std::vector<RunResult>& results);

}  // namespace counterpoint

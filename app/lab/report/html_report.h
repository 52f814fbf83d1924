// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/lab/report/results.h"

namespace counterpoint {

/// One run's section of the page: its verdicts, plots and metrics. It is made while the run's packets are at hand.
[[nodiscard]] std::string html_of_run(const RunResult& result, const RunRecord& run);

/// The whole page, which needs no other file: a summary over all runs, then `sections`, one a result, in their
/// order.
[[nodiscard]] std::string html_report(const std::vector<RunResult>& results, const std::vector<std::string>& sections);

}  // namespace counterpoint

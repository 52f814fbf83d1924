// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "app/lab/report/results.h"

namespace counterpoint {

/// The runs of one experiment, level and mode, which differ in their seeds: one line of an overview.
struct SummaryRow {
  const RunHeader* run = nullptr;  ///< Of the first; lives as long as the results.
  std::size_t runs = 0;
  std::size_t held = 0;      ///< Expectations, in all runs.
  std::size_t expected = 0;  ///< The same.
  /// One value a run that has the metric; of a metric of flows the mean of all flows that have it.
  std::map<const Metric*, std::vector<double>> values;
};
[[nodiscard]] std::vector<SummaryRow> summary_rows(const std::vector<RunResult>& results);

/// What an overview shows, as far as one of `rows` has it.
[[nodiscard]] std::vector<const Metric*> summary_metrics(const std::vector<SummaryRow>& rows);

}  // namespace counterpoint

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
  const RunHeader* run = nullptr;  ///< Header of the first run; lives as long as the results.
  std::size_t runs = 0;
  std::size_t held = 0;      ///< Expectations that held, in all runs.
  std::size_t expected = 0;  ///< Expectations, in all runs.
  /// One value a run that has the metric; of a metric of flows the mean of all flows that have it.
  std::map<const Metric*, std::vector<double>> values;
};
[[nodiscard]] std::vector<SummaryRow> summary_rows(const std::vector<RunResult>& results);

/// The metrics of an overview that at least one of `rows` has.
[[nodiscard]] std::vector<const Metric*> summary_metrics(const std::vector<SummaryRow>& rows);

}  // namespace counterpoint

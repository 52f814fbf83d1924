// SPDX-License-Identifier: GPL-3.0-or-later
// Results of runs: their metrics, their verdicts, and means over seeds; as JSON and as CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/metrics/metrics.h"
#include "app/lab/record/run_record.h"

namespace counterpoint {

/// One figure of one run, over the whole of it.
struct MetricValue {
  const Metric* metric = nullptr;
  std::string flow;  ///< The flow's name; empty: the whole run.
  double value = 0;
};

/// One run, judged.
struct RunResult {
  RunFolder folder;
  RunHeader header;
  std::vector<MetricValue> values;  ///< The metrics that the run has.
  std::vector<Verdict> verdicts;

  [[nodiscard]] bool passed() const;
};

[[nodiscard]] RunResult evaluate(const RunFolder& folder, const RunRecord& run);

/// One metric over the runs that differ in their seeds alone.
struct Summary {
  std::string experiment;  ///< Its full name.
  std::string level;
  std::string mode;
  bool real_encoder = false;
  std::string camera;
  const Metric* metric = nullptr;
  std::string flow;
  std::size_t runs = 0;  ///< Number of runs that have the metric.
  double mean = 0;
  std::optional<double> standard_deviation;  ///< Over seeds (divided by n - 1); nothing for one run.
  double min = 0;
  double max = 0;
};
[[nodiscard]] std::vector<Summary> summarise(const std::vector<RunResult>& results);

/// One JSON object: "passed", "runs" (what was run, "folder", "again": the command, "metrics", "verdicts") and
/// "summary".
[[nodiscard]] std::string to_json(const std::vector<RunResult>& results);
/// A head, and a line for each metric and each verdict of each run; of a metric the bounds and "passed" are empty.
[[nodiscard]] std::string to_csv(const std::vector<RunResult>& results);

/// "tcp_ratio of media at most 1.5".
[[nodiscard]] std::string to_text(const Expectation& expectation);
/// Three significant digits, and no exponent for what people read: "0.0123", "12.3", "1230"; "-" for nothing.
[[nodiscard]] std::string figure(std::optional<double> value);

}  // namespace counterpoint

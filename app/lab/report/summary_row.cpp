// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/report/summary_row.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "app/lab/metrics/metrics_samples.h"

namespace counterpoint {
namespace {

constexpr std::array<std::string_view, 18> kShown = {
    "utilisation",    "usable_utilisation", "queueing_delay_p50", "queueing_delay_p95",
    "loss",           "convergence_time",   "rate_variation",     "frames_per_second",
    "freezes",        "frozen_share",       "frame_delay_p95",    "picture_quality",
    "speech_quality", "audio_loss",         "audio_delay",        "jain",
    "tcp_ratio",      "feedback_overhead"};

/// The run's value, or the mean of its flows' values.
std::optional<double> value_of(const RunResult& result, const Metric& metric) {
  std::vector<double> values;
  for (const MetricValue& value : result.values) {
    if (value.metric == &metric && value.flow.empty() == metric.is_of_run()) values.push_back(value.value);
  }
  return mean(values);
}

}  // namespace

std::vector<SummaryRow> summary_rows(const std::vector<RunResult>& results) {
  std::vector<SummaryRow> rows;
  std::map<std::tuple<std::string, std::string, std::string, bool, std::string>, std::size_t> known;
  for (const RunResult& result : results) {
    const RunHeader& run = result.header;
    const auto [entry, is_new] =
        known.insert({{run.experiment.full_name(), run.level, run.mode, run.real_encoder, run.camera}, rows.size()});
    if (is_new) rows.push_back({.run = &run});
    SummaryRow& row = rows[entry->second];
    ++row.runs;
    row.held += static_cast<std::size_t>(std::ranges::count_if(result.verdicts, &Verdict::passed));
    row.expected += result.verdicts.size();
    for (const std::string_view name : kShown) {
      const Metric* metric = find_metric(name);
      if (const std::optional<double> value = value_of(result, *metric)) row.values[metric].push_back(*value);
    }
  }
  return rows;
}

std::vector<const Metric*> summary_metrics(const std::vector<SummaryRow>& rows) {
  std::vector<const Metric*> shown;
  for (const std::string_view name : kShown) {
    const Metric* metric = find_metric(name);
    if (std::ranges::any_of(rows, [metric](const SummaryRow& row) { return row.values.contains(metric); })) {
      shown.push_back(metric);
    }
  }
  return shown;
}

}  // namespace counterpoint

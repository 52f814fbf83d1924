// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/report/text_report.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/report/repeat_command.h"
#include "app/lab/report/summary_row.h"

namespace counterpoint {
namespace {

/// The columns that fit a terminal: metric and head.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kColumns = {{
    {"utilisation", "utilised"},
    {"queueing_delay_p50", "queue p50"},
    {"queueing_delay_p95", "p95"},
    {"loss", "loss"},
    {"convergence_time", "converged"},
    {"frames_per_second", "frames/s"},
    {"picture_quality", "quality"},
    {"frame_delay_p95", "frame p95"},
    {"audio_loss", "audio loss"},
    {"jain", "jain"},
    {"tcp_ratio", "tcp ratio"},
}};

std::string with_unit(const Metric& metric, double value) {
  const bool in_head = metric.unit.empty() || metric.unit == "frames/s";
  return figure(value) + (in_head ? "" : " " + std::string(metric.unit));
}

std::string indent(const std::string& text) { return "  " + text + "\n"; }

}  // namespace

std::string text_table(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string room(widths[i] - row[i].size(), ' ');
      line += (i > 0 ? "  " : "") + (i < left ? row[i] + room : room + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string results_table(const std::vector<RunResult>& results) {
  const std::vector<SummaryRow> rows = summary_rows(results);
  const std::vector<const Metric*> known = summary_metrics(rows);
  std::vector<std::vector<std::string>> table{{"experiment", "level", "mode", "runs", "held"}};
  std::vector<const Metric*> columns;
  for (const auto& [name, head] : kColumns) {
    const Metric* metric = find_metric(name);
    if (std::ranges::find(known, metric) == known.end()) continue;
    columns.push_back(metric);
    table.front().emplace_back(head);
  }
  for (const SummaryRow& row : rows) {
    std::vector<std::string> cells{row.run->experiment.full_name(), row.run->level, row.run->mode,
                                   std::to_string(row.runs),
                                   std::to_string(row.held) + "/" + std::to_string(row.expected)};
    for (const Metric* metric : columns) {
      const auto values = row.values.find(metric);
      cells.push_back(values == row.values.end() ? "-" : with_unit(*metric, *mean(values->second)));
    }
    table.push_back(std::move(cells));
  }
  return text_table(table, 3);
}

std::string failures_text(const std::vector<RunResult>& results) {
  std::string text;
  for (const RunResult& result : results) {
    const RunHeader& run = result.header;
    for (const Verdict& verdict : result.verdicts) {
      if (verdict.passed) continue;
      const Metric* metric = find_metric(verdict.expectation.metric);
      const std::string value =
          !verdict.value || metric == nullptr ? "could not be told" : "is " + with_unit(*metric, *verdict.value);
      text += "FAILED " + run.experiment.full_name() + ", level " + run.level + ", mode " + run.mode + ", seed " +
              std::to_string(run.seed) + "\n";
      text += indent("expected: " + to_text(verdict.expectation) + ", from " +
                     figure(to_seconds(verdict.expectation.span.from)) + " to " +
                     figure(to_seconds(verdict.expectation.span.to)) + " s");
      text += indent("value:    " + value);
      text += indent("logs:     " + result.folder.path.string());
      text += indent("again:    " + repeat_command(result.folder, run));
    }
  }
  return text;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/report/results.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "app/lab/metrics/metrics_samples.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

/// A summary that is still being filled.
struct Group {
  Summary summary;
  std::vector<double> values;
};

Summary finish(Group group) {
  group.summary.runs = group.values.size();
  group.summary.mean = mean(group.values).value_or(0);
  group.summary.standard_deviation = sample_deviation(group.values);
  const auto [min, max] = std::ranges::minmax(group.values);
  group.summary.min = min;
  group.summary.max = max;
  return std::move(group.summary);
}

}  // namespace

bool RunResult::passed() const {
  return std::ranges::all_of(verdicts, [](const Verdict& verdict) { return verdict.passed; });
}

RunResult evaluate(const RunFolder& folder, const RunRecord& run) {
  RunResult result{.folder = folder, .header = run.header, .values = {}, .verdicts = judge(run)};
  const Experiment& experiment = run.header.experiment;
  const LabSpan whole{.from = {}, .to = experiment.duration};
  const auto add = [&](const Metric& metric, std::size_t flow, const std::string& name) {
    const std::optional<double> value = metric.compute(run, flow, whole);
    if (value) result.values.push_back({.metric = &metric, .flow = name, .value = *value});
  };
  for (const Metric& metric : metrics()) {
    if (metric.is_of_run()) add(metric, kWholeRun, {});
    for (std::size_t flow = 0; flow < experiment.flows.size(); ++flow) {
      if (metric.is_of(experiment.flows[flow])) add(metric, flow, experiment.flows[flow].name);
    }
  }
  return result;
}

std::vector<Summary> summarise(const std::vector<RunResult>& results) {
  std::vector<Group> groups;
  std::map<std::tuple<std::string, std::string, std::string, bool, std::string, const Metric*, std::string>,
           std::size_t>
      known;
  for (const RunResult& result : results) {
    const RunHeader& run = result.header;
    const std::string experiment = run.experiment.full_name();
    for (const MetricValue& value : result.values) {
      const auto [entry, is_new] = known.insert(
          {{experiment, run.level, run.mode, run.real_encoder, run.camera, value.metric, value.flow}, groups.size()});
      if (is_new) {
        groups.push_back({.summary = {.experiment = experiment,
                                      .level = run.level,
                                      .mode = run.mode,
                                      .real_encoder = run.real_encoder,
                                      .camera = run.camera,
                                      .metric = value.metric,
                                      .flow = value.flow},
                          .values = {}});
      }
      groups[entry->second].values.push_back(value.value);
    }
  }
  std::vector<Summary> summaries;
  summaries.reserve(groups.size());
  for (Group& group : groups) summaries.push_back(finish(std::move(group)));
  return summaries;
}

std::string to_text(const Expectation& expectation) {
  std::string text = expectation.metric;
  if (!expectation.flow.empty()) text += " of " + expectation.flow;
  if (expectation.at_least) text += " at least " + figure(expectation.at_least);
  if (expectation.at_least && expectation.at_most) text += " and";
  if (expectation.at_most) text += " at most " + figure(expectation.at_most);
  return text;
}

std::string figure(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return "-";
  constexpr int kSignificant = 3;
  const double size = std::abs(*value);
  const int magnitude = size > 0 ? static_cast<int>(std::floor(std::log10(size))) : 0;
  const int decimals = std::clamp(kSignificant - 1 - magnitude, 0, 6);
  std::string shortened = format_text("%.*f", decimals, *value);
  if (shortened.find('.') == std::string::npos) return shortened;
  shortened.erase(shortened.find_last_not_of('0') + 1);
  if (shortened.ends_with('.')) shortened.pop_back();
  return shortened == "-0" ? "0" : shortened;
}

}  // namespace counterpoint

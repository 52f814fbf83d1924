// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/files/csv_field.h"
#include "app/lab/report/repeat_command.h"
#include "app/lab/report/results.h"

namespace counterpoint {
namespace {

using Json = nlohmann::ordered_json;

Json to_value(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

Json to_value(const MetricValue& value) {
  return {{"metric", value.metric->name}, {"flow", value.flow}, {"unit", value.metric->unit}, {"value", value.value}};
}

Json to_value(const Verdict& verdict) {
  const Expectation& expectation = verdict.expectation;
  return {{"metric", expectation.metric},
          {"flow", expectation.flow},
          {"from_s", to_seconds(expectation.span.from)},
          {"to_s", to_seconds(expectation.span.to)},
          {"at_least", to_value(expectation.at_least)},
          {"at_most", to_value(expectation.at_most)},
          {"value", to_value(verdict.value)},
          {"passed", verdict.passed}};
}

Json to_value(const RunResult& result) {
  const RunHeader& run = result.header;
  Json json{{"experiment", run.experiment.full_name()},
            {"title", run.experiment.title},
            {"source", run.experiment.source},
            {"level", run.level},
            {"mode", run.mode},
            {"seed", run.seed},
            {"real_encoder", run.real_encoder},
            {"camera", run.camera},
            {"program", run.program},
            {"folder", result.folder.path.string()},
            {"again", repeat_command(result.folder, run)},
            {"passed", result.passed()},
            {"metrics", Json::array()},
            {"verdicts", Json::array()}};
  for (const MetricValue& value : result.values) json["metrics"].push_back(to_value(value));
  for (const Verdict& verdict : result.verdicts) json["verdicts"].push_back(to_value(verdict));
  return json;
}

Json to_value(const Summary& summary) {
  return {{"experiment", summary.experiment},
          {"level", summary.level},
          {"mode", summary.mode},
          {"real_encoder", summary.real_encoder},
          {"camera", summary.camera},
          {"metric", summary.metric->name},
          {"flow", summary.flow},
          {"unit", summary.metric->unit},
          {"runs", summary.runs},
          {"mean", summary.mean},
          {"standard_deviation", to_value(summary.standard_deviation)},
          {"least", summary.min},
          {"most", summary.max}};
}

/// The shortest text that reads back as the same number.
std::string csv_number(const std::optional<double>& number) { return number ? Json(*number).dump() : std::string(); }

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv_field(field);
  return line + "\n";
}

std::vector<std::string> csv_run(const RunHeader& run) {
  return {run.experiment.full_name(), run.level, run.mode, std::to_string(run.seed)};
}

std::string csv_line(const RunHeader& run, const MetricValue& value) {
  std::vector<std::string> fields = csv_run(run);
  const auto duration = csv_number(to_seconds(run.experiment.duration));
  fields.insert(fields.end(), {value.flow, std::string(value.metric->name), std::string(value.metric->unit), "0",
                               duration, csv_number(value.value), "", "", ""});
  return csv_line(fields);
}

std::string csv_line(const RunHeader& run, const Verdict& verdict) {
  const Expectation& expectation = verdict.expectation;
  const Metric* metric = find_metric(expectation.metric);
  std::vector<std::string> fields = csv_run(run);
  fields.insert(fields.end(),
                {expectation.flow, expectation.metric, std::string(metric != nullptr ? metric->unit : ""),
                 csv_number(to_seconds(expectation.span.from)), csv_number(to_seconds(expectation.span.to)),
                 csv_number(verdict.value), csv_number(expectation.at_least), csv_number(expectation.at_most),
                 verdict.passed ? "yes" : "no"});
  return csv_line(fields);
}

}  // namespace

std::string to_json(const std::vector<RunResult>& results) {
  Json json{{"passed", std::ranges::all_of(results, &RunResult::passed)},
            {"runs", Json::array()},
            {"summary", Json::array()}};
  for (const RunResult& result : results) json["runs"].push_back(to_value(result));
  for (const Summary& summary : summarise(results)) json["summary"].push_back(to_value(summary));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_csv(const std::vector<RunResult>& results) {
  std::string text = "experiment,level,mode,seed,flow,metric,unit,from_s,to_s,value,at_least,at_most,passed\n";
  for (const RunResult& result : results) {
    for (const MetricValue& value : result.values) text += csv_line(result.header, value);
    for (const Verdict& verdict : result.verdicts) text += csv_line(result.header, verdict);
  }
  return text;
}

}  // namespace counterpoint

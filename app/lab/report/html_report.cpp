// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/report/html_report.h"

#include <algorithm>
#include <set>

#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/report/repeat_command.h"
#include "app/lab/report/run_plots.h"
#include "app/lab/report/summary_row.h"
#include "app/plot/html_page.h"
#include "app/plot/svg_plot.h"

namespace counterpoint {
namespace {

std::string element(std::string_view tag, const std::string& content, std::string_view classes = {}) {
  const std::string name(tag);
  const std::string attribute = classes.empty() ? "" : " class=\"" + std::string(classes) + "\"";
  return "<" + name + attribute + ">" + content + "</" + name + ">";
}

std::string metric_head(const Metric& metric) {
  std::string name = escape_html(metric.name);
  std::ranges::replace(name, '_', ' ');
  const std::string unit = metric.unit.empty() ? "" : " <small>" + escape_html(metric.unit) + "</small>";
  return "<span title=\"" + escape_html(metric.description) + "\">" + name + "</span>" + unit;
}

std::string verdict_mark(std::size_t passed, std::size_t all) {
  if (all == 0) return element("span", "nothing expected", "soft");
  const std::string count = std::to_string(passed) + " of " + std::to_string(all);
  return passed == all ? element("span", "&#10003; " + count, "good") : element("span", "&#10007; " + count, "bad");
}

std::size_t passed_verdicts(const RunResult& result) {
  return static_cast<std::size_t>(std::ranges::count_if(result.verdicts, &Verdict::passed));
}

std::string bounds_of(const Expectation& expectation) {
  std::string bounds;
  if (expectation.at_least) bounds += "&ge; " + figure(expectation.at_least) + " ";
  if (expectation.at_most) bounds += "&le; " + figure(expectation.at_most);
  return bounds;
}

std::string verdict_table(const RunResult& result) {
  if (result.verdicts.empty()) return {};
  std::string rows;
  for (const Verdict& verdict : result.verdicts) {
    const Expectation& expectation = verdict.expectation;
    const Metric* metric = find_metric(expectation.metric);
    const std::string of = expectation.flow.empty() ? "the run" : escape_html(expectation.flow);
    rows += element(
        "tr", element("td", metric != nullptr ? metric_head(*metric) : escape_html(expectation.metric)) +
                  element("td", of, "left") +
                  element("td", figure(to_seconds(expectation.span.from)) + "&ndash;" +
                                    figure(to_seconds(expectation.span.to)) + " s") +
                  element("td", bounds_of(expectation)) + element("td", figure(verdict.value)) +
                  element("td", verdict.passed ? "&#10003; held" : "&#10007; failed", verdict.passed ? "good" : "bad"));
  }
  const std::string head =
      "<tr><th>expected</th><th class=\"left\">of</th><th>from, to</th><th>bounds</th><th>value</th><th></th></tr>";
  return element("div", "<table><thead>" + head + "</thead><tbody>" + rows + "</tbody></table>", "scroll");
}

/// The mean of a metric over the group's flows; the run's value for an empty group.
std::optional<double> group_value(const RunResult& result, const Metric& metric, const std::set<std::string>& flows) {
  std::vector<double> values;
  for (const MetricValue& value : result.values) {
    const bool belongs = flows.empty() ? value.flow.empty() : flows.contains(value.flow);
    if (value.metric == &metric && belongs) values.push_back(value.value);
  }
  return mean(values);
}

std::string metric_table(const RunResult& result) {
  const std::vector<FlowGroup> groups = flow_groups(result.header);
  std::vector<std::set<std::string>> columns{{}};
  std::string head = "<th>metric</th><th>run</th>";
  for (const FlowGroup& group : groups) {
    columns.emplace_back();
    for (const std::size_t flow : group.flows) columns.back().insert(result.header.experiment.flows[flow].name);
    head += element("th", escape_html(group.name));
  }
  std::string rows;
  for (const Metric& metric : metrics()) {
    std::string cells;
    bool any = false;
    for (const std::set<std::string>& flows : columns) {
      const std::optional<double> value = group_value(result, metric, flows);
      any = any || value;
      cells += element("td", value ? figure(value) : "");
    }
    if (any) rows += element("tr", element("td", metric_head(metric)) + cells);
  }
  return element("div", "<table><thead>" + element("tr", head) + "</thead><tbody>" + rows + "</tbody></table>",
                 "scroll");
}

std::string html_of(const RunPlot& plot) {
  std::string keys;
  for (const RunPlot::Key& key : plot.keys) {
    const std::string swatch = "<svg viewBox=\"0 0 26 10\" aria-hidden=\"true\"><path class=\"line " + key.classes +
                               "\" d=\"M0 5H26\"/></svg>";
    keys += element("span", swatch + escape_html(key.name));
  }
  return element("figure", element("figcaption", escape_html(plot.title)) + element("div", keys, "keys") + plot.svg);
}

std::string title_of_run(const RunHeader& run) {
  return "mode <b>" + escape_html(run.mode) + "</b>, level <b>" + escape_html(run.level) + "</b>, seed <b>" +
         std::to_string(run.seed) + "</b>" + (run.real_encoder ? ", real encoder" : "") +
         (run.camera.empty() ? "" : " of " + escape_html(run.camera));
}

std::string mean_and_spread(const std::vector<double>& values) {
  return figure(mean(values)) + " <small>&plusmn; " + figure(sample_deviation(values)) + "</small>";
}

std::string summary_table(const std::vector<RunResult>& results) {
  const std::vector<SummaryRow> rows = summary_rows(results);
  const std::vector<const Metric*> columns = summary_metrics(rows);
  std::string head =
      "<th>experiment</th><th class=\"left\">level</th><th class=\"left\">mode</th><th>runs</th>"
      "<th class=\"left\">expected</th>";
  for (const Metric* metric : columns) head += element("th", metric_head(*metric));
  std::string body;
  for (const SummaryRow& row : rows) {
    std::string cells = element("td", escape_html(row.run->experiment.full_name())) +
                        element("td", escape_html(row.run->level), "left") +
                        element("td", escape_html(row.run->mode), "left") + element("td", std::to_string(row.runs)) +
                        element("td", verdict_mark(row.held, row.expected), "left");
    for (const Metric* metric : columns) {
      const auto values = row.values.find(metric);
      cells += element("td", values == row.values.end() ? "" : mean_and_spread(values->second));
    }
    body += element("tr", cells);
  }
  return element(
      "div", "<table class=\"overview\"><thead>" + element("tr", head) + "</thead><tbody>" + body + "</tbody></table>",
      "scroll");
}

}  // namespace

std::string html_of_run(const RunResult& result, const RunRecord& run) {
  std::string plots;
  for (const RunPlot& plot : run_plots(run)) plots += html_of(plot);
  const std::string mark = verdict_mark(passed_verdicts(result), result.verdicts.size());
  return element("summary", title_of_run(result.header) + " &ensp; " + mark) + "<div class=\"run\">" +
         verdict_table(result) + "<h3>Over time</h3>" + element("div", plots, "plots") + "<h3>Metrics</h3>" +
         metric_table(result) +
         element("p", "Logs: <code>" + escape_html(result.folder.path.string()) + "</code>", "soft") +
         element("p", "Again: <code>" + escape_html(repeat_command(result.folder, result.header)) + "</code>", "soft") +
         "</div>\n";
}

std::string html_report(const std::vector<RunResult>& results, const std::vector<std::string>& sections) {
  const auto failed = std::ranges::count_if(results, [](const RunResult& result) { return !result.passed(); });
  std::string body = "<h1>Counterpoint: laboratory report</h1>";
  const std::string count = std::to_string(results.size()) + (results.size() == 1 ? " run" : " runs");
  const std::string outcome = failed == 0
                                  ? element("span", "all expectations held", "good")
                                  : element("span", std::to_string(failed) + " with a failed expectation", "bad");
  body +=
      element("p", count + ", " + outcome + ". " +
                       element("span",
                               "Means over runs &plusmn; standard deviation; of "
                               "figures of flows, the mean of all of them. Point at a figure's name for what it means.",
                               "soft"));
  body += summary_table(results);
  constexpr std::size_t kOpenAtOnce = 3;
  std::string experiment;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Experiment& of = results[i].header.experiment;
    if (of.full_name() != experiment) {
      experiment = of.full_name();
      body += element("h2", escape_html(experiment));
      body +=
          element("p", escape_html(of.title) + (of.source.empty() ? "" : " (" + escape_html(of.source) + ")"), "soft");
    }
    const bool open = results.size() <= kOpenAtOnce || !results[i].passed();
    body += std::string(open ? "<details open>" : "<details>") + sections[i] + "</details>";
  }
  return html_page("Counterpoint: laboratory report", body);
}

}  // namespace counterpoint

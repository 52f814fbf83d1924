// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/experiment/nearest_name.h"
#include "app/lab/report/html_report.h"
#include "app/lab/report/repeat_command.h"
#include "app/lab/report/report_folder.h"
#include "app/lab/report/text_report.h"
#include "app/plot/svg_plot.h"
#include "tests/support/test_folder.h"
#include "tests/unit/lab/run_builder.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// 500 of 1000 kbit/s from one media flow, in mode tcp, which needs no session logs.
RunRecord make_run(std::uint64_t seed, std::int64_t packets_per_second = 50) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 10s}, packets_per_second);
  builder.expect({.metric = "utilisation", .at_least = 45});
  RunRecord run = builder.run();
  run.header.mode = "tcp";
  run.header.seed = seed;
  run.header.program = "counterpoint 1.2.3";
  run.header.experiment.title = "By hand";
  return run;
}

RunResult result_of(const RunRecord& run) { return evaluate({"/runs/" + std::to_string(run.header.seed)}, run); }

std::vector<nlohmann::json> find_all(const nlohmann::json& list, const std::string& metric, const std::string& flow) {
  std::vector<nlohmann::json> found;
  for (const nlohmann::json& one : list) {
    if (one["metric"] == metric && one["flow"] == flow) found.push_back(one);
  }
  return found;
}

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class ReportFolder : public testing::Test {
 protected:
  void keep(const RunRecord& run, const std::string& name) const {
    ASSERT_TRUE(begin_run({folder_ / name}, run.header));
    ASSERT_TRUE(write_packets({folder_ / name}, run.packets));
  }
  TestFolder made_;
  const fs::path& folder_ = made_.path();
};

TEST(Results, HaveTheMetricsOfTheRunAndOfItsFlows) {
  const nlohmann::json json = nlohmann::json::parse(to_json({result_of(make_run(7))}));
  EXPECT_TRUE(json["passed"]);
  const nlohmann::json& run = json["runs"][0];
  EXPECT_EQ(run["experiment"], "by-hand");
  EXPECT_EQ(run["seed"], 7);
  EXPECT_EQ(run["mode"], "tcp");
  EXPECT_EQ(run["folder"], "/runs/7");
  ASSERT_EQ(find_all(run["metrics"], "utilisation", "").size(), 1U);
  EXPECT_EQ(find_all(run["metrics"], "utilisation", "")[0]["value"], 50);
  EXPECT_EQ(find_all(run["metrics"], "utilisation", "")[0]["unit"], "%");
  ASSERT_EQ(find_all(run["metrics"], "throughput", "media").size(), 1U);
  EXPECT_EQ(find_all(run["metrics"], "throughput", "media")[0]["value"], 500);
  EXPECT_TRUE(find_all(run["metrics"], "frames_per_second", "media").empty()) << "there is no log of it";
  EXPECT_EQ(run["verdicts"][0]["at_least"], 45);
  EXPECT_TRUE(run["verdicts"][0]["at_most"].is_null());
  EXPECT_TRUE(run["verdicts"][0]["passed"]);
}

TEST(Results, AreSummarisedOverSeedsAlone) {
  std::vector<RunResult> results{result_of(make_run(1, 40)), result_of(make_run(2, 60))};
  RunRecord other = make_run(1, 90);
  other.header.mode = "fixed";
  results.push_back(result_of(other));
  const nlohmann::json json = nlohmann::json::parse(to_json(results));
  EXPECT_FALSE(json["passed"]) << "40 % is less than 45 %";
  const std::vector<nlohmann::json> found = find_all(json["summary"], "utilisation", "");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0]["runs"], 2);
  EXPECT_EQ(found[0]["mean"], 50);
  EXPECT_DOUBLE_EQ(found[0]["standard_deviation"], std::sqrt(200.0));  // 10^2 + 10^2, divided by one
  EXPECT_EQ(found[0]["least"], 40);
  EXPECT_EQ(found[0]["most"], 60);
  EXPECT_EQ(found[1]["mode"], "fixed");
  EXPECT_EQ(found[1]["mean"], 90);
  EXPECT_TRUE(found[1]["standard_deviation"].is_null()) << "one run says nothing of others";
  const std::string page = html_report(results, {"", "", ""});
  EXPECT_THAT(page, HasSubstr("50 <small>&plusmn; 14.1</small>"));
  EXPECT_THAT(page, HasSubstr("90 <small>&plusmn; -</small>"));
}

TEST(Results, AsCsvHaveOneLineAMetricAndOneAVerdict) {
  const std::string csv = to_csv({result_of(make_run(7, 40))});
  EXPECT_THAT(csv, testing::StartsWith(
                       "experiment,level,mode,seed,flow,metric,unit,from_s,to_s,value,at_least,at_most,passed\n"));
  EXPECT_THAT(csv, HasSubstr("\nby-hand,sim,tcp,7,,utilisation,%,0,10.0,40.0,,,\n"));
  EXPECT_THAT(csv, HasSubstr("\nby-hand,sim,tcp,7,media,throughput,kbit/s,0,10.0,400.0,,,\n"));
  EXPECT_THAT(csv, HasSubstr("\nby-hand,sim,tcp,7,,utilisation,%,0.0,10.0,40.0,45.0,,no\n"));
}

TEST(Figure, HasThreeDigitsAndNoExponent) {
  EXPECT_EQ(figure(0.0), "0");
  EXPECT_EQ(figure(12.345), "12.3");
  EXPECT_EQ(figure(0.012345), "0.0123");
  EXPECT_EQ(figure(1234567.8), "1234568");
  EXPECT_EQ(figure(99.96), "100");
  EXPECT_EQ(figure(-1.5), "-1.5");
  EXPECT_EQ(figure(-0.00000001), "0");
  EXPECT_EQ(figure(std::nullopt), "-");
}

TEST(Failures, NameMetricValueBoundsLogsSeedAndTheCommandThatRepeatsTheRun) {
  const std::string text = failures_text({result_of(make_run(1, 50)), result_of(make_run(23, 40))});
  EXPECT_THAT(text, HasSubstr("FAILED by-hand, level sim, mode tcp, seed 23"));
  EXPECT_THAT(text, HasSubstr("utilisation at least 45, from 0 to 10 s"));
  EXPECT_THAT(text, HasSubstr("is 40 %"));
  EXPECT_THAT(text, HasSubstr("/runs/23\n"));
  EXPECT_THAT(text, HasSubstr("counterpoint-cli lab run /runs/23/experiment.json --mode tcp --seed 23 --level sim\n"));
  EXPECT_THAT(text, Not(HasSubstr("seed 1\n")));
}

TEST(RepeatCommand, NamesBuiltInExperimentsAndQuotesPaths) {
  const Result<std::vector<Experiment>> known = find_experiments("rfc8867-5.6");
  ASSERT_TRUE(known);
  const RunHeader run{
      .experiment = known->front(), .mode = "fixed", .level = "kernel", .seed = 3, .real_encoder = true};
  EXPECT_EQ(repeat_command({"/x"}, run), "counterpoint-cli lab run " + known->front().full_name() +
                                             " --mode fixed --seed 3 --level kernel --real-encoder");
  RunHeader film = run;
  film.camera = "/a film.mkv";
  EXPECT_THAT(repeat_command({"/x"}, film), testing::EndsWith(" --real-encoder --camera '/a film.mkv'"));
  EXPECT_THAT(repeat_command({"/my runs"}, make_run(1).header), HasSubstr("lab run '/my runs/experiment.json' --mode"));
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST(NearestName, ForgivesSlipsAndNoMore) {
  EXPECT_EQ(nearest_name("utilization", {"loss", "utilisation"}), "utilisation");
  EXPECT_EQ(nearest_name("rnu", {"list", "run"}), std::nullopt);
  EXPECT_EQ(nearest_name("reprt", {"list", "report"}), "report");
  EXPECT_EQ(nearest_name("anything", {}), std::nullopt);
  EXPECT_EQ(nearest_name("", {"run"}), std::nullopt);
}

TEST(ResultsTable, HasOneLineAnExperimentAndMode) {
  const std::string table = results_table({result_of(make_run(1, 40)), result_of(make_run(2, 60))});
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 2);
  EXPECT_THAT(table, HasSubstr("by-hand"));
  EXPECT_THAT(table, HasSubstr("1/2"));
  EXPECT_THAT(table, HasSubstr("50 %"));
}

TEST(PlotAxis, HasRoundTicksThatCoverEverything) {
  for (const double most : {0.0004, 0.7, 1.0, 9.99, 10.0, 30.0, 2500.0, 123456.0, 7e9}) {
    const PlotAxis axis = PlotAxis::from_zero(most, "x");
    EXPECT_GE(axis.to, most * (1 - 1e-9));
    EXPECT_LE(axis.to, most * 1.5);
    EXPECT_GE(axis.ticks.size(), 4U) << most;
    EXPECT_LE(axis.ticks.size(), 9U) << most;
    EXPECT_NEAR(axis.ticks.back().at, axis.to, 1e-9 * axis.to);
  }
  EXPECT_EQ(PlotAxis::from_zero(2500, "").ticks[1].label, "500");
  EXPECT_EQ(PlotAxis::from_zero(1, "").ticks[1].label, "0.2");
  EXPECT_EQ(PlotAxis::from_zero(0, "").to, 1);
  const PlotAxis time = PlotAxis::of_time(100s);
  EXPECT_EQ(time.to, 100);
  EXPECT_EQ(time.ticks[2].label, "40");
  EXPECT_EQ(PlotAxis::of_time(300s).ticks[1].label, "60");
}

TEST(SvgPlot, InterruptsLinesWhereThereIsNoNumberAndStaysWithinItsFrame) {
  SvgPlot plot(PlotAxis::of_time(10s), PlotAxis::from_zero(10, "<ms>"));
  const double missing = std::numeric_limits<double>::quiet_NaN();
  plot.add_line({{.x = 0, .y = 0}, {.x = 1, .y = missing}, {.x = 2, .y = 10}, {.x = 20, .y = 1e9}}, "c0");
  const std::string svg = plot.svg("what it \"shows\"");
  EXPECT_THAT(svg, HasSubstr("d=\"M52 206M159.6 22L590 22\""));
  EXPECT_THAT(svg, HasSubstr("&lt;ms&gt;"));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"what it &quot;shows&quot;\""));
}

TEST(HtmlReport, NeedsNothingFromElsewhereAndEscapesWhatItIsGiven) {
  RunRecord run = make_run(1);
  run.header.experiment.title = "<script>alert('1')</script> & \"more\"";
  run.header.experiment.source = "<b>";
  const RunResult result = evaluate({"/runs/<i>"}, run);
  const std::string page = html_report({result}, {html_of_run(result, run)});
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;more&quot;"));
  for (const char* banned : {"<script", "<i>", "<link", "<img", "http:", "https:", "@import", "url(", " src="}) {
    EXPECT_THAT(page, Not(HasSubstr(banned)));
  }
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  for (const char* title : {"Capacity, and rate", "Queueing delay", "Packets dropped or lost", "Media in the plane"}) {
    EXPECT_THAT(page, HasSubstr(title));
  }
  EXPECT_THAT(page, Not(HasSubstr("Frames shown a second"))) << "there is no log of it";
  EXPECT_THAT(page, Not(HasSubstr("nan")));
}

TEST(HtmlReport, ShowsManyFlowsByKind) {
  RunBuilder builder(10s);
  for (int i = 1; i <= 50; ++i) builder.add_flow("m-" + std::to_string(i), MediaLoad{});
  for (int i = 1; i <= 50; ++i) builder.add_flow("t-" + std::to_string(i), TcpLoad{});
  builder.send(3, {0s, 10s}, 50).send(70, {0s, 10s}, 50);
  const RunResult result = evaluate({"/runs"}, builder.run());
  const std::string section = html_of_run(result, builder.run());
  EXPECT_THAT(section, HasSubstr("media (50)"));
  EXPECT_THAT(section, HasSubstr("tcp (50)"));
  EXPECT_THAT(section, Not(HasSubstr("m-17")));
}

TEST_F(ReportFolder, IsMadeOfAllFinishedRunsBelowIt) {
  keep(make_run(2), "deep/two");
  keep(make_run(1), "one");
  ASSERT_TRUE(begin_run({folder_ / "left"}, make_run(3).header));
  const Result<FolderReport> report = write_report(folder_);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->results.size(), 2U);
  EXPECT_EQ(report->results[0].header.seed, 1U);
  EXPECT_EQ(report->results[1].header.seed, 2U);
  ASSERT_EQ(report->unfinished.size(), 1U);
  EXPECT_EQ(report->unfinished[0].path, folder_ / "left");
  EXPECT_EQ(read(folder_ / "results.json"), to_json(report->results));
  EXPECT_EQ(read(folder_ / "results.csv"), to_csv(report->results));
  EXPECT_THAT(read(folder_ / "report.html"), HasSubstr("2 runs"));
  const std::string before = read(folder_ / "report.html");
  ASSERT_TRUE(write_report(folder_));
  EXPECT_EQ(read(folder_ / "report.html"), before) << "the same runs give the same page";
}

TEST_F(ReportFolder, NamesAbsoluteFoldersForARelativeOne) {
  keep(make_run(1), "one");
  const Result<FolderReport> report = write_report(fs::relative(folder_));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->results[0].folder.path, fs::canonical(folder_) / "one");
}

TEST_F(ReportFolder, SaysWhatIsWrongWithIt) {
  EXPECT_THAT(write_report(folder_ / "none").error().message.text(), HasSubstr("none"));
  EXPECT_EQ(write_report(folder_).error().kind, ErrorKind::kInvalidArgument);
  keep(make_run(1), "one");
  std::ofstream(folder_ / "one/packets.csv", std::ios::app) << "half a li";
  const Result<FolderReport> broken = write_report(folder_);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().kind, ErrorKind::kMalformed);
  EXPECT_THAT(broken.error().message.text(), HasSubstr("packets.csv:502"));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// The same experiment in virtual time and with real processes and Linux's TCP: what is measured must agree.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/levels.h"
#include "app/lab/levels/kernel/kernel_level.h"
#include "app/lab/levels/sim/sim_level.h"
#include "app/lab/metrics/metrics.h"
#include "tests/emulation/emulation_test.h"
#include "tests/emulation/temporary_folder.h"

namespace counterpoint {
namespace {

constexpr double kMaxUtilisationDifference = 5;  // Percent.
constexpr double kMaxDelayDifference = 10;       // Milliseconds.
constexpr double kMaxRatioOfCalls = 2;           // However busy the machine is: both are slowed down.

struct AgreementCase {
  std::string name;
  std::string links;  ///< In the form of an experiment's file.
  std::string flows;
  /// False where milliseconds decide which of many transfers meet in the queue: the delays of single runs differ.
  bool same_delays = true;
  /// Its calls send at one rate, so each has to have as much as the others.
  bool alike = false;
};

Result<RunRecord> run_at(const Level& level, const Experiment& experiment, const std::filesystem::path& folder) {
  RunRequest request;
  request.header = {.experiment = experiment,
                    .mode = "fixed",
                    .level = std::string(level.name),
                    .seed = 1,
                    .real_encoder = false,
                    .program = "emulation_level_agreement"};
  request.folder.path = folder / level.name;
  if (Result<void> ran = level.run(request); !ran) return ran.error();
  return read_run(request.folder);
}

std::optional<double> value_of(const RunRecord& run, const char* metric, const LabSpan& span) {
  const Metric* found = find_metric(metric);
  return found == nullptr ? std::nullopt : found->compute(run, 0, span);
}

Result<CaseResult> run(const AgreementCase& one, const EmulationOptions& options) {
  const double seconds = to_seconds(options.duration);
  const std::string file = R"({"name": "agreement", "title": "levels agree", "source": "none", "duration": ")" +
                           figure(seconds, 3) + R"(s", "links": [)" + one.links + R"(], "flows": [)" + one.flows + "]}";
  const Result<std::vector<Experiment>> experiments = parse_experiment(file, {});
  if (!experiments) return experiments.error();
  const Experiment& experiment = experiments->front();
  const TemporaryFolder folder;
  const LabSpan span{.from = std::min<Duration>(5s, options.duration / 4), .to = experiment.duration};
  CaseResult result;
  std::vector<std::vector<double>> values;
  for (const char* name : {"sim", "kernel"}) {
    const Result<RunRecord> record = run_at(*find_level(name), experiment, folder.path());
    if (!record) return record.error();
    if (one.alike) {
      const double ratio = value_of(*record, "max_min_ratio", span).value_or(std::nan(""));
      result.figures += std::string(name) + ": one call has " + figure(ratio) + " times the other's rate; ";
      result.expect(ratio <= kMaxRatioOfCalls, "the calls do not carry as much as each other");
    }
    std::vector<double> found;
    for (const char* metric : {"utilisation", "queueing_delay_p50", "queueing_delay_p95", "loss"}) {
      found.push_back(value_of(*record, metric, span).value_or(std::nan("")));
    }
    result.figures += std::string(name) + ": utilisation " + figure(found[0]) + " %, queueing delay " +
                      figure(found[1]) + " ms (median), " + figure(found[2]) + " ms (p95), loss " + figure(found[3]) +
                      " %; ";
    values.push_back(std::move(found));
  }
  const double utilisation = std::abs(values[1][0] - values[0][0]);
  const double delay = std::abs(values[1][1] - values[0][1]);
  result.figures += "differences " + figure(utilisation) + " %, " + figure(delay) + " ms";
  result.expect(!std::isnan(utilisation) && (!one.same_delays || !std::isnan(delay)), "a figure is missing");
  // No comparison with a missing figure holds.
  result.expect_in_time(utilisation <= kMaxUtilisationDifference, "utilisation differs by more than 5 %");
  result.expect_in_time(!one.same_delays || delay <= kMaxDelayDifference,
                        "the median queueing delay differs by more than 10 ms");
  return result;
}

std::vector<AgreementCase> cases() {
  const std::string bottleneck =
      R"({"name": "bottleneck", "forward": "rate=2M,delay=50ms,queue=300ms", "backward": "rate=2M,delay=50ms,queue=300ms"})";
  const std::string small_queue =
      R"({"name": "bottleneck", "forward": "rate=2M,delay=50ms,queue=100ms", "backward": "rate=2M,delay=50ms,queue=100ms"})";
  const std::string two_links =
      R"({"name": "first", "forward": "rate=4M,delay=20ms,queue=300ms", "backward": "rate=3M,delay=20ms,queue=300ms"},)"
      R"({"name": "second", "forward": "rate=2M,delay=10ms,queue=300ms", "backward": "rate=2M,delay=10ms,queue=200ms"})";
  return {
      {"media at 80 % of the rate", bottleneck,
       R"({"name": "media", "kind": "media", "fixed_rate": "1500k", "max_rate": "2M"})"},
      {"two calls", bottleneck, R"({"name": "media", "kind": "media", "count": 2, "fixed_rate": "700k"})", true, true},
      {"media and TCP Reno", bottleneck,
       R"({"name": "media", "kind": "media", "fixed_rate": "500k"}, {"name": "tcp", "kind": "tcp"})"},
      {"video over TCP at 60 % of the rate", bottleneck,
       R"({"name": "media", "kind": "media", "fixed_rate": "1200k", "video_transport": "tcp"})"},
      {"video over TCP at 120 % of the rate", bottleneck,
       R"({"name": "media", "kind": "media", "fixed_rate": "2400k", "max_rate": "3M", "video_transport": "tcp"})",
       false},
      {"TCP Reno alone, short queue", small_queue, R"({"name": "tcp", "kind": "tcp"})"},
      {"TCP Cubic alone", bottleneck, R"({"name": "tcp", "kind": "tcp", "variant": "cubic"})"},
      {"media that pauses, beside cross traffic", bottleneck,
       R"({"name": "media", "kind": "media", "fixed_rate": "1200k", "pauses": [{"from": "4s", "to": "7s"}]},)"
       R"({"name": "cross", "kind": "udp", "rate": "300k"})"},
      {"media both ways, and TCP backward over two links", two_links,
       R"({"name": "media", "kind": "media", "both_ways": true, "access_delay": "10ms"},)"
       R"({"name": "tcp", "kind": "tcp", "direction": "backward"})"},
      {"short transfers", bottleneck,
       R"({"name": "short", "kind": "tcp", "count": 10, "transfers": {"least": "30kB", "most": "50kB", "mean_idle": "2s"}})",
       false},
      {"cross traffic, on and off", bottleneck,
       R"({"name": "cross", "kind": "udp", "rate": "2.4M", "on": "1s", "off": "1s"})"},
  };
}

std::optional<std::string> why_not() {
  const RunHeader media{.experiment = {.flows = {{.name = "media", .load = MediaLoad{}}}}, .mode = "fixed"};
  const Result<void> possible = check_kernel_level(media);
  return possible ? std::nullopt : std::optional(possible.error().message.text());
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  using namespace counterpoint;
  std::vector<EmulationCase> cases;
  for (const AgreementCase& one : counterpoint::cases()) {
    cases.push_back({one.name, [one](const EmulationOptions& options) { return run(one, options); }});
  }
  return run_emulation_cases({argv + 1, argv + argc}, {.duration = 20s, .parallel = true}, cases, why_not());
}

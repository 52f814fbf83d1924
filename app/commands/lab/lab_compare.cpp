// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <tuple>

#include "app/commands/common/commands.h"
#include "app/commands/lab/batch_watch.h"
#include "app/commands/lab/lab_run.h"
#include "app/lab/batch.h"
#include "app/lab/draws/draw_report.h"
#include "app/lab/experiment/path_distribution.h"
#include "app/lab/report/repeat_command.h"

namespace counterpoint {
namespace {

/// The results of draws as they come in, from several threads.
class DrawResults {
 public:
  void add(DrawResult result) {
    const std::lock_guard lock(mutex_);
    results_.push_back(std::move(result));
  }
  /// In the order of draws and then of the modes in `requests`.
  [[nodiscard]] std::vector<DrawResult> take(const std::vector<RunRequest>& requests);

 private:
  std::mutex mutex_;
  std::vector<DrawResult> results_;
};

std::vector<DrawResult> DrawResults::take(const std::vector<RunRequest>& requests) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> modes;
  for (const RunRequest& request : requests) {
    if (std::ranges::find(modes, request.header.mode) == modes.end()) modes.push_back(request.header.mode);
  }
  std::ranges::sort(results_, {}, [&](const DrawResult& result) {
    return std::make_tuple(result.number, std::ranges::find(modes, result.mode) - modes.begin());
  });
  return std::move(results_);
}

/// The request with the whole of its experiment, of which requests keep only what tells of their effort: the capacity
/// of a wireless LAN over time takes a megabyte.
RunRequest whole(const RunRequest& request) {
  RunRequest drawn = request;
  const Experiment& sketch = request.header.experiment;
  drawn.header.experiment = drawn_experiment(*find_distribution(sketch.name), std::stoull(sketch.case_name));
  drawn.header.experiment.parameters = sketch.parameters;
  return drawn;
}

Result<RunRecord> run_and_read(const Level& level, const RunRequest& request) {
  if (Result<void> ran = level.run(request); !ran) return ran.error();
  return read_run(request.folder);
}

/// Runs one draw, and leaves nothing on the disk. A run that fails is a result, too; one that was stopped is none.
Result<void> run_draw(const Level& level, const RunRequest& request, DrawResults& results) {
  const RunRequest drawn = whole(request);
  const Result<RunRecord> run = run_and_read(level, drawn);
  std::error_code ignored;
  std::filesystem::remove_all(request.folder.path, ignored);
  if (run) {
    results.add(result_of_draw(*run));
    return {};
  }
  if (request.stop.stop_requested()) return run.error();
  const Experiment& experiment = drawn.header.experiment;
  results.add({.distribution = experiment.name,
               .number = std::stoull(experiment.case_name),
               .path = experiment.title,
               .mode = request.header.mode,
               .encoder = encoder_options(request.header),
               .failure = run.error().message.text()});
  return {};
}

}  // namespace

int compare_draws(const LabRunPlan& plan) {
  DrawResults draws;
  Batch batch([&](const RunRequest& request) { return run_draw(*plan.level, request, draws); }, plan.requests,
              plan.jobs);
  const bool stopped = watch(batch, plan.json);
  const std::vector<DrawResult> results = draws.take(plan.requests);
  if (results.empty()) return std::fputs("stopped before the first run was over\n", stderr), kExitExpectationFailed;
  if (Result<void> written = write_draw_report(plan.output, results); !written) {
    std::fprintf(stderr, "counterpoint-cli lab run: %s\n", written.error().message.text().c_str());
    return kExitCannotRun;
  }
  const std::string failures = failed_draws_text(results);
  if (plan.json) {
    std::ostringstream text;
    text << std::ifstream(plan.output / "results.json", std::ios::binary).rdbuf();
    std::fputs(text.str().c_str(), stdout);
  } else {
    std::printf("\n%s", comparison_table(compare_modes(results)).c_str());
    if (!failures.empty()) std::printf("\n%s", failures.c_str());
    std::printf("\nagain: counterpoint-cli lab run DRAW --mode MODE, with DRAW %s/%s and so on\nreport: %s\n",
                results.front().distribution.c_str(), std::to_string(results.front().number).c_str(),
                (plan.output / "report.html").c_str());
  }
  if (stopped) std::fprintf(stderr, "stopped: %zu runs are not finished\n", plan.requests.size() - results.size());
  return stopped || !failures.empty() ? kExitExpectationFailed : kExitFine;
}

}  // namespace counterpoint

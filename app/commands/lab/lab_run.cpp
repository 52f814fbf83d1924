// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab/lab_run.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "app/commands/common/commands.h"
#include "app/commands/lab/batch_watch.h"
#include "app/lab/batch.h"
#include "app/lab/experiment/experiment_file.h"
#include "app/lab/report/repeat_command.h"
#include "app/lab/report/report_folder.h"
#include "app/lab/report/text_report.h"

namespace counterpoint {
namespace {

/// Stores the experiment as a file of its own, so that one that is not built in can be repeated from its run's folder.
Result<void> keep_experiment(const RunRequest& request) {
  std::error_code error;
  std::filesystem::create_directories(request.folder.path, error);
  std::ofstream file(experiment_file(request.folder), std::ios::binary);
  file << to_json(request.header.experiment);
  file.close();
  if (file) return {};
  return Error{ErrorKind::kUnavailable,
               "cannot write " + experiment_file(request.folder).string() + ": " + std::strerror(errno)};
}

int report_error(const Error& error) {
  std::fprintf(stderr, "counterpoint-cli lab run: %s\n", error.message.text().c_str());
  switch (error.kind) {
    case ErrorKind::kInvalidArgument:
      return kExitWrongUse;
    case ErrorKind::kUnavailable:
      return kExitCannotRun;
    case ErrorKind::kMalformed:
    case ErrorKind::kRefused:
    case ErrorKind::kInternal:
      return kExitExpectationFailed;
  }
  return kExitExpectationFailed;
}

/// The end of a batch.
struct Ending {
  bool stopped = false;
  Result<void> outcome;
  const RunRequest* failed = nullptr;  ///< The run that `outcome` speaks of.
};

Ending run_all(const LabRunPlan& plan) {
  for (const RunRequest& request : plan.requests) {
    if (Result<void> kept = keep_experiment(request); !kept) return {.outcome = kept, .failed = &request};
  }
  Batch batch(*plan.level, plan.requests, plan.jobs);
  const bool stopped = watch(batch, plan.json);
  const Batch::State last = batch.state();
  return {.stopped = stopped && last.done < batch.size(),
          .outcome = last.outcome,
          .failed = last.failed ? &plan.requests[*last.failed] : nullptr};
}

/// Reports the error of a run, and the way to try it again; gives the exit status.
int report_failure(const Ending& ending) {
  const int status = report_error(ending.outcome.error());
  if (ending.failed == nullptr) return status;
  const RunRequest& run = *ending.failed;
  std::fprintf(stderr, "  logs:  %s\n  again: %s\n", run.folder.path.c_str(),
               repeat_command(run.folder, run.header).c_str());
  return status;
}

}  // namespace

int carry_out(const LabRunPlan& plan) {
  const Ending ending = run_all(plan);
  int status = ending.stopped ? kExitExpectationFailed : kExitFine;
  if (!ending.outcome) status = report_failure(ending);
  const Result<FolderReport> report = write_report(plan.output);
  if (!report) {
    // After a failure or a stop, there may be no finished run: that is no further error.
    const bool none = report.error().kind == ErrorKind::kInvalidArgument;
    if (ending.stopped && none) std::fputs("stopped before the first run was over\n", stderr);
    const int reported = none && status != kExitFine ? status : report_error(report.error());
    return status != kExitFine ? status : reported;
  }
  const std::string failures = failures_text(report->results);
  if (plan.json) {
    std::fputs(to_json(report->results).c_str(), stdout);
  } else {
    std::printf("\n%s", results_table(report->results).c_str());
    if (!failures.empty()) std::printf("\n%s", failures.c_str());
    std::printf("\nreport: %s\n", (plan.output / "report.html").c_str());
  }
  if (ending.stopped) std::fprintf(stderr, "stopped: %zu runs are not finished\n", report->unfinished.size());
  return status == kExitFine && !failures.empty() ? kExitExpectationFailed : status;
}

}  // namespace counterpoint

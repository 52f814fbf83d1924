// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab/lab_run.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>

#include "app/commands/common/commands.h"
#include "app/lab/batch.h"
#include "app/lab/experiment/experiment_file.h"
#include "app/lab/report/repeat_command.h"
#include "app/lab/report/report_folder.h"
#include "app/lab/report/text_report.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr const char* kEraseLine = "\r\033[K";

std::string name_of(const RunHeader& run) {
  return run.experiment.full_name() + ", " + run.mode + ", seed " + std::to_string(run.seed);
}

/// Number of columns of the terminal.
std::size_t width_of(std::FILE* terminal) {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsual;
}

/// Shows the progress of a batch: one line that is overwritten on a terminal, else a line for each run that ended.
/// Beside JSON it writes to standard error, and only to a terminal.
class LabProgress {
 public:
  explicit LabProgress(bool beside_json);
  /// Leaves the line that was overwritten empty.
  ~LabProgress();
  LabProgress(const LabProgress&) = delete;
  LabProgress& operator=(const LabProgress&) = delete;

  void show(const Batch& batch, const Batch::State& state);

 private:
  std::FILE* where_;
  bool terminal_;
  bool silent_;
  std::size_t told_ = 0;
};

LabProgress::LabProgress(bool beside_json)
    : where_(beside_json ? stderr : stdout),
      terminal_(isatty(fileno(where_)) == 1),
      silent_(beside_json && !terminal_) {}

LabProgress::~LabProgress() {
  if (terminal_) std::fprintf(where_, "%s", kEraseLine);
  std::fflush(where_);
}

void LabProgress::show(const Batch& batch, const Batch::State& state) {
  if (silent_) return;
  if (!terminal_) {
    for (const std::size_t index : state.newly) {
      std::fprintf(where_, "%zu of %zu: %s\n", ++told_, batch.size(), name_of(batch.request(index).header).c_str());
    }
    std::fflush(where_);
    return;
  }
  std::string line = format_text("%zu of %zu runs, %.0f %%", state.done, batch.size(), 100 * state.share);
  if (!state.running.empty()) line += ": " + name_of(batch.request(state.running.front()).header);
  if (state.running.size() > 1) line += " and " + std::to_string(state.running.size() - 1) + " more";
  line.resize(std::min(line.size(), width_of(where_) - 1));
  std::fprintf(where_, "%s%s", kEraseLine, line.c_str());
  std::fflush(where_);
}

/// While it lives, Ctrl+C and termination signals are blocked, also in threads made meanwhile; its owner polls for
/// them.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  ~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Waits up to a tenth of a second for a signal; true if one came.
  [[nodiscard]] bool wait() const {
    const timespec patience{.tv_sec = 0, .tv_nsec = 100'000'000};
    return sigtimedwait(&signals_, nullptr, &patience) > 0;
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

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
  const StopSignals stop_signals;
  LabProgress progress(plan.json);
  Batch batch(*plan.level, plan.requests, plan.jobs);
  bool stopped = false;
  while (true) {
    const Batch::State state = batch.state();
    progress.show(batch, state);
    if (state.over) break;
    if (!stop_signals.wait()) continue;
    stopped = true;
    batch.stop();
  }
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
    // After a failure or a stop there may be no finished run: that is no further error.
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

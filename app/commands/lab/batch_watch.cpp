// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab/batch_watch.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <string>

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

}  // namespace

bool watch(Batch& batch, bool beside_json) {
  const StopSignals stop_signals;
  LabProgress progress(beside_json);
  bool stopped = false;
  while (true) {
    const Batch::State state = batch.state();
    progress.show(batch, state);
    if (state.over) return stopped;
    if (!stop_signals.wait()) continue;
    stopped = true;
    batch.stop();
  }
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab/lab_progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
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

}  // namespace

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

}  // namespace counterpoint

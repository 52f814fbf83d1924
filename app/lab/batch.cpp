// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/batch.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

/// A rough estimate: each flow costs as much as any other.
double effort_of(const RunHeader& run) {
  return to_seconds(run.experiment.duration) * static_cast<double>(run.experiment.flows.size());
}

}  // namespace

Batch::Batch(Run run, std::vector<RunRequest> requests, std::size_t jobs)
    : run_(std::move(run)),
      requests_(std::move(requests)),
      progress_(requests_.size()),
      phases_(requests_.size(), Phase::kWaiting) {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    requests_[i].stop = stop_.get_token();
    requests_[i].progress = [this, i](Duration time) { progress_[i] = time.count(); };
    waiting_.push_back(requests_.size() - 1 - i);
  }
  std::ranges::stable_sort(waiting_, {}, [this](std::size_t index) { return effort_of(requests_[index].header); });
  working_ = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(1, requests_.size()));
  const std::size_t threads = working_;
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Batch::~Batch() { stop(); }

void Batch::work() {
  while (const std::optional<std::size_t> index = take_next()) finish(*index, run_(requests_[*index]));
  const std::lock_guard lock(mutex_);
  --working_;
}

std::optional<std::size_t> Batch::take_next() {
  const std::lock_guard lock(mutex_);
  if (stop_.stop_requested() || !outcome_ || waiting_.empty()) return std::nullopt;
  const std::size_t index = waiting_.back();
  waiting_.pop_back();
  phases_[index] = Phase::kRunning;
  return index;
}

void Batch::finish(std::size_t index, const Result<void>& result) {
  const std::lock_guard lock(mutex_);
  phases_[index] = result ? Phase::kDone : Phase::kFailed;
  if (result) newly_.push_back(index);
  if (result || !outcome_ || stop_.stop_requested()) return;
  failed_ = index;
  const RunHeader& run = requests_[index].header;
  outcome_ = Error{result.error().kind, run.experiment.full_name() + ", mode " + run.mode + ", seed " +
                                            std::to_string(run.seed) + ": " + result.error().message.text()};
}

Batch::State Batch::state() {
  const std::lock_guard lock(mutex_);
  State state{.newly = std::exchange(newly_, {}), .over = working_ == 0, .outcome = outcome_, .failed = failed_};
  double run = 0;
  double all = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const double duration = to_seconds(requests_[i].header.experiment.duration);
    all += duration;
    if (phases_[i] == Phase::kDone) {
      ++state.done;
      run += duration;
    } else if (phases_[i] == Phase::kRunning) {
      state.running.push_back(i);
      run += std::min(duration, to_seconds(Duration(progress_[i].load())));
    }
  }
  state.share = all > 0 ? run / all : 1;
  return state;
}

}  // namespace counterpoint

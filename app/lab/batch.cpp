// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/batch.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

Batch::Batch(const Level& level, std::vector<RunRequest> requests, std::size_t jobs)
    : level_(level),
      requests_(std::move(requests)),
      progress_(requests_.size()),
      phases_(requests_.size(), Phase::kWaiting) {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    requests_[i].stop = stop_.get_token();
    requests_[i].progress = [this, i](Duration time) { progress_[i] = time.count(); };
  }
  working_ = level.in_real_time ? 1 : std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(1, requests_.size()));
  const std::size_t threads = working_;
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Batch::~Batch() { stop(); }

void Batch::work() {
  while (const std::optional<std::size_t> index = take_next()) finish(*index, level_.run(requests_[*index]));
  const std::lock_guard lock(mutex_);
  --working_;
}

std::optional<std::size_t> Batch::take_next() {
  const std::lock_guard lock(mutex_);
  if (stop_.stop_requested() || !outcome_ || next_ == requests_.size()) return std::nullopt;
  phases_[next_] = Phase::kRunning;
  return next_++;
}

void Batch::finish(std::size_t index, const Result<void>& result) {
  const std::lock_guard lock(mutex_);
  phases_[index] = result ? Phase::kDone : Phase::kFailed;
  if (result) newly_.push_back(index);
  if (result || !outcome_ || stop_.stop_requested()) return;
  const RunHeader& run = requests_[index].header;
  outcome_ = Error{result.error().kind, run.experiment.full_name() + ", mode " + run.mode + ", seed " +
                                            std::to_string(run.seed) + ": " + result.error().message};
}

Batch::State Batch::state() {
  const std::lock_guard lock(mutex_);
  State state{.newly = std::exchange(newly_, {}), .over = working_ == 0, .outcome = outcome_};
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

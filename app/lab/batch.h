// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "app/lab/levels/level.h"

namespace counterpoint {

/// Many runs: in threads, or, at a level where they would disturb each other, one after another.
///
/// 1. It begins at once; its owner looks at state() now and then until all is done, and may stop() it.
/// 2. The longest runs begin first, so that none of them is left alone at the end.
/// 3. After the first error of a run, no further ones begin.
class Batch {
 public:
  /// Carries out one run; called in several threads at once.
  using Run = std::function<Result<void>(const RunRequest&)>;
  /// `jobs` (>= 1): how many runs may go on at once.
  Batch(Run run, std::vector<RunRequest> requests, std::size_t jobs);
  /// At a level in real time there is one run at a time.
  Batch(const Level& level, std::vector<RunRequest> requests, std::size_t jobs)
      : Batch(level.run, std::move(requests), level.in_real_time ? 1 : jobs) {}
  /// Stops, and waits for the runs that go on.
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  struct State {
    std::size_t done = 0;               ///< Runs that have ended well.
    double share = 0;                   ///< Share of all experiments' time that is done, 0 to 1.
    std::vector<std::size_t> newly;     ///< Indices of runs that ended well since the last time.
    std::vector<std::size_t> running;   ///< Indices of runs that go on.
    bool over = false;                  ///< No run goes on, and none will begin.
    Result<void> outcome;               ///< The first error.
    std::optional<std::size_t> failed;  ///< The index of the run that it comes from.
  };
  [[nodiscard]] State state();
  [[nodiscard]] const RunRequest& request(std::size_t index) const { return requests_[index]; }
  [[nodiscard]] std::size_t size() const { return requests_.size(); }
  /// Runs end soon, and no further ones begin.
  void stop() { stop_.request_stop(); }

 private:
  enum class Phase { kWaiting, kRunning, kDone, kFailed };
  void work();
  [[nodiscard]] std::optional<std::size_t> take_next();
  void finish(std::size_t index, const Result<void>& result);

  Run run_;
  std::stop_source stop_;
  std::vector<RunRequest> requests_;
  std::vector<std::atomic<Duration::rep>> progress_;
  std::mutex mutex_;  // Guards the members below.
  std::vector<Phase> phases_;
  std::vector<std::size_t> newly_;
  std::vector<std::size_t> waiting_;  // The next one to begin is the last.
  std::size_t working_ = 0;
  Result<void> outcome_;
  std::optional<std::size_t> failed_;
  std::vector<std::jthread> threads_;
};

}  // namespace counterpoint

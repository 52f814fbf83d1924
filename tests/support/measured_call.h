// SPDX-License-Identifier: GPL-3.0-or-later
// A call of a bench, and what is measured in it.
#pragma once

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <variant>
#include <vector>

#include "app/host/session_host.h"
#include "core/base/time.h"

namespace counterpoint {

/// Waits for the end of a call, and keeps what is said of it.
class CallWaiter final : public CallObserver {
 public:
  void handle(const CallEvent& event) override {
    const std::lock_guard lock(mutex_);
    if (const auto* status = std::get_if<CallStatus>(&event)) status_ = *status;
    if (const auto* statistics = std::get_if<CallStatistics>(&event)) stats_ = statistics->stats;
    if (const auto* notice = std::get_if<Notice>(&event)) std::fprintf(stderr, "%s\n", notice->text.text().c_str());
    changed_.notify_all();
  }

  /// Until the call is over, or `limit` is.
  CallStatus wait(Duration limit) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, limit, [this] { return status_.state == Call::State::kEnded; });
    return status_;
  }
  [[nodiscard]] SessionStats stats() const {
    const std::lock_guard lock(mutex_);
    return stats_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  CallStatus status_;
  SessionStats stats_;
};

/// Exact, unlike the program's own histogram.
class Samples {
 public:
  void add(Duration d) { values_.push_back(to_milliseconds(d)); }
  [[nodiscard]] double percentile(double share) const {
    if (values_.empty()) return 0;
    std::vector<double> sorted = values_;
    std::ranges::sort(sorted);
    return sorted[static_cast<std::size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)))];
  }
  [[nodiscard]] std::size_t count() const { return values_.size(); }

 private:
  std::vector<double> values_;
};

}  // namespace counterpoint

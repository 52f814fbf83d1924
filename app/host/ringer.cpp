// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/ringer.h"

#include <algorithm>
#include <chrono>

#include "net/adapters/session_clock.h"

namespace counterpoint {

Ringer::~Ringer() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  device_.stop();
}

Result<void> Ringer::start() {
  if (Result<void> started = device_.start(*this, session_now()); !started) return started;
  thread_ = std::thread([this] { run(); });
  return {};
}

void Ringer::run() {
  constexpr Duration kLongestWait = 100ms;  // A device that changes may have another deadline.
  std::unique_lock lock(mutex_);
  while (!stop_) {
    lock.unlock();
    const Timestamp now = session_now();
    device_.poll(now);
    const Timestamp due = std::min(device_.next_deadline(), now + kLongestWait);
    lock.lock();
    stopped_.wait_until(lock, std::chrono::steady_clock::time_point(due.time_since_epoch()), [this] { return stop_; });
  }
}

}  // namespace counterpoint

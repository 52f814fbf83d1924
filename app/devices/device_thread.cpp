// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/device_thread.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "net/adapters/session_clock.h"

namespace counterpoint {

DeviceThread::DeviceThread(AudioDevice& device, std::function<void()> tick) : device_(device), tick_(std::move(tick)) {}

DeviceThread::~DeviceThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  device_.stop();
}

Result<void> DeviceThread::start(AudioCallback& callback) {
  if (Result<void> started = device_.start(callback, session_now()); !started) return started;
  thread_ = std::thread([this] { run(); });
  return {};
}

void DeviceThread::run() {
  constexpr Duration kTickInterval = 100ms;
  Timestamp next_tick = session_now();
  std::unique_lock lock(mutex_);
  while (!stop_) {
    lock.unlock();
    const Timestamp now = session_now();
    device_.poll(now);
    if (now >= next_tick) {
      next_tick = now + kTickInterval;
      if (tick_) tick_();
    }
    // A device that changes has another deadline, which is asked for at the next tick at the latest.
    const Timestamp due = std::min(device_.next_deadline(), next_tick);
    lock.lock();
    stopped_.wait_until(lock, std::chrono::steady_clock::time_point(due.time_since_epoch()), [this] { return stop_; });
  }
}

}  // namespace counterpoint

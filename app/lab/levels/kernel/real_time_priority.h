// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace counterpoint {

/// Gives the calling thread real-time priority, if that is permitted, so that it runs as soon as it has something to
/// do.
void request_real_time_priority();

/// While it lives, no processor that this process may use goes idle: each has a thread that computes when nothing else
/// wants to (SCHED_IDLE). An idle virtual processor is given back to its host, and returns some milliseconds after the
/// timer or packet that it waited for. Does nothing on a kernel without SCHED_IDLE.
class AwakeProcessors {
 public:
  AwakeProcessors();
  ~AwakeProcessors();
  AwakeProcessors(const AwakeProcessors&) = delete;
  AwakeProcessors& operator=(const AwakeProcessors&) = delete;

 private:
  void keep_awake(int processor) const;

  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace counterpoint

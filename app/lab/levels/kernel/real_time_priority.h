// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace counterpoint {

/// Lets the calling thread run as soon as it has something to do: at real-time priority, above all that has none, where
/// that is permitted.
void become_punctual();

/// While it lives, no processor that this process may use goes to sleep: each has a thread that computes when nothing
/// else wants to (SCHED_IDLE). A virtual machine whose processor sleeps gives it back to its host, and gets it again
/// some milliseconds after the timer or packet that it slept for. Does nothing where the kernel has no SCHED_IDLE.
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

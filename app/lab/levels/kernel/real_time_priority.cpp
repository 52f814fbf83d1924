// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/real_time_priority.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

namespace counterpoint {

void request_real_time_priority() {
  // Above all threads without real-time priority, below the kernel's own.
  constexpr int kPriority = 10;
  const sched_param parameters{.sched_priority = kPriority};
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
  // Without real-time priority, the kernel would put off each wake-up by 50 us.
  prctl(PR_SET_TIMERSLACK, 1UL);
}

AwakeProcessors::AwakeProcessors() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &usable)) threads_.emplace_back([this, processor] { keep_awake(processor); });
  }
}

AwakeProcessors::~AwakeProcessors() {
  stop_ = true;
  for (std::thread& thread : threads_) thread.join();
}

void AwakeProcessors::keep_awake(int processor) const {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(processor, &only);
  const sched_param parameters{.sched_priority = 0};
  if (pthread_setaffinity_np(pthread_self(), sizeof only, &only) != 0) return;
  if (pthread_setschedparam(pthread_self(), SCHED_IDLE, &parameters) != 0) return;
  // There is no pause instruction: after many of them in a row a hypervisor takes the processor away.
  while (!stop_.load(std::memory_order_relaxed)) {
  }
}

}  // namespace counterpoint

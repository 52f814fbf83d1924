// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/worker_pool.h"

#include <algorithm>

namespace counterpoint {

WorkerPool::Slot::Slot(WorkerPool& pool) : pool_(pool) {
  const std::lock_guard lock(pool_.mutex_);
  --pool_.free_slots_;
}

WorkerPool::Slot::~Slot() {
  {
    const std::lock_guard lock(pool_.mutex_);
    ++pool_.free_slots_;
  }
  pool_.work_came_.notify_one();
}

WorkerPool::WorkerPool(std::size_t slots) : free_slots_(static_cast<std::ptrdiff_t>(slots)) {
  for (std::size_t i = 1; i < slots; ++i) helpers_.emplace_back([this] { help(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  work_came_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void WorkerPool::run(std::size_t count, const std::function<void(std::size_t)>& part) {
  if (helpers_.empty() || count < 2) {
    for (std::size_t i = 0; i < count; ++i) part(i);
    return;
  }
  Job job = {.part = part, .left = count};
  std::unique_lock lock(mutex_);
  jobs_.push_back(&job);
  work_came_.notify_one();
  work_on(job, lock);
  helper_left_.wait(lock, [&] { return job.helpers == 0; });
  std::erase(jobs_, &job);
}

void WorkerPool::work_on(Job& job, std::unique_lock<std::mutex>& lock) {
  while (job.left > 0) {
    const std::size_t number = --job.left;
    lock.unlock();
    job.part(number);
    lock.lock();
  }
}

void WorkerPool::help() {
  std::unique_lock lock(mutex_);
  for (;;) {
    std::deque<Job*>::iterator job;
    work_came_.wait(lock, [&] {
      job = std::ranges::find_if(jobs_, [](const Job* waiting) { return waiting->left > 0; });
      return over_ || (free_slots_ > 0 && job != jobs_.end());
    });
    if (over_) return;
    Job& taken = **job;
    --free_slots_;
    ++taken.helpers;
    // Others may come, too.
    work_came_.notify_one();
    work_on(taken, lock);
    --taken.helpers;
    ++free_slots_;
    helper_left_.notify_all();
  }
}

}  // namespace counterpoint

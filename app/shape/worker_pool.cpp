// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/thread_crew.h"

#include <algorithm>

namespace counterpoint {

ThreadCrew::Place::Place(ThreadCrew& crew) : crew_(crew) {
  const std::lock_guard lock(crew_.mutex_);
  --crew_.free_places_;
}

ThreadCrew::Place::~Place() {
  {
    const std::lock_guard lock(crew_.mutex_);
    ++crew_.free_places_;
  }
  crew_.work_came_.notify_one();
}

ThreadCrew::ThreadCrew(std::size_t places) : free_places_(static_cast<std::ptrdiff_t>(places)) {
  for (std::size_t i = 1; i < places; ++i) helpers_.emplace_back([this] { help(); });
}

ThreadCrew::~ThreadCrew() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  work_came_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void ThreadCrew::run(std::size_t count, const std::function<void(std::size_t)>& part) {
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

void ThreadCrew::work_on(Job& job, std::unique_lock<std::mutex>& lock) {
  while (job.left > 0) {
    const std::size_t number = --job.left;
    lock.unlock();
    job.part(number);
    lock.lock();
  }
}

void ThreadCrew::help() {
  std::unique_lock lock(mutex_);
  for (;;) {
    std::deque<Job*>::iterator job;
    work_came_.wait(lock, [&] {
      job = std::ranges::find_if(jobs_, [](const Job* waiting) { return waiting->left > 0; });
      return over_ || (free_places_ > 0 && job != jobs_.end());
    });
    if (over_) return;
    Job& taken = **job;
    --free_places_;
    ++taken.helpers;
    // Others may come, too.
    work_came_.notify_one();
    work_on(taken, lock);
    --taken.helpers;
    ++free_places_;
    helper_left_.notify_all();
  }
}

}  // namespace counterpoint

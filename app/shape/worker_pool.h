// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that help others with work in parts.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace counterpoint {

/// 1. A thread that works on a task of its own holds a Slot meanwhile. Helpers fill the slots that are left.
/// 2. Parts of a task run on any thread, in any order.
class WorkerPool {
 public:
  /// One of the pool's slots, taken as long as this exists.
  class Slot {
   public:
    explicit Slot(WorkerPool& pool);
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

   private:
    WorkerPool& pool_;
  };

  /// `slots`: threads that work at once, at least 1.
  explicit WorkerPool(std::size_t slots);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// An mpeg::ParallelFor for a thread that has a slot.
  void run(std::size_t count, const std::function<void(std::size_t)>& part);

 private:
  struct Job {
    const std::function<void(std::size_t)>& part;
    std::size_t left;         ///< Parts that nobody has begun.
    std::size_t helpers = 0;  ///< Helpers that work on it.
  };

  void help();
  /// Does parts of `job` until none is left; `lock` is held before and after, and while a part is chosen.
  void work_on(Job& job, std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable work_came_;
  std::condition_variable helper_left_;
  std::deque<Job*> jobs_;
  std::ptrdiff_t free_slots_;  ///< Below 0 for a moment, when a slot is taken while helpers fill all.
  bool over_ = false;
  std::vector<std::thread> helpers_;
};

}  // namespace counterpoint

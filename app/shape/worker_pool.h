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

/// 1. Whoever works on something of his own says so by a Place. Helpers fill the places that are left.
/// 2. Nobody knows which thread does which part.
class ThreadCrew {
 public:
  /// One of the crew's places, taken as long as this exists.
  class Place {
   public:
    explicit Place(ThreadCrew& crew);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    ThreadCrew& crew_;
  };

  /// `places`: threads that work at once, at least 1.
  explicit ThreadCrew(std::size_t places);
  ~ThreadCrew();
  ThreadCrew(const ThreadCrew&) = delete;
  ThreadCrew& operator=(const ThreadCrew&) = delete;

  /// An mpeg::ParallelFor for a thread that has a place.
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
  std::ptrdiff_t free_places_;  ///< Below 0 for a moment, when a place is taken while helpers fill all.
  bool over_ = false;
  std::vector<std::thread> helpers_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "core/base/queue/bounded_queue.h"

namespace counterpoint {

/// Carries out jobs with files, one after the other, in a thread of its own: a call's packets must not wait for the
/// disk. The thread begins with the first job; at the end it finishes all.
class DiskJobs {
 public:
  /// Jobs that wait. Whoever has jobs waits for one before the next and takes no new file when it is_behind(), so that
  /// none is ever dropped.
  static constexpr std::size_t kMax = 64;

  /// `done` is called in that thread after each job.
  explicit DiskJobs(std::function<void()> done) : done_(std::move(done)) {}
  ~DiskJobs();
  DiskJobs(const DiskJobs&) = delete;
  DiskJobs& operator=(const DiskJobs&) = delete;

  template <typename Job>
  [[nodiscard]] std::future<std::invoke_result_t<Job>> run(Job job) {
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Job>()>>(std::move(job));
    auto result = task->get_future();
    post([task = std::move(task)] { (*task)(); });
    return result;
  }
  [[nodiscard]] bool is_behind() const { return jobs_.size() > kMax / 2; }
  /// A job without a result, as the last use of a file is.
  void post(std::function<void()> job);

 private:
  std::function<void()> done_;
  BoundedQueue<std::function<void()>> jobs_{kMax};
  std::thread thread_;
};

/// The result of a job that is done; nothing while it is not, or when there is none.
template <typename T>
[[nodiscard]] std::optional<T> take_if_done(std::future<T>& job) {
  if (!job.valid() || job.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return job.get();
}

}  // namespace counterpoint

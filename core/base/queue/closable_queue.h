// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/time.h"

namespace counterpoint {

/// A first-in first-out queue between threads, without the way in, which each kind of queue has of its own. After
/// close() producers are ignored and consumers get what is left, then nothing.
template <typename T>
class ClosableQueue {
 public:
  ClosableQueue(const ClosableQueue&) = delete;
  ClosableQueue& operator=(const ClosableQueue&) = delete;

  [[nodiscard]] std::optional<T> try_pop() {
    const std::lock_guard lock(mutex_);
    return take_front();
  }
  /// Waits for an element; nothing once the queue is closed and empty.
  [[nodiscard]] std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return closed_ || !queue_.empty(); });
    return take_front();
  }
  /// Waits like pop(), but no longer than `timeout`.
  [[nodiscard]] std::optional<T> pop_for(Duration timeout) {
    std::unique_lock lock(mutex_);
    ready_.wait_for(lock, timeout, [this] { return closed_ || !queue_.empty(); });
    return take_front();
  }
  [[nodiscard]] bool closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    ready_.notify_all();
  }
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
  }

 protected:
  ClosableQueue() = default;
  ~ClosableQueue() = default;

  /// Calls `add` with the elements that wait, a std::deque<T>&, alone among threads, and wakes a consumer. False, and
  /// no call, once the queue is closed.
  template <typename Add>
  bool add_by(Add add) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return false;
      add(queue_);
    }
    ready_.notify_one();
    return true;
  }

 private:
  std::optional<T> take_front() {
    if (queue_.empty()) return std::nullopt;
    std::optional<T> value(std::move(queue_.front()));
    queue_.pop_front();
    return value;
  }

  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<T> queue_;
  bool closed_ = false;
};

}  // namespace counterpoint

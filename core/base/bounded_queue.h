// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/time.h"

namespace counterpoint {

/// A first-in first-out queue between threads. When full, push() drops the oldest element and counts it: what is new
/// matters more in a call. After close() producers are ignored and consumers get what is left, then nothing.
template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  /// False when the oldest element had to go, or the queue is closed.
  bool push(T value) {
    bool dropped = false;
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return false;
      if (queue_.size() == capacity_) {
        queue_.pop_front();
        ++dropped_;
        dropped = true;
      }
      queue_.push_back(std::move(value));
    }
    ready_.notify_one();
    return !dropped;
  }
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
  [[nodiscard]] std::uint64_t dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }

 private:
  std::optional<T> take_front() {
    if (queue_.empty()) return std::nullopt;
    std::optional<T> value(std::move(queue_.front()));
    queue_.pop_front();
    return value;
  }

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<T> queue_;
  std::uint64_t dropped_ = 0;
  bool closed_ = false;
};

/// Holds the newest value only: a slow consumer skips, it never lags. dropped() counts what was overwritten unread.
template <typename T>
class Mailbox : public BoundedQueue<T> {
 public:
  Mailbox() : BoundedQueue<T>(1) {}
};

}  // namespace counterpoint

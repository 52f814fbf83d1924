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

/// A first-in first-out queue of commands between threads that loses none. After close() producers are ignored and
/// consumers get what is left, then nothing.
///
/// A slider gives values faster than they may be carried out. slider_of(const T&) names the slider of a value and
/// gives an empty optional for all other commands: a value replaces the last one of its slider that still waits, if
/// only values of other sliders came between the two. It overtakes no other command.
template <typename T>
class CommandQueue {
 public:
  void push(T value) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      if (T* waiting = find_replaceable(value)) {
        *waiting = std::move(value);
      } else {
        queue_.push_back(std::move(value));
      }
    }
    ready_.notify_one();
  }
  [[nodiscard]] std::optional<T> try_pop() {
    const std::lock_guard lock(mutex_);
    return take_front();
  }
  /// Waits for an element, `timeout` at most; nothing once the queue is closed and empty.
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

 private:
  T* find_replaceable(const T& value) {
    const auto slider = slider_of(value);
    if (!slider) return nullptr;
    for (auto waiting = queue_.rbegin(); waiting != queue_.rend(); ++waiting) {
      const auto other = slider_of(*waiting);
      if (!other) return nullptr;
      if (other == slider) return &*waiting;
    }
    return nullptr;
  }
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

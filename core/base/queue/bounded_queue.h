// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "core/base/queue/closable_queue.h"

namespace counterpoint {

/// A queue that holds no more elements than its capacity. When full, push() drops the oldest one and counts it: what is
/// new matters more in a call.
template <typename T>
class BoundedQueue : public ClosableQueue<T> {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  /// False when the oldest element had to go, or the queue is closed.
  bool push(T value) {
    bool full = false;
    const bool added = this->add_by([&](std::deque<T>& queue) {
      full = queue.size() == capacity_;
      if (full) {
        queue.pop_front();
        ++dropped_;
      }
      queue.push_back(std::move(value));
    });
    return added && !full;
  }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  const std::size_t capacity_;
  std::atomic<std::uint64_t> dropped_ = 0;
};

/// Holds the newest value only: a slow consumer skips, it never lags. dropped() counts what was overwritten unread.
template <typename T>
class Mailbox : public BoundedQueue<T> {
 public:
  Mailbox() : BoundedQueue<T>(1) {}
};

}  // namespace counterpoint

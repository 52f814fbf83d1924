// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace counterpoint {

/// A bounded queue between exactly one producer thread and one consumer thread: wait-free, no allocation after
/// construction, so the audio callback may use it. When full, push() drops the new element and says so.
template <typename T>
class SpscRing {
 public:
  /// Room for `capacity` (>= 1) elements.
  explicit SpscRing(std::size_t capacity) : slots_(capacity + 1) {}

  /// Producer only. False when full.
  bool push(const T& value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    const std::size_t next = advance(tail);
    if (next == head_.load(std::memory_order_acquire)) return false;
    slots_[tail] = value;
    tail_.store(next, std::memory_order_release);
    return true;
  }
  /// Consumer only. False when empty.
  bool pop(T& value) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    value = slots_[head];
    head_.store(advance(head), std::memory_order_release);
    return true;
  }
  /// Number of waiting elements; exact for the consumer or the producer, a snapshot for other threads.
  [[nodiscard]] std::size_t size() const {
    const std::size_t head = head_.load(std::memory_order_acquire);
    const std::size_t tail = tail_.load(std::memory_order_acquire);
    return (tail + slots_.size() - head) % slots_.size();
  }

 private:
  [[nodiscard]] std::size_t advance(std::size_t i) const { return i + 1 == slots_.size() ? 0 : i + 1; }

  std::vector<T> slots_;
  // Apart, so that producer and consumer do not fight over one cache line.
  alignas(64) std::atomic<std::size_t> head_ = 0;
  alignas(64) std::atomic<std::size_t> tail_ = 0;
};

}  // namespace counterpoint

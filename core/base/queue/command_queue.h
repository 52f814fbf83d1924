// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <utility>

#include "core/base/queue/closable_queue.h"

namespace counterpoint {

/// A queue of commands that loses none.
///
/// A slider gives values faster than they may be carried out. slider_of(const T&) names the slider of a value and
/// gives an empty optional for all other commands: a value replaces the last one of its slider that still waits, if
/// only values of other sliders came between the two. It overtakes no other command.
template <typename T>
class CommandQueue : public ClosableQueue<T> {
 public:
  void push(T value) {
    this->add_by([&value](std::deque<T>& queue) {
      if (T* waiting = find_replaceable(queue, value)) {
        *waiting = std::move(value);
      } else {
        queue.push_back(std::move(value));
      }
    });
  }

 private:
  static T* find_replaceable(std::deque<T>& queue, const T& value) {
    const auto slider = slider_of(value);
    if (!slider) return nullptr;
    for (auto waiting = queue.rbegin(); waiting != queue.rend(); ++waiting) {
      const auto other = slider_of(*waiting);
      if (!other) return nullptr;
      if (other == slider) return &*waiting;
    }
    return nullptr;
  }
};

}  // namespace counterpoint

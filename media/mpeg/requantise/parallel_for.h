// SPDX-License-Identifier: GPL-3.0-or-later
// Work in parts that do not need each other.
#pragma once

#include <cstddef>
#include <functional>

namespace counterpoint::mpeg {

/// Calls part(0) to part(count - 1), each once, in any order and perhaps from several threads, and returns when all are
/// done.
using ParallelFor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& part)>;

/// A ParallelFor without threads.
inline void do_in_turn(std::size_t count, const std::function<void(std::size_t)>& part) {
  for (std::size_t i = 0; i < count; ++i) part(i);
}

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the processor time that painting takes.
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "tests/support/timing.h"

namespace counterpoint {

/// The most that painting may take, in milliseconds, where times are judged: a frame's time at 60 frames/s. It is meant
/// to take 3 ms; the rest is room for slow machines.
inline double painting_limit() { return time_limit(1000.0 / 60); }

/// Processor time of this thread since it began, in milliseconds.
inline double thread_milliseconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// The least processor time that one of `paints` calls of `paint` took, in milliseconds, each after one of `prepare`.
/// The figures are printed after `name`.
template <typename Prepare, typename Paint>
double painting_cost(const char* name, int paints, const Prepare& prepare, const Paint& paint) {
  std::vector<double> costs;
  for (int i = 0; i < paints; ++i) {
    prepare(i);
    const double begin = thread_milliseconds();
    paint();
    costs.push_back(thread_milliseconds() - begin);
  }
  std::ranges::sort(costs);
  std::printf("%s: %.2f ms a paint at least, half of them at most %.2f ms\n", name, costs.front(),
              costs[costs.size() / 2]);
  return costs.front();
}

}  // namespace counterpoint

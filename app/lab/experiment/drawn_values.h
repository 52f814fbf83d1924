// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/base/rng.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// A value whose logarithm is evenly distributed over [min, max).
[[nodiscard]] inline double log_uniform(Rng& rng, double min, double max) {
  return min * std::pow(max / min, rng.uniform());
}

[[nodiscard]] inline double exponential(Rng& rng, double mean) { return -mean * std::log(1 - rng.uniform()); }

/// Whole kbit/s, so that a path's text is short.
[[nodiscard]] inline DataRate drawn_rate(double bits_per_second) {
  return DataRate::kilobits_per_second(std::llround(bits_per_second / 1e3));
}

/// Whole microseconds.
[[nodiscard]] inline Duration drawn_time(double seconds) {
  return std::chrono::microseconds(std::llround(seconds * 1e6));
}

}  // namespace counterpoint

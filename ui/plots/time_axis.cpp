// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace counterpoint {

double round_top(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 3.0, 5.0, 8.0}) {
    if (value <= factor * power) return factor * power;
  }
  return 10 * power;
}

Duration time_step(Duration span, int most) {
  constexpr std::array<std::chrono::seconds, 13> kSteps = {1s,   2s,   5s,    10s,   20s, 30s, 1min,
                                                           2min, 5min, 10min, 30min, 1h,  2h};
  for (const Duration step : kSteps) {
    if (span / step <= most) return step;
  }
  const std::int64_t hours = span / Duration(1h) / std::max(1, most) + 1;
  return hours * 1h;
}

}  // namespace counterpoint

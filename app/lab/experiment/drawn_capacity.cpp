// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/drawn_capacity.h"

#include <algorithm>
#include <array>

#include "app/lab/experiment/drawn_values.h"

namespace counterpoint {
namespace {

/// No change goes below: with less the sound alone fills the path.
constexpr double kMinRate = 60e3;  // bit/s

PathStep rate_from(Duration at, double rate) {
  return {.at = at, .rate = drawn_rate(rate > 0 ? std::max(rate, kMinRate) : 0)};
}

double bits_per_second(DataRate rate) { return static_cast<double>(rate.bits_per_second()); }

}  // namespace

std::vector<PathStep> stepwise_capacity(DataRate mean, Duration duration, Rng& rng) {
  std::vector<Duration> times(2 + rng.below(3));
  for (Duration& time : times) time = drawn_time(to_seconds(duration) * (0.1 + 0.8 * rng.uniform()));
  std::ranges::sort(times);
  std::vector<PathStep> steps;
  for (const Duration time : times) {
    steps.push_back(rate_from(time, bits_per_second(mean) * log_uniform(rng, 0.25, 2)));
  }
  return steps;
}

std::vector<PathStep> cellular_capacity(DataRate mean, Duration duration, Rng& rng) {
  constexpr std::array kStates = {0.1, 0.4, 0.9, 1.4, 2.2};
  constexpr double kMeanStay = 2;  // s
  constexpr double kFading = 0.25;
  constexpr Duration kFadingInterval = 100ms;
  std::vector<PathStep> steps;
  std::size_t state = rng.below(kStates.size());
  double left_at = exponential(rng, kMeanStay);
  for (Duration at{}; at < duration; at += kFadingInterval) {
    while (to_seconds(at) >= left_at) {
      const bool up = state == 0 || (state + 1 < kStates.size() && rng.chance(0.5));
      state = up ? state + 1 : state - 1;
      left_at += exponential(rng, kMeanStay);
    }
    steps.push_back(rate_from(at, bits_per_second(mean) * kStates.at(state) * std::exp(kFading * rng.gaussian())));
  }
  return steps;
}

std::vector<PathStep> wireless_lan_capacity(DataRate mean, Duration duration, Rng& rng) {
  constexpr double kBurstFactor = 8;
  constexpr double kMeanWait = 6e-3;   // s
  constexpr double kMeanScanGap = 10;  // s
  std::vector<PathStep> steps;
  double scan_at = exponential(rng, kMeanScanGap);
  double now = 0;
  while (now < to_seconds(duration)) {
    const bool scans = now >= scan_at;
    if (scans) scan_at = now + exponential(rng, kMeanScanGap);
    const double wait = exponential(rng, kMeanWait);
    steps.push_back(rate_from(drawn_time(now), 0));
    now += wait + (scans ? 0.06 + 0.14 * rng.uniform() : 0);
    steps.push_back(rate_from(drawn_time(now), bits_per_second(mean) * kBurstFactor));
    now += wait / (kBurstFactor - 1);
  }
  return steps;
}

}  // namespace counterpoint

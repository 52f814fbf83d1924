// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/constrained/breakpoint_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint::mpeg {
namespace {

/// The breakpoint from `first` to `last` with the least distortion plus lambda times bits; the smallest if several are
/// equal.
std::uint8_t best_between(const BreakpointCurve& cluster, double lambda, std::uint8_t first, std::uint8_t last) {
  std::uint8_t best = first;
  const auto cost = [&](std::uint8_t b) { return cluster.distortion[b] + lambda * cluster.bits[b]; };
  for (std::uint8_t b = first; b < last;) {
    if (cost(++b) < cost(best)) best = b;
  }
  return best;
}

void enter(Breakpoints& solution, const BreakpointCurve& cluster, std::uint8_t breakpoint) {
  solution.of_cluster.push_back(breakpoint);
  solution.bits += cluster.bits[breakpoint];
  solution.distortion += cluster.distortion[breakpoint];
}

}  // namespace

Breakpoints lagrangian_breakpoints(std::span<const BreakpointCurve> clusters, double budget) {
  Breakpoints most;    // lambda_l = 0
  Breakpoints fewest;  // lambda_u = infinity
  for (const BreakpointCurve& cluster : clusters) {
    enter(most, cluster, best_between(cluster, 0, 0, static_cast<std::uint8_t>(cluster.bits.size() - 1)));
    enter(fewest, cluster, 0);
  }
  fewest.feasible = fewest.bits <= budget;
  if (most.bits <= budget) return most;
  if (fewest.bits >= budget) return fewest;
  for (int steps = 1;; ++steps) {
    const double lambda = std::abs((fewest.distortion - most.distortion) / (fewest.bits - most.bits));
    Breakpoints next;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      enter(next, clusters[i], best_between(clusters[i], lambda, fewest.of_cluster[i], most.of_cluster[i]));
    }
    const bool found = next.bits == fewest.bits || next.bits == most.bits;
    if (!found) (next.bits > budget ? most : fewest) = std::move(next);
    fewest.steps = steps;
    if (found) return fewest;
  }
}

Breakpoints rate_based_breakpoints(std::span<const BreakpointCurve> clusters, double budget) {
  double all = 0;
  for (const BreakpointCurve& cluster : clusters) all += cluster.bits.back();
  const double share = all > 0 ? std::clamp(budget / all, 0.0, 1.0) : 1;
  Breakpoints solution;
  double credit = 0;
  for (const BreakpointCurve& cluster : clusters) {
    credit += share * cluster.bits.back();
    std::uint8_t breakpoint = 0;
    while (breakpoint + 1U < cluster.bits.size() && cluster.bits[breakpoint + 1U] <= credit) ++breakpoint;
    enter(solution, cluster, breakpoint);
    credit -= cluster.bits[breakpoint];
  }
  solution.feasible = budget >= 0;
  return solution;
}

}  // namespace counterpoint::mpeg

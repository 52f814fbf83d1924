// SPDX-License-Identifier: GPL-3.0-or-later
// The paper's constrained rate shaping of one picture: C(n), Jacobs 1998, sections 2.2 and 2.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/requantise/macroblock_targets.h"

namespace counterpoint::mpeg {

/// Bits and distortion of each breakpoint of one cluster: [i] is breakpoint i + 1, which keeps the first i + 1
/// run-level codes of each of its blocks. At least one breakpoint.
struct BreakpointCurve {
  std::vector<double> bits;        ///< R_i(b) without what always stays: starts at 0 and does not fall.
  std::vector<double> distortion;  ///< D_i(b), eq. (3) or (11).
};

struct Breakpoints {
  std::vector<std::uint8_t> of_cluster;  ///< b - 1 of each cluster.
  double bits = 0;
  double distortion = 0;
  int steps = 0;         ///< Solutions for a lambda that were computed between the two that bound them.
  bool feasible = true;  ///< False: these take the fewest bits of all, and that is above the budget.
};

/// Equations (4) to (8): bisection on lambda between the largest and the smallest rate, each step keeping to the
/// breakpoints between its two bounds (pruning). If the curves are convex, no choice that takes as few bits has less
/// distortion.
[[nodiscard]] Breakpoints lagrangian_breakpoints(std::span<const BreakpointCurve> clusters, double budget);

/// Section 2.3, the purely rate-based choice: each cluster keeps the same share of its bits, rounded to whole codes.
/// Bits that one leaves go to the next.
[[nodiscard]] Breakpoints rate_based_breakpoints(std::span<const BreakpointCurve> clusters, double budget);

/// Bits and distortion of `picture` over the breakpoint of each cluster: `macroblocks` macroblocks that follow each
/// other in a slice and have coded blocks, or, for 0, each block for itself. Distortion is D_i of eq. (3) when the
/// picture was parsed without a tracker, else of eq. (11); errors in chrominance count as in luminance.
[[nodiscard]] std::vector<BreakpointCurve> cluster_curves(const MacroblockTargets& picture, std::size_t macroblocks);

/// The picture with each block cut at its cluster's breakpoint, which belongs to the same `macroblocks`.
[[nodiscard]] MacroblockPicture cut_clusters(const MacroblockTargets& picture, std::size_t macroblocks,
                                             const Breakpoints& breakpoints);

}  // namespace counterpoint::mpeg

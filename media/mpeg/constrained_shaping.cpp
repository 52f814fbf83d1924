// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/constrained_shaping.h"

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

namespace {

/// Calls visit(cluster, macroblock, block) for each coded block, all by number.
template <typename Visit>
void for_each_coded_block(const MacroblockPicture& picture, std::size_t macroblocks, const Visit& visit) {
  std::size_t cluster = 0;
  for (const MacroblockSlice& slice : picture.slices) {
    std::size_t in_cluster = 0;
    for (std::size_t i = slice.first_macroblock; i < slice.end_macroblock; ++i) {
      const CodedMacroblock& macroblock = picture.macroblocks[i];
      if (macroblock.first_block == macroblock.end_block) continue;
      for (std::size_t block = macroblock.first_block; block < macroblock.end_block; ++block) {
        visit(cluster, i, block);
        if (macroblocks == 0) ++cluster;
      }
      if (macroblocks == 0 || ++in_cluster < macroblocks) continue;
      ++cluster;
      in_cluster = 0;
    }
    if (in_cluster > 0) ++cluster;
  }
}

/// Bits and distortion of each breakpoint of one block; the first code stays in any case.
BreakpointCurve block_curve(const MacroblockTargets& picture, std::size_t macroblock_number, const CodedBlock& block) {
  const CodedMacroblock& macroblock = picture.original().macroblocks[macroblock_number];
  const bool intra = macroblock.is_intra();
  BreakpointCurve curve{{0}, {0}};
  // In an intra block the DC coefficient is code 0.
  std::uint32_t i = intra ? block.first : block.first + 1;
  int place = intra ? 0 : picture.original().coefficients[block.first].place;
  for (; i < block.end; ++i) {
    const Coefficient code = picture.original().coefficients[i];
    const auto run = static_cast<std::size_t>(code.place - place - 1);
    place = code.place;
    // Without it the error is A + E, with it A: the difference is 2 A E + E^2.
    const float step = picture.step(macroblock.quantiser_scale_code, block.number, intra, code.place);
    const float e = reconstruct(code.level, step, intra);
    const float a = picture.target(macroblock_number, block.number, code.place) - e;
    curve.bits.push_back(curve.bits.back() + picture.codes(intra).length(run, code.level));
    curve.distortion.push_back(curve.distortion.back() - static_cast<double>(2 * a * e + e * e));
  }
  return curve;
}

}  // namespace

std::vector<BreakpointCurve> cluster_curves(const MacroblockTargets& picture, std::size_t macroblocks) {
  std::vector<BreakpointCurve> clusters;
  for_each_coded_block(picture.original(), macroblocks,
                       [&](std::size_t cluster, std::size_t macroblock, std::size_t i) {
                         const BreakpointCurve block = block_curve(picture, macroblock, picture.original().blocks[i]);
                         if (cluster == clusters.size()) return clusters.push_back(block);
                         BreakpointCurve& sum = clusters[cluster];
                         const std::size_t before = sum.bits.size();
                         const std::size_t size = std::max(before, block.bits.size());
                         // A block that has fewer codes keeps all of them from there on.
                         sum.bits.resize(size, sum.bits.back());
                         sum.distortion.resize(size, sum.distortion.back());
                         for (std::size_t b = 0; b < size; ++b) {
                           sum.bits[b] += block.bits[std::min(b, block.bits.size() - 1)];
                           sum.distortion[b] += block.distortion[std::min(b, block.bits.size() - 1)];
                         }
                       });
  return clusters;
}

MacroblockPicture cut_clusters(const MacroblockTargets& picture, std::size_t macroblocks,
                               const Breakpoints& breakpoints) {
  MacroblockPicture cut = picture.original();
  for_each_coded_block(
      picture.original(), macroblocks, [&](std::size_t cluster, std::size_t macroblock, std::size_t i) {
        CodedBlock& block = cut.blocks[i];
        const std::uint32_t kept = breakpoints.of_cluster[cluster] + (cut.macroblocks[macroblock].is_intra() ? 0U : 1U);
        block.end = std::min(block.end, block.first + kept);
      });
  return cut;
}

}  // namespace counterpoint::mpeg

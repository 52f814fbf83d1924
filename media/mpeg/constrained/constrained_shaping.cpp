// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/constrained/constrained_shaping.h"

#include <algorithm>

namespace counterpoint::mpeg {
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
  const MacroblockTargets::Scan& step = picture.steps(macroblock.quantiser_scale_code, block.number, intra);
  const MacroblockTargets::Scan& target = picture.target(macroblock_number, block.number);
  BreakpointCurve curve{{0}, {0}};
  // In an intra block the DC coefficient is code 0.
  std::uint32_t i = intra ? block.first : block.first + 1;
  int place = intra ? 0 : picture.original().coefficients[block.first].place;
  for (; i < block.end; ++i) {
    const Coefficient code = picture.original().coefficients[i];
    const auto run = static_cast<std::size_t>(code.place - place - 1);
    place = code.place;
    // Without it the error is A + E, with it A: the difference is 2 A E + E^2.
    const float e = reconstruct(code.level, step[code.place], intra);
    const float a = target[code.place] - e;
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

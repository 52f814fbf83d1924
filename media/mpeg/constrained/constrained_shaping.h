// SPDX-License-Identifier: GPL-3.0-or-later
// The paper's constrained rate shaping of one picture: C(n), Jacobs 1998, sections 2.2 and 2.3.
#pragma once

#include <cstddef>
#include <vector>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/constrained/breakpoint_search.h"
#include "media/mpeg/requantise/macroblock_targets.h"

namespace counterpoint::mpeg {

/// Bits and distortion of `picture` over the breakpoint of each cluster: `macroblocks` macroblocks that follow each
/// other in a slice and have coded blocks, or, for 0, each block for itself. Distortion is D_i of eq. (3) when the
/// picture was parsed without a tracker, else of eq. (11); errors in chrominance count as in luminance.
[[nodiscard]] std::vector<BreakpointCurve> cluster_curves(const MacroblockTargets& picture, std::size_t macroblocks);

/// The picture with each block cut at its cluster's breakpoint, which belongs to the same `macroblocks`.
[[nodiscard]] MacroblockPicture cut_clusters(const MacroblockTargets& picture, std::size_t macroblocks,
                                             const Breakpoints& breakpoints);

}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace counterpoint {

/// MPEG-2 video with one quantiser scale throughout.
struct QuantiserPoint {
  int scale = 0;  ///< 2 (finest) to 31.
  double kilobits_per_second = 0;
  double snr = 0;  ///< dB, of luminance against the source.
};

/// The points stand in order of falling scales: the relation of Wakamiya et al. 2001, figure 4, for our own clip
/// (Foreman, 352x288 at 30 frames/s, a GoP of 30 pictures with two B pictures between others), measured by
/// tests/experiments/quantiser_map.
[[nodiscard]] std::span<const QuantiserPoint> quantiser_map();

/// The finest that fits into the rate; the coarsest where none does (Wakamiya et al. 2001, 2.3).
[[nodiscard]] const QuantiserPoint& quantiser_for(double kilobits_per_second);

}  // namespace counterpoint

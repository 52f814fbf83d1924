// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Result of luma_psnr() for identical frames, in dB.
inline constexpr double kIdenticalPsnr = 100.0;

/// Peak signal-to-noise ratio of `frame` against `original` in the luma plane, in dB, at most kIdenticalPsnr; 0 when
/// their sizes differ.
[[nodiscard]] inline double luma_psnr(const FrameBuffer& original, const FrameBuffer& frame) {
  const Resolution size = original.size();
  if (frame.size() != size) return 0;
  std::uint64_t error = 0;
  for (int y = 0; y < size.height; ++y) {
    const auto expected = original.row(0, y);
    const auto actual = frame.row(0, y);
    for (std::size_t x = 0; x < static_cast<std::size_t>(size.width); ++x) {
      const int difference = int{expected[x]} - int{actual[x]};
      error += static_cast<std::uint64_t>(difference * difference);
    }
  }
  if (error == 0) return kIdenticalPsnr;
  const double mean = static_cast<double>(error) / static_cast<double>(size.area());
  return std::min(10 * std::log10(255.0 * 255.0 / mean), kIdenticalPsnr);
}

}  // namespace counterpoint

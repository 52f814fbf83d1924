// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Mean structural similarity of `frame` and `original` in the luma plane (Wang et al. 2004, with the paper's
/// constants, over windows of 8 x 8 samples every 4): 1 when they are the same; 0 when their sizes differ or a side is
/// below 8.
[[nodiscard]] inline double luma_ssim(const FrameBuffer& original, const FrameBuffer& frame) {
  constexpr int kWindow = 8;
  constexpr double kSamples = kWindow * kWindow;
  constexpr double kC1 = 0.01 * 255 * 0.01 * 255;
  constexpr double kC2 = 0.03 * 255 * 0.03 * 255;
  const Resolution size = original.size();
  if (frame.size() != size) return 0;
  double sum = 0;
  std::int64_t windows = 0;
  for (int top = 0; top + kWindow <= size.height; top += kWindow / 2) {
    for (int left = 0; left + kWindow <= size.width; left += kWindow / 2) {
      std::int64_t a = 0, b = 0, aa = 0, bb = 0, ab = 0;
      for (int y = top; y < top + kWindow; ++y) {
        const std::uint8_t* const first = original.row(0, y).data() + left;
        const std::uint8_t* const second = frame.row(0, y).data() + left;
        for (int x = 0; x < kWindow; ++x) {
          a += first[x];
          b += second[x];
          aa += first[x] * first[x];
          bb += second[x] * second[x];
          ab += first[x] * second[x];
        }
      }
      const double mean_a = static_cast<double>(a) / kSamples;
      const double mean_b = static_cast<double>(b) / kSamples;
      const double variances = static_cast<double>(aa + bb) / kSamples - mean_a * mean_a - mean_b * mean_b;
      const double covariance = static_cast<double>(ab) / kSamples - mean_a * mean_b;
      sum += (2 * mean_a * mean_b + kC1) * (2 * covariance + kC2) /
             ((mean_a * mean_a + mean_b * mean_b + kC1) * (variances + kC2));
      ++windows;
    }
  }
  return windows > 0 ? sum / static_cast<double>(windows) : 0;
}

}  // namespace counterpoint

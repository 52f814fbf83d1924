// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/frame/picture_quality.h"

#include <libyuv/compare.h>

#include <algorithm>
#include <cmath>

namespace counterpoint {

double luma_psnr(const FrameBuffer& original, const FrameBuffer& picture) {
  const Resolution size = original.size();
  if (picture.size() != size) return 0;
  const std::uint64_t error = libyuv::ComputeSumSquareErrorPlane(original.data(0), original.stride(0), picture.data(0),
                                                                 picture.stride(0), size.width, size.height);
  if (error == 0) return kIdenticalPsnr;
  const double mean = static_cast<double>(error) / static_cast<double>(size.area());
  return std::min(10 * std::log10(255.0 * 255.0 / mean), kIdenticalPsnr);
}

}  // namespace counterpoint

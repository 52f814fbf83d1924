// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/frame/picture_scaling.h"

#include <libyuv/scale.h>

#include <algorithm>
#include <cstdint>

namespace counterpoint {
namespace {

/// `side` * `numerator` / `denominator` to the nearest even number, at least 2, and never above `side` itself.
int shrink_side(int side, std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t pairs = (side * numerator + denominator) / (2 * denominator);
  return std::min(side, static_cast<int>(std::max<std::int64_t>(pairs * 2, 2)));
}

/// The longest even side within `bound`, at least 2, and never above `side` itself.
int limit_side(int side, int bound) { return std::min(side, std::max(bound & ~1, 2)); }

std::shared_ptr<const FrameBuffer> rescale(const FrameBuffer& picture, Resolution to, libyuv::FilterMode filter) {
  const Resolution from = picture.size();
  auto made = std::make_shared<FrameBuffer>(to);
  libyuv::I420Scale(picture.data(0), picture.stride(0), picture.data(1), picture.stride(1), picture.data(2),
                    picture.stride(2), from.width, from.height, made->data(0), made->stride(0), made->data(1),
                    made->stride(1), made->data(2), made->stride(2), to.width, to.height, filter);
  return made;
}

}  // namespace

Resolution fit_size(Resolution size, Resolution bound) {
  if (bound.width <= 0 || bound.height <= 0) return size;
  if (size.width <= bound.width && size.height <= bound.height) return size;
  const bool width_limits = std::int64_t{bound.width} * size.height <= std::int64_t{bound.height} * size.width;
  const std::int64_t numerator = width_limits ? bound.width : bound.height;
  const std::int64_t denominator = width_limits ? size.width : size.height;
  const Resolution scaled = {.width = shrink_side(size.width, numerator, denominator),
                             .height = shrink_side(size.height, numerator, denominator)};
  return {.width = limit_side(scaled.width, bound.width), .height = limit_side(scaled.height, bound.height)};
}

std::shared_ptr<const FrameBuffer> scale_to_fit(std::shared_ptr<const FrameBuffer> picture, Resolution bound) {
  const Resolution from = picture->size();
  const Resolution to = fit_size(from, bound);
  if (to == from) return picture;
  // The box filter averages all that falls into a sample; bilinear filtering would skip samples and flicker.
  return rescale(*picture, to, libyuv::kFilterBox);
}

std::shared_ptr<const FrameBuffer> scale_to_fill(std::shared_ptr<const FrameBuffer> picture, Resolution size) {
  if (picture->size() == size) return picture;
  return rescale(*picture, size, libyuv::kFilterBilinear);
}

double width_of_square_pixels(int width, double aspect) {
  constexpr double kMaxStretch = 4;
  return aspect >= 1 / kMaxStretch && aspect <= kMaxStretch ? width * aspect : width;
}

}  // namespace counterpoint

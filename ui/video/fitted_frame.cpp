// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/fitted_frame.h"

#include <libyuv/convert_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/scale.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint {
namespace {
constexpr qsizetype kPixelBytes = 4;
}  // namespace

QRect cut_to_aspect(Resolution size, QSizeF target) {
  // Chroma is shared by two samples, hence even offsets.
  const double aspect = target.width() / target.height();
  if (size.width > size.height * aspect) {
    const int width = std::clamp(static_cast<int>(std::lround(size.height * aspect)), 1, size.width);
    return {(size.width - width) / 2 & ~1, 0, width, size.height};
  }
  const int height = std::clamp(static_cast<int>(std::lround(size.width / aspect)), 1, size.height);
  return {0, (size.height - height) / 2 & ~1, size.width, height};
}

void FittedFrame::set(std::shared_ptr<const FrameBuffer> frame, bool mirrored) {
  frame_ = std::move(frame);
  is_mirrored_ = mirrored;
  size_ = {};
}

void FittedFrame::fit(QSize size) {
  if (std::exchange(size_, size) == size) return;
  const QRect cut = cut_to_aspect(frame_->size(), size);
  take(*frame_, cut.topLeft());
  Resolution from{cut.width(), cut.height()};
  const Resolution to{size.width(), size.height()};
  // Scaling to a quarter is fast; a frame that is scaled far down by way of it costs less than half as much.
  constexpr int kQuarter = 4;
  const Resolution quarter{from.width / kQuarter, from.height / kQuarter};
  if (to.width <= quarter.width && to.height <= quarter.height) {
    scale({quarter.width * kQuarter, quarter.height * kQuarter}, quarter, half_way_);
    from = quarter;
  }
  if (from != to) scale(from, to, scaled_);
  if (is_mirrored_) mirror(to);
}

void FittedFrame::take(const FrameBuffer& from, QPoint corner) {
  for (const int plane : {0, 1, 2}) {
    const QPoint at = plane == 0 ? corner : corner / 2;
    const int stride = from.stride(plane);
    planes_[static_cast<std::size_t>(plane)] = {from.data(plane) + std::ptrdiff_t{at.y()} * stride + at.x(), stride};
  }
}

void FittedFrame::scale(Resolution from, Resolution to, std::optional<FrameBuffer>& into) {
  // Allocating the memory anew for each frame would cost as much as scaling it.
  if (!into || into->size() != to) into.emplace(to);
  const auto& [y, cb, cr] = planes_;
  libyuv::I420Scale(y.samples, y.stride, cb.samples, cb.stride, cr.samples, cr.stride, from.width, from.height,
                    into->data(0), into->stride(0), into->data(1), into->stride(1), into->data(2), into->stride(2),
                    to.width, to.height, libyuv::kFilterBox);
  take(*into, {});
}

void FittedFrame::mirror(Resolution size) {
  if (!mirrored_ || mirrored_->size() != size) mirrored_.emplace(size);
  const auto& [y, cb, cr] = planes_;
  libyuv::I420Mirror(y.samples, y.stride, cb.samples, cb.stride, cr.samples, cr.stride, mirrored_->data(0),
                     mirrored_->stride(0), mirrored_->data(1), mirrored_->stride(1), mirrored_->data(2),
                     mirrored_->stride(2), size.width, size.height);
  take(*mirrored_, {});
}

void FittedFrame::convert(const QRect& part, std::uint8_t* pixels, qsizetype stride) {
  const int aside = part.x() % 2;
  const int width = part.width() + aside;
  const auto rows = [&](int top, int count, std::uint8_t* to, qsizetype to_stride) {
    const auto at = [&](std::size_t plane) {
      const int shift = plane == 0 ? 0 : 1;
      const Plane& from = planes_[plane];
      return from.samples + std::ptrdiff_t{top >> shift} * from.stride + ((part.x() - aside) >> shift);
    };
    libyuv::I420ToARGB(at(0), planes_[0].stride, at(1), planes_[1].stride, at(2), planes_[2].stride, to,
                       static_cast<int>(to_stride), width, count);
  };
  if (aside != 0) {
    // Pixels to the left of the part may not be written.
    row_.resize(static_cast<std::size_t>(width * kPixelBytes));
    for (int y = 0; y < part.height(); ++y) {
      rows(part.y() + y, 1, row_.data(), width * kPixelBytes);
      std::copy(row_.begin() + kPixelBytes, row_.end(), pixels + y * stride);
    }
    return;
  }
  const int above = std::min(part.y() % 2, part.height());
  if (above != 0) rows(part.y(), 1, pixels, stride);
  if (part.height() > above) rows(part.y() + above, part.height() - above, pixels + above * stride, stride);
}

}  // namespace counterpoint

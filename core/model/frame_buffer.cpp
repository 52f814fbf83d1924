// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/frame_buffer.h"

#include <cassert>
#include <cstdlib>
#include <new>

namespace counterpoint {
namespace {
constexpr std::size_t kAlignment = 32;
constexpr int align_up(int n) { return (n + static_cast<int>(kAlignment) - 1) & ~(static_cast<int>(kAlignment) - 1); }
}  // namespace

void FrameBuffer::FreeAligned::operator()(std::uint8_t* p) const {
  ::operator delete[](p, std::align_val_t{kAlignment});
}

FrameBuffer::FrameBuffer(Resolution size) : size_(size) {
  assert(size.width >= 1 && size.width <= kMaxPictureSide && size.height >= 1 && size.height <= kMaxPictureSide);
  std::array<std::size_t, 3> sizes{};
  std::size_t total = 0;
  for (int plane = 0; plane < 3; ++plane) {
    const auto i = static_cast<std::size_t>(plane);
    strides_[i] = align_up(plane_size(plane).width);
    sizes[i] = static_cast<std::size_t>(strides_[i]) * static_cast<std::size_t>(plane_size(plane).height);
    total += sizes[i];
  }
  storage_.reset(new (std::align_val_t{kAlignment}) std::uint8_t[total]);
  planes_ = {storage_.get(), storage_.get() + sizes[0], storage_.get() + sizes[0] + sizes[1]};
}

Resolution FrameBuffer::plane_size(int plane) const {
  if (plane == 0) return size_;
  return {.width = (size_.width + 1) / 2, .height = (size_.height + 1) / 2};
}

std::span<const std::uint8_t> FrameBuffer::row(int plane, int y) const {
  return {data(plane) + std::ptrdiff_t{y} * stride(plane), static_cast<std::size_t>(plane_size(plane).width)};
}

std::span<std::uint8_t> FrameBuffer::row(int plane, int y) {
  return {data(plane) + std::ptrdiff_t{y} * stride(plane), static_cast<std::size_t>(plane_size(plane).width)};
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// Frames as a camera in a call gives them: a still, textured room, a head that moves, and the camera's noise.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/rng.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The same frames for the same seed on every machine.
class MovingFrame {
 public:
  explicit MovingFrame(Resolution size, std::uint64_t seed = 1) : size_(size), seed_(seed) {
    Rng rng(seed);
    for (auto& texel : texture_) texel = static_cast<std::uint8_t>(rng.below(256));
    for (int pass = 0; pass < 3; ++pass) blur();
  }

  [[nodiscard]] std::shared_ptr<const FrameBuffer> at(int index) const {
    auto picture = std::make_shared<FrameBuffer>(size_);
    Rng noise(seed_ + static_cast<std::uint64_t>(index) * 7919);
    const double phase = index * 0.08;
    const int head_x = size_.width / 2 + static_cast<int>(std::lround(size_.width * 0.08 * std::sin(phase)));
    const int head_y = size_.height / 2 + static_cast<int>(std::lround(size_.height * 0.05 * std::sin(phase * 1.7)));
    const int radius = std::max(size_.height / 4, 1);
    for (int y = 0; y < size_.height; ++y) {
      std::uint64_t random = noise.next();
      for (int x = 0; x < size_.width; ++x) {
        const int dx = x - head_x;
        const int dy = y - head_y;
        const bool head = dx * dx + dy * dy * 3 / 4 < radius * radius;
        const int light = head ? 120 + texel(dx * 2, dy * 2) / 3 : 60 + texel(x, y) / 2 + 40 * y / size_.height;
        random = random * 6364136223846793005U + 1442695040888963407U;
        picture->row(0, y)[static_cast<std::size_t>(x)] =
            static_cast<std::uint8_t>(std::clamp(light + static_cast<int>(random >> 62U) - 1, 16, 235));
      }
    }
    for (int plane = 1; plane < 3; ++plane) paint_chroma(*picture, plane, head_x / 2, head_y / 2, radius / 2);
    return picture;
  }

 private:
  static constexpr int kTile = 256;

  /// The place in texture_ of a texel, in tiles without end.
  [[nodiscard]] static std::size_t index(int x, int y) {
    return static_cast<std::size_t>(y & (kTile - 1)) * kTile + static_cast<std::size_t>(x & (kTile - 1));
  }
  [[nodiscard]] int texel(int x, int y) const { return texture_[index(x, y)]; }

  void blur() {
    const std::vector<std::uint8_t> sharp = texture_;
    for (int y = 0; y < kTile; ++y) {
      for (int x = 0; x < kTile; ++x) {
        int sum = 0;
        for (int i = -2; i <= 2; ++i) {
          sum += sharp[index(x, y + i)];
          sum += sharp[index(x + i, y)];
        }
        const int stretched = (sum / 10 - 128) * 3 / 2 + 128;
        texture_[index(x, y)] = static_cast<std::uint8_t>(std::clamp(stretched, 0, 255));
      }
    }
  }

  static void paint_chroma(FrameBuffer& picture, int plane, int head_x, int head_y, int radius) {
    const Resolution size = picture.plane_size(plane);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const int dx = x - head_x;
        const int dy = y - head_y;
        const bool head = dx * dx + dy * dy * 3 / 4 < radius * radius;
        const int colour = plane == 1 ? 110 : 150;
        picture.row(plane, y)[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(head ? colour : 128);
      }
    }
  }

  Resolution size_;
  std::uint64_t seed_;
  std::vector<std::uint8_t> texture_ = std::vector<std::uint8_t>(kTile * kTile);
};

}  // namespace counterpoint

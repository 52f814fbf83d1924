// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/time.h"

namespace counterpoint {

/// Width and height of a frame in luma samples.
struct Resolution {
  int width = 0;
  int height = 0;
  bool operator==(const Resolution&) const = default;
  [[nodiscard]] std::int64_t area() const { return std::int64_t{width} * height; }
};

/// The largest width or height this program handles; larger input is refused before anything is allocated.
inline constexpr int kMaxPictureSide = 4096;

/// An 8-bit 4:2:0 frame (planes Y, Cb, Cr; BT.601 limited range), rows aligned to 32 bytes, in one allocation.
class FrameBuffer {
 public:
  /// An uninitialised frame of `size`, each side 1 to kMaxPictureSide.
  explicit FrameBuffer(Resolution size);

  [[nodiscard]] Resolution size() const { return size_; }
  /// The size of plane 0 (Y), 1 (Cb) or 2 (Cr); chroma sizes are rounded up.
  [[nodiscard]] Resolution plane_size(int plane) const;
  [[nodiscard]] int stride(int plane) const { return strides_[static_cast<std::size_t>(plane)]; }
  [[nodiscard]] const std::uint8_t* data(int plane) const { return planes_[static_cast<std::size_t>(plane)]; }
  [[nodiscard]] std::uint8_t* data(int plane) { return planes_[static_cast<std::size_t>(plane)]; }
  /// Row `y` of `plane`, without the padding.
  [[nodiscard]] std::span<const std::uint8_t> row(int plane, int y) const;
  [[nodiscard]] std::span<std::uint8_t> row(int plane, int y);

 private:
  struct FreeAligned {
    void operator()(std::uint8_t* p) const;
  };
  Resolution size_;
  std::array<int, 3> strides_{};
  std::array<std::uint8_t*, 3> planes_{};
  std::unique_ptr<std::uint8_t[], FreeAligned> storage_;
};

/// A frame with its time. Buffers are shared between threads and immutable once they are in a frame.
struct VideoFrame {
  std::shared_ptr<const FrameBuffer> buffer;
  /// At a source, the time since its first frame. On the receiving side, the time of capture on the peer's clock.
  Duration media_time{};
  /// When the frame was taken, on this host's clock; on the receiving side, when it is to be shown.
  Timestamp at{};
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "core/base/units.h"
#include "core/ports/video_source.h"

namespace counterpoint {

[[nodiscard]] std::shared_ptr<const FrameBuffer> black_picture(Resolution size);

/// Black frames at a steady rate, in place of a camera that is off.
class BlackSource final : public VideoSource {
 public:
  /// `size`: each side 16 to kMaxPictureSide. `frame_rate` > 0.
  BlackSource(Resolution size, FrameRate frame_rate) : picture_(black_picture(size)), frame_rate_(frame_rate) {}

  /// Never ends, never fails, never blocks; nothing after interrupt().
  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  void interrupt() override { interrupted_ = true; }
  [[nodiscard]] bool is_live() const override { return false; }
  [[nodiscard]] Message description() const override;

 private:
  const std::shared_ptr<const FrameBuffer> picture_;
  const FrameRate frame_rate_;
  std::uint32_t next_number_ = 0;
  std::atomic<bool> interrupted_ = false;
};

}  // namespace counterpoint

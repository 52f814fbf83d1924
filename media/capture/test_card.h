// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/units.h"
#include "core/ports/video_source.h"
#include "media/frame/frame_pool.h"

namespace counterpoint {

/// A generated frame that moves about as much as a talking head, with marks (media/capture/marks.h) that tests and
/// benchmarks read back: frame n carries the number n and stands at n / frame_rate; the flash is on in step with the
/// beeps of the audio source "marks".
class TestCard final : public VideoSource {
 public:
  /// `size`: each side 16 to kMaxPictureSide. `frame_rate` > 0.
  TestCard(Resolution size, FrameRate frame_rate);

  /// Never ends, never fails, never blocks; nothing after interrupt().
  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  [[nodiscard]] Result<std::optional<VideoFrame>> skip() override;
  void interrupt() override { interrupted_ = true; }
  [[nodiscard]] bool is_live() const override { return false; }
  [[nodiscard]] Message description() const override;

 private:
  [[nodiscard]] Duration media_time() const { return from_seconds(next_number_ / frame_rate_.per_second()); }
  void draw_head(FrameBuffer& picture, double seconds) const;
  void draw_clock(FrameBuffer& picture, Duration media_time) const;

  FramePool pool_;
  FrameBuffer background_;  ///< All that never moves, drawn once.
  FrameBuffer head_;        ///< The moving, textured disc, drawn once.
  FrameRate frame_rate_;
  std::uint32_t next_number_ = 0;
  std::atomic<bool> interrupted_ = false;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// A source of frames: a camera, the screen, a file, the test card.
///
/// 1. A live source blocks in read() until its next frame is there and stamps `at` with the clock it was given.
/// 2. A stored or generated source returns at once; the reader paces it by `media_time` (first frame 0, increasing).
/// 3. read() gives nothing at the end of the source; a looping source never ends.
/// 4. One thread reads; interrupt() may come from another and makes a blocked read() return nothing soon.
class VideoSource {
 public:
  virtual ~VideoSource() = default;
  [[nodiscard]] virtual Result<std::optional<VideoFrame>> read() = 0;
  /// In place of read(), for a frame that nobody will look at: it may come without its frame, at less cost.
  [[nodiscard]] virtual Result<std::optional<VideoFrame>> skip() { return read(); }
  virtual void interrupt() = 0;
  [[nodiscard]] virtual bool is_live() const = 0;
  /// A camera in front of its user, who wants to see it as a mirror.
  [[nodiscard]] virtual bool is_camera() const { return false; }
  /// For people: "test card 640x360, 30 frames/s".
  [[nodiscard]] virtual Message description() const = 0;
};

}  // namespace counterpoint

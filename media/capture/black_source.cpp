// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/black_source.h"

#include <algorithm>

namespace counterpoint {

std::shared_ptr<const FrameBuffer> black_picture(Resolution size) {
  auto picture = std::make_shared<FrameBuffer>(size);
  for (int plane = 0; plane < 3; ++plane) {
    const std::uint8_t value = plane == 0 ? 16 : 128;
    for (int y = 0; y < picture->plane_size(plane).height; ++y) std::ranges::fill(picture->row(plane, y), value);
  }
  return picture;
}

Result<std::optional<VideoFrame>> BlackSource::read() {
  if (interrupted_) return std::optional<VideoFrame>();
  const Duration media_time = from_seconds(next_number_++ / frame_rate_.per_second());
  return std::optional(VideoFrame{.buffer = picture_, .media_time = media_time, .at = {}});
}

Message BlackSource::description() const { return message("camera off"); }

}  // namespace counterpoint

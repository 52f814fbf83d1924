// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/picture_log.h"

#include <algorithm>

namespace counterpoint {

void PictureLog::handle_decoded(const EncodedVideoFrame& frame, Duration capture_time) {
  decoded_.push_back({.captured = capture_time,
                      .key_frame = frame.key_frame,
                      .size = DataSize::bytes(static_cast<std::int64_t>(frame.data.size())),
                      .resolution = frame.size});
}

void PictureLog::show(const VideoFrame& frame) {
  const auto found = std::ranges::find(decoded_, frame.media_time, &ShownPicture::captured);
  if (found == decoded_.end()) return;
  ShownPicture picture = *found;
  decoded_.erase(decoded_.begin(), found + 1);
  picture.captured = std::max(Duration::zero(), frame.media_time - start_.time_since_epoch());
  picture.shown = now_ - start_;
  pictures_.push_back(picture);
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/picture_log.h"

#include <algorithm>

#include "media/frame/picture_scaling.h"
#include "media/frame/structural_similarity.h"

namespace counterpoint {
namespace {

/// Between two looks at the screen; no multiple of a frame's time, so that a picture is seen at each of its ages.
constexpr Duration kBetweenLooks = 190ms;

}  // namespace

void PictureLog::advance_to(Timestamp now) {
  if (source_ && next_look_ == Timestamp{}) next_look_ = now;
  for (; source_ && next_look_ < now; next_look_ += kBetweenLooks) look(next_look_);
  now_ = now;
}

// The picture is held against what was in front of the camera when it was captured and, as it ages on the screen, so
// much later: the delay is a figure of its own.
void PictureLog::look(Timestamp at) {
  double similarity = 0;
  if (on_screen_.buffer) {
    const Timestamp captured{on_screen_.media_time};
    if (const FrameBuffer* source = source_->at(captured + (at - shown_at_))) {
      similarity = luma_ssim(*source, *scale_to_fill(on_screen_.buffer, source->size()));
    }
  }
  looks_.push_back({.at = at - start_, .similarity = similarity});
}

void PictureLog::handle_decoded(const EncodedVideoFrame& frame, Duration capture_time) {
  decoded_.push_back({.captured = capture_time,
                      .key_frame = frame.key_frame,
                      .non_reference = frame.non_reference,
                      .size = DataSize::bytes(static_cast<std::int64_t>(frame.data.size())),
                      .resolution = frame.size});
}

void PictureLog::show(const VideoFrame& frame) {
  if (source_) {
    on_screen_ = frame;
    shown_at_ = now_;
  }
  const auto found = std::ranges::find(decoded_, frame.media_time, &ShownPicture::captured);
  if (found == decoded_.end()) return;
  ShownPicture picture = *found;
  decoded_.erase(decoded_.begin(), found + 1);
  picture.captured = std::max(Duration::zero(), frame.media_time - start_.time_since_epoch());
  picture.shown = now_ - start_;
  pictures_.push_back(picture);
}

}  // namespace counterpoint

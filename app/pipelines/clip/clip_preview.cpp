// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/clip/clip_preview.h"

namespace counterpoint {

void ClipPreview::add(const EncodedVideoFrame& frame, Timestamp now) {
  if (frame.key_frame) broken_ = false;
  if (frame.captured_at - now < kMinLead) broken_ = true;
  if (broken_) return;
  Result<VideoFrame> picture = decoder_->decode(frame);
  // The peer's decoder fails on the same picture: there is nothing to show.
  if (!picture || !picture->buffer) return;
  picture->media_time = picture->at.time_since_epoch();
  presenter_.add(std::move(*picture));
}

void ClipPreview::present(Timestamp now) {
  if (const auto frame = presenter_.take_due(now)) view_.show(*frame);
}

void ClipPreview::clear() {
  presenter_ = VideoPresenter();
  broken_ = true;
}

}  // namespace counterpoint

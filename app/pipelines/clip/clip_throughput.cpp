// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/clip/clip_throughput.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {

void ClipThroughput::add(const Picture& picture) {
  pictures_.push_back(picture);
  length_ += picture.shown_for;
  while (pictures_.size() > 1 && length_ - pictures_.front().shown_for >= kWindow) {
    length_ -= pictures_.front().shown_for;
    pictures_.pop_front();
  }
}

ClipFlow ClipThroughput::read() const {
  const double seconds = to_seconds(length_);
  if (!(seconds > 0)) return {};
  double original = 0;
  double sent = 0;
  double frames = 0;
  double sent_frames = 0;
  for (const Picture& picture : pictures_) {
    original += static_cast<double>(picture.original_size.bits());
    sent += static_cast<double>(picture.sent_size.bits());
    if (!picture.begins_frame) continue;
    ++frames;
    if (picture.sent_size.bits() > 0) ++sent_frames;
  }
  return {.original_rate = DataRate::bits_per_second(std::llround(original / seconds)),
          .sent_rate = DataRate::bits_per_second(std::llround(sent / seconds)),
          .share = original > 0 ? std::min(sent / original, 1.0) : 0,
          .original_frames = FrameRate::per_second(frames / seconds),
          .sent_frames = FrameRate::per_second(sent_frames / seconds)};
}

}  // namespace counterpoint

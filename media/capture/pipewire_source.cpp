// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/pipewire_source.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

PipeWireSource::PipeWireSource(std::unique_ptr<PipeWireStream> stream, FrameRate frame_rate,
                               std::function<Timestamp()> clock)
    : stream_(std::move(stream)), interval_(frame_rate.interval()), clock_(std::move(clock)) {}

Result<std::optional<VideoFrame>> PipeWireSource::read() {
  while (!interrupted_) {
    if (!stream_->problem().empty()) return Error{ErrorKind::kUnavailable, stream_->problem()};
    const Timestamp now = clock_();
    const Timestamp due = next_due();
    if (now < due) {
      stream_->run(due == kNever ? Duration(1h) : due - now);
      continue;
    }
    if (auto frame = stream_->take_frame()) {
      if (!last_) first_at_ = now;
      last_ = std::move(frame);
      changed_at_ = now;
    }
    if (!last_) continue;
    // Two frames never share a time, whatever the clock does.
    last_at_ = std::max(now, last_at_ + Duration(1));
    return std::optional(VideoFrame{.buffer = last_, .media_time = last_at_ - first_at_, .at = last_at_});
  }
  return std::optional<VideoFrame>();
}

void PipeWireSource::interrupt() {
  interrupted_ = true;
  stream_->wake();
}

Message PipeWireSource::description() const { return message("the screen, as the desktop shows it"); }

Timestamp PipeWireSource::next_due() const {
  if (!last_) return stream_->has_frame() ? Timestamp() : kNever;
  const bool soon = stream_->has_frame() || last_at_ - changed_at_ < kSharpening;
  return last_at_ + (soon ? interval_ : kStillInterval);
}

}  // namespace counterpoint

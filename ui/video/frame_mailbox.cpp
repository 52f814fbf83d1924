// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/frame_mailbox.h"

#include <utility>

namespace counterpoint {

FrameMailbox::FrameMailbox(QObject* parent) : QObject(parent) {}

void FrameMailbox::show(const VideoFrame& frame) {
  newest_.push(frame);
  if (announced_.exchange(true)) return;
  QMetaObject::invokeMethod(this, &FrameMailbox::frame_ready, Qt::QueuedConnection);
}

void FrameMailbox::set_attention(Attention attention) {
  if (std::exchange(attention_, attention) != attention) emit attention_changed(attention);
}

std::optional<VideoFrame> FrameMailbox::take() {
  // Cleared first: a frame that comes in between is announced once more rather than never.
  announced_ = false;
  return newest_.try_pop();
}

}  // namespace counterpoint

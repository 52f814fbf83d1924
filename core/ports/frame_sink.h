// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Destination of frames to be shown. show() may be called from any thread and must return at once.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void show(const VideoFrame& frame) = 0;
};

}  // namespace counterpoint

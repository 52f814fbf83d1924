// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/model/operating_point.h"

namespace counterpoint {

/// Codes the screen at an operating point: its rate, spent on fewer and larger frames, since text has to be read and
/// seldom moves. If the rate does not suffice for so large a frame, the encoder makes it smaller by itself.
struct ScreenCoding {
  /// 1 to 30. Default: a pointer and scrolling text can be followed, and each frame has bits enough to be sharp.
  FrameRate max_frames = FrameRate::per_second(10);
  /// Each side 16 to kMaxPictureSide. Default: the usual screen, whole.
  Resolution box = {.width = 1920, .height = 1080};

  [[nodiscard]] OperatingPoint at(const OperatingPoint& point) const {
    OperatingPoint screen = OperatingPoint::from_rate(point.video_rate(), std::min(point.frame_rate, max_frames), box);
    screen.aggregation_delay = point.aggregation_delay;
    screen.audio_packet_time = point.audio_packet_time;
    return screen;
  }
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ports/video_source.h"

namespace counterpoint {

/// A video source and its settings.
struct VideoSourceConfig {
  /// "test-card" (or empty); "black"; "screen" or "screen:DISPLAY" (X11, DISPLAY as in ":0"), a part of that of
  /// $DISPLAY as "monitor:1920x1080+1920+0", or one of its windows as "window:0x2a00007"; "camera", "camera:N" or
  /// "/dev/videoN"; anything else is a file or URL that libavformat reads.
  std::string name = "test-card";
  /// Size of the test card and of black frames; what a camera is asked for (it may give another); the box that the
  /// whole screen is scaled down to fit. Files keep their own size. Each side 16 to kMaxPictureSide.
  Resolution size = {.width = 640, .height = 360};
  /// 1 to 60 frames/s, for generated and live sources; a file keeps its own times (a still frame uses this).
  FrameRate frame_rate = FrameRate::per_second(30);
  /// A file starts again at its end, with continuous times. Other sources do not end.
  bool loop = true;
};

/// Opens a source of frames. `clock` stamps live frames and bounds how long opening a URL may take; it is called
/// from the thread that reads. kInvalidArgument: the request makes no sense; kUnavailable: no such device, file or
/// display now; kMalformed: not a video, or nothing in it decodes.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_video_source(const VideoSourceConfig& config,
                                                                     std::function<Timestamp()> clock);

}  // namespace counterpoint

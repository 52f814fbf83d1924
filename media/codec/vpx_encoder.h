// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// docs/decisions/0003-video-codec-settings.md holds the measurements behind the defaults.
struct VpxEncoderConfig {
  VideoCodec codec = VideoCodec::kVp8;
  /// 1 to 16. 1: each further thread costs CPU time in all, and one keeps up with 1280x720 at 30 frames/s.
  int threads = 1;
  /// Identical output for identical input whatever the machine is doing: forces one thread. (The speed never follows
  /// the clock in either case.)
  bool deterministic = false;
  /// 0 (best) to 16 (fastest) for VP8, 0 to 9 for VP9; the measured default of the codec when not given.
  std::optional<int> speed;
  /// 20 ms to 1 s of video at the target rate: what frames were off by is made good in about twice this. Short, since
  /// every second is to hold its rate; not shorter, or quality flickers.
  Duration rate_buffer = 100ms;
};

/// An encoder for a call: no frame is held back or dropped, key frames come on demand alone, and the mean frame size
/// follows OperatingPoint::frame_size at once and whatever rate frames really come at, key frames included. A frame
/// that cannot be coded in so few bytes is coded smaller. A new frame size costs a key frame in VP8, and none in VP9
/// unless it is larger than all before. kInvalidArgument when the configuration is out of
/// range. encode() gives kInvalidArgument for a point that is out of range, and the encoder stays usable.
[[nodiscard]] Result<std::unique_ptr<VideoEncoder>> make_vpx_encoder(const VpxEncoderConfig& config);

}  // namespace counterpoint

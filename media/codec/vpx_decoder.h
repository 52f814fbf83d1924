// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

struct VpxDecoderConfig {
  VideoCodec codec = VideoCodec::kVp8;
  /// 1 to 16. 1: a frame of 1280x720 takes far less than its 33 ms, and each further thread costs CPU time in all.
  int threads = 1;
};

/// A decoder for one received stream. Whatever the data, decode() gives a frame of at most kMaxPictureSide a side or
/// kMalformed; after kMalformed, frames are refused until the next key frame that is whole.
[[nodiscard]] Result<std::unique_ptr<VideoDecoder>> make_vpx_decoder(const VpxDecoderConfig& config);

}  // namespace counterpoint

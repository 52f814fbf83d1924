// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// A decoder for one received stream of MPEG-1/2 video (VideoCodec::kMpeg), coded picture after coded picture.
///
/// 1. Pictures come out in the order of decoding, each at once and with its own time: the display sorts them by
///    `at`. The first field of a frame gives no picture, the second one the whole frame.
/// 2. Damaged or missing parts of a picture are concealed, and the picture is given all the same. kMalformed means that
///    it    has no picture header, cannot be decoded without an I picture and a sequence header before it, or is larger
///    than MPEG-2's High level allows (1920x1152).
/// 3. Whatever the data, it goes on with the next frame.
[[nodiscard]] Result<std::unique_ptr<VideoDecoder>> make_mpeg_decoder();

}  // namespace counterpoint

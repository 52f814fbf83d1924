// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/model/encoded_frame.h"
#include "core/model/frame_buffer.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// The kind of what is seen, as W3C's MediaStreamTrack Content Hints have it.
enum class ContentHint { kMotion, kText };

class VideoEncoder {
 public:
  virtual ~VideoEncoder() = default;
  /// Compresses `frame` towards `point` (size, rate and frame rate may differ at each call; the frame is scaled down
  /// to fit point.picture_size, keeping its aspect). A key frame when asked for, when it is the first, or when the size
  /// changes in a way that the codec needs one.
  [[nodiscard]] virtual Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint& point,
                                                         bool key_frame) = 0;
  /// The part of the usual time, below 1, that it takes with a faster search for frames of the last one's size; nothing
  /// when it has no such search.
  [[nodiscard]] virtual std::optional<double> fast_search_time() const { return std::nullopt; }
  /// Codes with it, or as usual, from the next frame on.
  virtual void set_fast_search(bool) {}
  /// True: from the next frame on about every other frame is one that no frame refers to (two temporal layers). False,
  /// as at first: none is. An encoder that cannot do so takes no notice.
  virtual void set_temporal_layers(bool) {}
  /// Tells what the next frames show; at first motion.
  virtual void set_content_hint(ContentHint) {}
};

class VideoDecoder {
 public:
  virtual ~VideoDecoder() = default;
  /// The frame in `frame`, its `at` copied from captured_at; without a frame when the frame is only referred to.
  /// kMalformed when the data are broken: the decoder stays usable, and the caller asks for a key frame.
  [[nodiscard]] virtual Result<VideoFrame> decode(const EncodedVideoFrame& frame) = 0;
};

}  // namespace counterpoint

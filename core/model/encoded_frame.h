// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

enum class VideoCodec {
  kVp8,
  kVp9,
  kMpeg,  ///< MPEG-1 or MPEG-2 video: a stored clip. One frame is one coded frame, which may be a field.
};

/// The encoding name in SDP ("VP8", "VP9", "MPV").
[[nodiscard]] constexpr std::string_view to_string(VideoCodec codec) {
  switch (codec) {
    case VideoCodec::kVp8:
      return "VP8";
    case VideoCodec::kVp9:
      return "VP9";
    case VideoCodec::kMpeg:
      return "MPV";
  }
  return "";
}

/// True if the decoder conceals missing parts and damaged references well enough that waiting for a key frame would be
/// worse.
[[nodiscard]] constexpr bool conceals_losses(VideoCodec codec) { return codec == VideoCodec::kMpeg; }

struct EncodedVideoFrame {
  Bytes data;
  VideoCodec codec = VideoCodec::kVp8;
  bool key_frame = false;
  /// No other frame refers to it: it is of the upper one of two temporal layers. Its loss costs nothing but itself.
  bool non_reference = false;
  Resolution size;          ///< Encoded size; {0, 0} on the receiving side before decoding.
  Timestamp captured_at{};  ///< On the sender: when the frame was taken. On the receiver: when it is to be shown.
};

/// One Opus packet.
struct EncodedAudioFrame {
  Bytes data;
  Timestamp captured_at{};  ///< Time at which its first sample was captured.
};

}  // namespace counterpoint

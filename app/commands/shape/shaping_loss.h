// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/bytes.h"
#include "core/model/frame_buffer.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// Sums of squared errors of luminance over pictures.
struct LuminanceError {
  double squares = 0;
  double samples = 0;

  void add(const LuminanceError& other, double weight = 1) {
    squares += weight * other.squares;
    samples += weight * other.samples;
  }
  /// In dB; nothing when no picture was compared, or all were the same.
  [[nodiscard]] std::optional<double> psnr() const;
};

/// Decodes pictures as they were and as they are after shaping, side by side, and compares them.
class ShapingLoss {
 public:
  /// The error of the next picture in the order of decoding; without samples when one of them shows nothing, as the
  /// first field of a frame does, or one without what it is predicted from.
  [[nodiscard]] LuminanceError compare(ByteView original, ByteView shaped);

 private:
  [[nodiscard]] static std::shared_ptr<const FrameBuffer> decode(VideoDecoder* decoder, ByteView picture);

  std::unique_ptr<VideoDecoder> original_ = make_decoder();
  std::unique_ptr<VideoDecoder> shaped_ = make_decoder();

  /// Null without a decoder for MPEG video.
  [[nodiscard]] static std::unique_ptr<VideoDecoder> make_decoder();
};

}  // namespace counterpoint

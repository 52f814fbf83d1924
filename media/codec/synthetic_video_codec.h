// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/rng.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// A video encoder without frames, whose rate response is known: for experiments in virtual time. Frames have the size
/// of the operating point on average, with the spread and the large key frames of a real encoder, after which it saves
/// bits like a constant bit-rate encoder (in the spirit of RFC 8593); it looks like VP8 to a packetizer. Deterministic
/// for a seed.
class SyntheticVideoEncoder final : public VideoEncoder {
 public:
  struct Config {
    double spread = 0.1;           ///< Standard deviation of a frame's size over its mean, 0 to 0.5.
    double key_frame_factor = 4;   ///< Size of a key frame over the mean, 1 to 20.
    double repayment_frames = 15;  ///< 1 to 300, over which what was too much is saved. Default: half a second.
  };
  SyntheticVideoEncoder(Config config, std::uint64_t seed) : config_(config), rng_(seed) {}
  explicit SyntheticVideoEncoder(std::uint64_t seed) : SyntheticVideoEncoder(Config{}, seed) {}

  [[nodiscard]] Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint& point,
                                                 bool key_frame) override;
  void set_temporal_layers(bool layers) override { layers_ = layers; }

 private:
  Config config_;
  Rng rng_;
  std::uint32_t next_number_ = 0;
  std::uint32_t reference_ = 0;  ///< The number of the last frame that others refer to.
  bool layers_ = false;
  bool upper_ = false;  ///< The last frame was of the upper layer.
  double debt_ = 0;     ///< Bytes put out beyond the mean so far.
};

/// Its decoder: accepts a frame only when it is whole and its reference was decoded, exactly as a real one would show
/// damage. The picture is a grey one of the size that was asked of the encoder.
class SyntheticVideoDecoder final : public VideoDecoder {
 public:
  [[nodiscard]] Result<VideoFrame> decode(const EncodedVideoFrame& frame) override;

 private:
  bool has_reference_ = false;
  std::uint32_t reference_ = 0;
  std::shared_ptr<const FrameBuffer> picture_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/ports/audio_codec.h"
#include "core/ports/audio_processor.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// The codecs of one call, and what makes its audio fit to be sent.
struct MediaCodecs {
  std::unique_ptr<VideoEncoder> video_encoder;
  std::unique_ptr<VideoDecoder> video_decoder;
  std::unique_ptr<VideoDecoder> clip_decoder;
  std::unique_ptr<VideoDecoder> clip_preview_decoder;
  std::unique_ptr<AudioEncoder> audio_encoder;
  std::unique_ptr<AudioDecoder> audio_decoder;
  std::unique_ptr<AudioProcessor> audio_processor;  ///< Null: a microphone's audio is sent as it is.
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/codec_factory.h"

#include "media/codec/mpeg_decoder.h"
#include "media/codec/opus_codec.h"
#include "media/codec/synthetic_audio_codec.h"
#include "media/codec/synthetic_video_codec.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"

namespace counterpoint {

Result<MediaCodecs> make_codecs(const CodecSettings& settings) {
  MediaCodecs codecs;
  auto clip_decoder = make_mpeg_decoder();
  if (!clip_decoder) return clip_decoder.error();
  codecs.clip_decoder = std::move(*clip_decoder);
  auto preview_decoder = make_mpeg_decoder();
  if (!preview_decoder) return preview_decoder.error();
  codecs.clip_preview_decoder = std::move(*preview_decoder);
  if (settings.kind == CodecKind::kSynthetic) {
    codecs.video_encoder = std::make_unique<SyntheticVideoEncoder>(settings.seed);
    codecs.video_decoder = std::make_unique<SyntheticVideoDecoder>();
  } else {
    const bool deterministic = settings.kind == CodecKind::kDeterministic;
    auto encoder = make_vpx_encoder({.codec = settings.video, .deterministic = deterministic});
    if (!encoder) return encoder.error();
    codecs.video_encoder = std::move(*encoder);
    auto decoder = make_vpx_decoder({.codec = settings.video});
    if (!decoder) return decoder.error();
    codecs.video_decoder = std::move(*decoder);
  }
  if (settings.synthetic_audio) {
    codecs.audio_encoder = std::make_unique<SyntheticAudioEncoder>(settings.audio_rate);
    codecs.audio_decoder = std::make_unique<SyntheticAudioDecoder>();
    return codecs;
  }
  auto encoder = make_opus_encoder({.rate = settings.audio_rate, .max_channels = settings.send_stereo ? 2 : 1});
  if (!encoder) return encoder.error();
  codecs.audio_encoder = std::move(*encoder);
  auto decoder = make_opus_decoder(settings.receive_stereo ? 2 : 1);
  if (!decoder) return decoder.error();
  codecs.audio_decoder = std::move(*decoder);
  return codecs;
}

}  // namespace counterpoint

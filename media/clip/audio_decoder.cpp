// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/audio_decoder.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

std::unique_ptr<AudioDecoder> AudioDecoder::open(const AVStream& stream) {
  const AVCodec* codec = avcodec_find_decoder(stream.codecpar->codec_id);
  if (codec == nullptr) return nullptr;
  std::unique_ptr<AudioDecoder> decoder(new AudioDecoder);
  AVCodecContext* const context = avcodec_alloc_context3(codec);
  decoder->codec_.reset(context);
  context->thread_count = 1;
  const bool opened =
      avcodec_parameters_to_context(context, stream.codecpar) >= 0 && avcodec_open2(context, codec, nullptr) >= 0;
  return opened ? std::move(decoder) : nullptr;
}

std::vector<float> AudioDecoder::decode(const AVPacket& packet) {
  std::vector<float> samples;
  if (avcodec_send_packet(codec_.get(), &packet) < 0) return samples;
  while (avcodec_receive_frame(codec_.get(), frame_.get()) >= 0) resampler_.push(*frame_, samples);
  for (float& sample : samples) sample = sample == sample ? std::clamp(sample, -1.0F, 1.0F) : 0.0F;  // NaN is silence.
  return samples;
}

}  // namespace counterpoint

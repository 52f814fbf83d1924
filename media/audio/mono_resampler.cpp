// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/mono_resampler.h"

extern "C" {
#include <libavutil/channel_layout.h>
#include <libavutil/frame.h>
#include <libswresample/swresample.h>
}

#include <algorithm>

#include "core/model/audio_format.h"

namespace counterpoint {

MonoResampler::~MonoResampler() { swr_free(&resampler_); }

void MonoResampler::push(const AVFrame& frame, std::vector<float>& to) {
  if (frame.nb_samples <= 0 || frame.sample_rate <= 0 || frame.ch_layout.nb_channels <= 0) return;
  if (frame.format != format_ || frame.sample_rate != rate_ || frame.ch_layout.nb_channels != channels_) {
    drain(to);
    configure(frame);
  }
  if (resampler_ != nullptr) convert(&frame, to);
}

void MonoResampler::drain(std::vector<float>& to) {
  if (resampler_ != nullptr) convert(nullptr, to);
}

void MonoResampler::configure(const AVFrame& frame) {
  swr_free(&resampler_);
  format_ = frame.format;
  rate_ = frame.sample_rate;
  channels_ = frame.ch_layout.nb_channels;
  AVChannelLayout mono = AV_CHANNEL_LAYOUT_MONO;
  AVChannelLayout layout{};
  if (frame.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
    av_channel_layout_default(&layout, channels_);
  } else {
    av_channel_layout_copy(&layout, &frame.ch_layout);
  }
  const int code = swr_alloc_set_opts2(&resampler_, &mono, AV_SAMPLE_FMT_FLT, kAudioSampleRate, &layout,
                                       static_cast<AVSampleFormat>(format_), rate_, 0, nullptr);
  if (code < 0 || swr_init(resampler_) < 0) swr_free(&resampler_);
  av_channel_layout_uninit(&layout);
}

void MonoResampler::convert(const AVFrame* frame, std::vector<float>& to) {
  const int samples = frame == nullptr ? 0 : frame->nb_samples;
  const int room = std::max(0, swr_get_out_samples(resampler_, samples));
  const std::size_t old_size = to.size();
  to.resize(old_size + static_cast<std::size_t>(room));
  auto* target = reinterpret_cast<std::uint8_t*>(to.data() + old_size);
  auto** data = frame == nullptr ? nullptr : const_cast<const std::uint8_t**>(frame->extended_data);
  const int made = swr_convert(resampler_, &target, room, data, samples);
  to.resize(old_size + static_cast<std::size_t>(std::max(0, made)));
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/audio_resampler.h"

extern "C" {
#include <libavutil/channel_layout.h>
#include <libavutil/frame.h>
#include <libswresample/swresample.h>
}

#include <algorithm>
#include <span>

#include "core/model/audio_format.h"

namespace counterpoint {

AudioResampler::~AudioResampler() { swr_free(&resampler_); }

void AudioResampler::push(const AVFrame& frame, AudioPiece& to) {
  if (frame.nb_samples <= 0 || frame.sample_rate <= 0 || frame.ch_layout.nb_channels <= 0) return;
  if (frame.format != format_ || frame.sample_rate != rate_ || frame.ch_layout.nb_channels != channels_) {
    drain(to);
    configure(frame);
  }
  if (resampler_ != nullptr) convert(&frame, to);
}

void AudioResampler::drain(AudioPiece& to) {
  if (resampler_ != nullptr) convert(nullptr, to);
}

void AudioResampler::configure(const AVFrame& frame) {
  swr_free(&resampler_);
  format_ = frame.format;
  rate_ = frame.sample_rate;
  channels_ = frame.ch_layout.nb_channels;
  made_channels_ = stereo_ && channels_ > 1 ? 2 : 1;
  AVChannelLayout made{};
  av_channel_layout_default(&made, static_cast<int>(made_channels_));
  AVChannelLayout layout{};
  if (frame.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
    av_channel_layout_default(&layout, channels_);
  } else {
    av_channel_layout_copy(&layout, &frame.ch_layout);
  }
  const int code = swr_alloc_set_opts2(&resampler_, &made, AV_SAMPLE_FMT_FLT, kAudioSampleRate, &layout,
                                       static_cast<AVSampleFormat>(format_), rate_, 0, nullptr);
  if (code < 0 || swr_init(resampler_) < 0) swr_free(&resampler_);
  av_channel_layout_uninit(&layout);
  av_channel_layout_uninit(&made);
}

void AudioResampler::convert(const AVFrame* frame, AudioPiece& to) {
  const int samples = frame == nullptr ? 0 : frame->nb_samples;
  const int room = std::max(0, swr_get_out_samples(resampler_, samples));
  made_.resize(static_cast<std::size_t>(room) * made_channels_);
  auto* target = reinterpret_cast<std::uint8_t*>(made_.data());
  auto** data = frame == nullptr ? nullptr : const_cast<const std::uint8_t**>(frame->extended_data);
  const int made = swr_convert(resampler_, &target, room, data, samples);
  made_.resize(static_cast<std::size_t>(std::max(0, made)) * made_channels_);
  for (float& sample : made_) sample = sample == sample ? std::clamp(sample, -1.0F, 1.0F) : 0.0F;  // NaN is silence.
  append(to);
}

void AudioResampler::append(AudioPiece& to) const {
  const std::size_t before = to.samples.size();
  const std::size_t after = before + made_.size() / made_channels_;
  to.samples.resize(after);
  if (made_channels_ > 1 || !to.side.empty()) to.side.resize(after);
  const std::span<float> samples = std::span(to.samples).subspan(before);
  if (made_channels_ > 1) {
    split_channels(made_, samples, std::span(to.side).subspan(before));
  } else {
    std::ranges::copy(made_, samples.begin());
  }
}

}  // namespace counterpoint

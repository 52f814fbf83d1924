// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/audio_file_input.h"

extern "C" {
#include <libavutil/channel_layout.h>
#include <libswresample/swresample.h>
}

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/model/audio_format.h"
#include "media/capture/ffmpeg_handles.h"
#include "media/capture/media_decoder.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMostSamples = static_cast<std::size_t>(kMaxAudioFileDuration / 1s) * kAudioSampleRate;

/// Turns whatever a decoder gives into 48 kHz mono; follows changes of format in the middle of a stream.
class MonoResampler {
 public:
  MonoResampler() = default;
  ~MonoResampler() { swr_free(&resampler_); }
  MonoResampler(const MonoResampler&) = delete;
  MonoResampler& operator=(const MonoResampler&) = delete;

  void push(const AVFrame& frame, std::vector<float>& to) {
    if (frame.nb_samples <= 0 || frame.sample_rate <= 0 || frame.ch_layout.nb_channels <= 0) return;
    if (frame.format != format_ || frame.sample_rate != rate_ || frame.ch_layout.nb_channels != channels_) {
      drain(to);
      configure(frame);
    }
    if (resampler_ != nullptr) convert(frame.extended_data, frame.nb_samples, to);
  }
  /// Gives what the filter still holds.
  void drain(std::vector<float>& to) {
    if (resampler_ != nullptr) convert(nullptr, 0, to);
  }

 private:
  void configure(const AVFrame& frame) {
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
  void convert(std::uint8_t** data, int samples, std::vector<float>& to) {
    const int room = std::max(0, swr_get_out_samples(resampler_, samples));
    const std::size_t old_size = to.size();
    to.resize(old_size + static_cast<std::size_t>(room));
    auto* target = reinterpret_cast<std::uint8_t*>(to.data() + old_size);
    const int made = swr_convert(resampler_, &target, room, const_cast<const std::uint8_t**>(data), samples);
    to.resize(old_size + static_cast<std::size_t>(std::max(0, made)));
  }

  SwrContext* resampler_ = nullptr;
  int format_ = -1;
  int rate_ = 0;
  int channels_ = 0;
};

}  // namespace

Result<std::vector<float>> load_audio_file(const std::string& path) {
  auto decoder = MediaDecoder::open(path, MediaKind::kAudio, {});
  if (!decoder) return decoder.error();
  std::vector<float> samples;
  MonoResampler resampler;
  while (samples.size() < kMostSamples) {
    const AVFrame* frame = (*decoder)->next();
    if (frame == nullptr) break;
    resampler.push(*frame, samples);
  }
  resampler.drain(samples);
  if (samples.size() > kMostSamples) samples.resize(kMostSamples);
  if (samples.empty()) {
    return Error{ErrorKind::kMalformed, "No sound in \"" + path + "\" can be decoded; choose another file"};
  }
  for (float& sample : samples) sample = sample == sample ? std::clamp(sample, -1.0F, 1.0F) : 0.0F;  // NaN is silence.
  return samples;
}

Result<std::unique_ptr<AudioInput>> AudioFileInput::open(const std::string& path) {
  auto samples = load_audio_file(path);
  if (!samples) return samples.error();
  return std::unique_ptr<AudioInput>(
      std::make_unique<AudioFileInput>(std::move(samples).value(), std::filesystem::path(path).filename().string()));
}

AudioFileInput::AudioFileInput(std::vector<float> samples, std::string name)
    : samples_(std::move(samples)), name_(std::move(name)) {}

void AudioFileInput::read(std::span<float> block) {
  while (!block.empty()) {
    const std::size_t count = std::min(block.size(), samples_.size() - position_);
    std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(position_), count, block.begin());
    position_ = (position_ + count) % samples_.size();
    block = block.subspan(count);
  }
}

}  // namespace counterpoint

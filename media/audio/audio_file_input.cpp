// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/audio_file_input.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/model/audio_format.h"
#include "media/audio/audio_resampler.h"
#include "media/ffmpeg/media_decoder.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxSamples = static_cast<std::size_t>(kMaxAudioFileDuration / 1s) * kAudioSampleRate;

}  // namespace

Result<std::vector<float>> load_audio_file(const std::string& path) {
  auto decoder = MediaDecoder::open(path, MediaKind::kAudio, {});
  if (!decoder) return decoder.error();
  AudioPiece audio;
  std::vector<float>& samples = audio.samples;
  AudioResampler resampler(false);
  while (samples.size() < kMaxSamples) {
    const AVFrame* frame = (*decoder)->next();
    if (frame == nullptr) break;
    resampler.push(*frame, audio);
  }
  resampler.drain(audio);
  if (samples.size() > kMaxSamples) samples.resize(kMaxSamples);
  if (samples.empty()) {
    return Error{ErrorKind::kMalformed, message("No sound in \"%1\" can be decoded; choose another file", path)};
  }
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

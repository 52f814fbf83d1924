// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of coding a stream of 1280x720 at 30 frames/s and 1.5 Mbit/s, in cores, and its quality; Opus besides.
//
// The content is the test suite's moving frame, or, to compare with others, a raw I420 file of that size named by the
// environment variable COUNTERPOINT_BENCH_CLIP:
//   ffmpeg -i CLIP -vf scale=1280:720 -pix_fmt yuv420p -f rawvideo clip.yuv
// The peer on the same content, with its time for reading and coding:
//   ffmpeg -benchmark -f rawvideo -s 1280x720 -r 30 -i clip.yuv -c:v libvpx -deadline realtime -cpu-used 8 -b:v 1500k
//     -threads 1 -f null -
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>
#include <vector>

#include "core/model/audio_format.h"
#include "media/codec/opus_codec.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"
#include "tests/support/moving_frame.h"
#include "tests/support/picture_quality.h"

namespace counterpoint {
namespace {

constexpr Resolution kSize = {.width = 1280, .height = 720};
constexpr std::size_t kMaxFrames = 300;
constexpr double kFramesPerSecond = 30;
using Clip = std::vector<std::shared_ptr<const FrameBuffer>>;

Clip read_clip(const char* path) {
  Clip clip;
  std::ifstream file(path, std::ios::binary);
  while (clip.size() < kMaxFrames) {
    auto picture = std::make_shared<FrameBuffer>(kSize);
    for (int plane = 0; plane < 3; ++plane) {
      for (int y = 0; y < picture->plane_size(plane).height; ++y) {
        const auto row = picture->row(plane, y);
        file.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size()));
      }
    }
    if (!file) break;
    clip.push_back(std::move(picture));
  }
  return clip;
}

Clip make_clip() {
  const MovingFrame scene(kSize);
  Clip clip;
  for (int i = 0; i < 90; ++i) clip.push_back(scene.at(i));
  return clip;
}

const Clip& clip() {
  static const Clip pictures = [] {
    const char* path = std::getenv("COUNTERPOINT_BENCH_CLIP");
    return path != nullptr ? read_clip(path) : make_clip();
  }();
  return pictures;
}

std::vector<EncodedVideoFrame> encode_clip(const VpxEncoderConfig& config) {
  const auto point =
      OperatingPoint::from_rate(DataRate::kilobits_per_second(1500), FrameRate::per_second(kFramesPerSecond), kSize);
  auto encoder = make_vpx_encoder(config).value();
  std::vector<EncodedVideoFrame> frames;
  for (const auto& picture : clip()) frames.push_back(encoder->encode({.buffer = picture}, point, false).value());
  return frames;
}

/// The mean over the clip, in dB; what is measured besides the time.
double mean_psnr(const std::vector<EncodedVideoFrame>& frames, VideoCodec codec) {
  auto decoder = make_vpx_decoder({.codec = codec}).value();
  double sum = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    sum += luma_psnr(*clip()[i], *decoder->decode(frames[i]).value().buffer);
  }
  return sum / static_cast<double>(frames.size());
}

/// Adds up the processor time of this process, of all its threads, while it lives.
class CoreMeter {
 public:
  /// Cores: the processor time for what takes `stream_seconds` to play.
  [[nodiscard]] double cores(double stream_seconds) const {
    return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC / stream_seconds;
  }

 private:
  std::clock_t start_ = std::clock();
};

double stream_seconds(const benchmark::State& state, std::size_t frames) {
  return static_cast<double>(state.iterations()) * static_cast<double>(frames) / kFramesPerSecond;
}

void encode(benchmark::State& state, VideoCodec codec, std::optional<int> speed) {
  const VpxEncoderConfig config = {.codec = codec, .speed = speed};
  std::vector<EncodedVideoFrame> frames = encode_clip(config);
  const CoreMeter meter;
  for (auto _ : state) frames = encode_clip(config);
  state.counters["cores"] = meter.cores(stream_seconds(state, frames.size()));
  double size = 0;
  for (const auto& frame : frames) size += static_cast<double>(frame.data.size());
  state.counters["psnr_dB"] = mean_psnr(frames, codec);
  state.counters["kbit/s"] = size * 8 / static_cast<double>(frames.size()) * kFramesPerSecond / 1000;
}
BENCHMARK_CAPTURE(encode, vp8, VideoCodec::kVp8, std::nullopt)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encode, vp8_speed_6, VideoCodec::kVp8, 6)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encode, vp8_speed_13, VideoCodec::kVp8, 13)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encode, vp9, VideoCodec::kVp9, std::nullopt)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encode, vp9_speed_8, VideoCodec::kVp9, 8)->Unit(benchmark::kMillisecond);

void decode(benchmark::State& state, VideoCodec codec) {
  const auto frames = encode_clip({.codec = codec});
  const CoreMeter meter;
  for (auto _ : state) {
    auto decoder = make_vpx_decoder({.codec = codec}).value();
    for (const auto& frame : frames) benchmark::DoNotOptimize(decoder->decode(frame));
  }
  state.counters["cores"] = meter.cores(stream_seconds(state, frames.size()));
}
BENCHMARK_CAPTURE(decode, vp8, VideoCodec::kVp8)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(decode, vp9, VideoCodec::kVp9)->Unit(benchmark::kMillisecond);

/// One second of a voice, both ways.
void opus(benchmark::State& state, int complexity) {
  auto encoder = make_opus_encoder({.complexity = complexity}).value();
  auto decoder = make_opus_decoder().value();
  Rng rng(1);
  std::array<float, kAudioPacketSamples> voice{};
  std::array<float, kAudioPacketSamples> heard{};
  double n = 0;
  const CoreMeter meter;
  for (auto _ : state) {
    for (int packet = 0; packet < 50; ++packet) {
      for (auto& sample : voice) {
        const double pulse = std::exp(-std::fmod(n++, 370) / 20);
        sample = static_cast<float>(0.3 * pulse + 0.01 * (rng.uniform() - 0.5));
      }
      benchmark::DoNotOptimize(decoder->decode(encoder->encode(voice).value(), heard));
    }
  }
  state.counters["cores"] = meter.cores(static_cast<double>(state.iterations()));
}
BENCHMARK_CAPTURE(opus, complexity_5, 5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(opus, complexity_10, 10)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace counterpoint

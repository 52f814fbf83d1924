// SPDX-License-Identifier: GPL-3.0-or-later
// Accuracy with which the video encoder keeps to operating points: its rate in each sliding second against the target.
//
//   rate_bench [CLIP [vp8|vp9 [own-size]]]
//
// CLIP as for --camera, played forwards and backwards; the test card of 640x360 else. `own-size` keeps the clip's
// size, where a call chooses a smaller one for few bits a pixel. One line of JSON a case; `over` and `under` are
// the shares of seconds that were off by more than a tenth, `most` and `least` what the worst of them had of what was
// asked. A clip that has no more to show at the finest quantiser stays below a high rate, rightly.
#include <libyuv/scale.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/adaptation/plane/operating_points.h"
#include "media/capture/video_source_factory.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"
#include "tests/support/picture_quality.h"

namespace counterpoint {
namespace {

constexpr int kCameraRate = 30;
using Clip = std::vector<std::shared_ptr<const FrameBuffer>>;

Result<Clip> read_clip(const std::string& name) {
  auto source = open_video_source({.name = name, .loop = false}, [] { return Timestamp{}; });
  if (!source) return source.error();
  Clip clip;
  while (clip.size() < 300) {
    auto frame = (*source)->read();
    if (!frame) return frame.error();
    if (!*frame) break;
    clip.push_back((*frame)->buffer);
  }
  if (clip.size() < 2) return Error{ErrorKind::kMalformed, name + " has fewer than two pictures"};
  return clip;
}

/// The frame of a clip that is played forwards and backwards for ever.
const std::shared_ptr<const FrameBuffer>& frame_at(const Clip& clip, int index) {
  const int turn = static_cast<int>(clip.size()) - 1;
  const int place = index % (2 * turn);
  return clip[static_cast<std::size_t>(place <= turn ? place : 2 * turn - place)];
}

/// The picture scaled to `size`, as a window of the clip's size shows it.
FrameBuffer enlarged(const FrameBuffer& picture, Resolution size) {
  FrameBuffer shown(size);
  libyuv::I420Scale(picture.data(0), picture.stride(0), picture.data(1), picture.stride(1), picture.data(2),
                    picture.stride(2), picture.size().width, picture.size().height, shown.data(0), shown.stride(0),
                    shown.data(1), shown.stride(1), shown.data(2), shown.stride(2), size.width, size.height,
                    libyuv::kFilterBilinear);
  return shown;
}

struct CodedFrame {
  double time = 0;  ///< Seconds.
  double asked = 0;
  double made = 0;  ///< Bytes, both.
  bool key_frame = false;
  double psnr = 0;
};

/// A stretch of a call: one operating point for some seconds.
struct Stretch {
  int kilobits;
  int frame_rate;
  int seconds;
  bool key_frame = false;  ///< One is asked for in its middle.
};

std::vector<CodedFrame> run(const Clip& clip, VideoCodec codec, bool own_size, const std::vector<Stretch>& stretches) {
  auto encoder = make_vpx_encoder({.codec = codec, .deterministic = true}).value();
  auto decoder = make_vpx_decoder({.codec = codec}).value();
  std::vector<CodedFrame> frames;
  const Resolution size = clip.front()->size();
  int taken = 0;
  for (const Stretch& stretch : stretches) {
    OperatingPoint point = OperatingPoint::from_rate(DataRate::kilobits_per_second(stretch.kilobits),
                                                     FrameRate::per_second(stretch.frame_rate), size);
    if (!own_size) point.resolution = resolution_for(point.frame_size, size);
    const int count = stretch.seconds * stretch.frame_rate;
    for (int i = 0; i < count; ++i) {
      const VideoFrame frame{.buffer = frame_at(clip, taken)};
      const auto coded = encoder->encode(frame, point, stretch.key_frame && i == count / 2);
      const auto shown = decoder->decode(coded.value());
      frames.push_back({.time = static_cast<double>(taken) / kCameraRate,
                        .asked = static_cast<double>(point.frame_size.bytes()),
                        .made = static_cast<double>(coded.value().data.size()),
                        .key_frame = coded.value().key_frame,
                        .psnr = luma_psnr(*frame.buffer, enlarged(*shown.value().buffer, size))});
      taken += kCameraRate / stretch.frame_rate;
    }
  }
  return frames;
}

struct Outcome {
  double over = 0;
  double under = 0;
  double most = 0;
  double least = 1e9;
  double first_key = 0;  ///< In asked frames.
  double later_key = 0;  ///< The largest of those after the first.
  int key_frames = 0;
  double psnr = 0;
  double worst_psnr = 1e9;  ///< The first second is left aside.
};

/// Judges all whole seconds, one beginning with each frame.
Outcome judge(const std::vector<CodedFrame>& frames) {
  Outcome outcome;
  int seconds = 0;
  for (std::size_t first = 0; first < frames.size(); ++first) {
    double asked = 0;
    double made = 0;
    std::size_t i = first;
    for (; i < frames.size() && frames[i].time < frames[first].time + 1 - 1e-9; ++i) {
      asked += frames[i].asked;
      made += frames[i].made;
    }
    if (i == frames.size()) break;
    ++seconds;
    outcome.over += made > 1.1 * asked ? 1 : 0;
    outcome.under += made < 0.9 * asked ? 1 : 0;
    outcome.most = std::max(outcome.most, made / asked);
    outcome.least = std::min(outcome.least, made / asked);
  }
  outcome.over /= seconds;
  outcome.under /= seconds;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const CodedFrame& frame = frames[i];
    outcome.psnr += frame.psnr / static_cast<double>(frames.size());
    if (frame.time > 1) outcome.worst_psnr = std::min(outcome.worst_psnr, frame.psnr);
    if (!frame.key_frame) continue;
    ++outcome.key_frames;
    double& key = i == 0 ? outcome.first_key : outcome.later_key;
    key = std::max(key, frame.made / frame.asked);
  }
  return outcome;
}

void report(const std::string& name, const Outcome& o) {
  std::printf(
      "{\"case\": \"%s\", \"over\": %.3f, \"under\": %.3f, \"most\": %.2f, \"least\": %.2f, \"keys\": %d, "
      "\"first_key\": %.1f, \"later_key\": %.1f, \"psnr\": %.1f, \"worst_psnr\": %.1f}\n",
      name.c_str(), o.over, o.under, o.most, o.least, o.key_frames, o.first_key, o.later_key, o.psnr, o.worst_psnr);
  std::fflush(stdout);
}

int main_of(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "test-card";
  const VideoCodec codec = argc > 2 && std::string(argv[2]) == "vp9" ? VideoCodec::kVp9 : VideoCodec::kVp8;
  const bool own_size = argc > 3 && std::string(argv[3]) == "own-size";
  const auto clip = read_clip(name);
  if (!clip) {
    std::fprintf(stderr, "rate_bench: %s\n", clip.error().message.text().c_str());
    return 1;
  }
  for (const int kilobits : {40, 64, 100, 200, 400, 1000, 2000, 4000}) {
    for (const int frame_rate : {5, 10, 15, 30}) {
      report(std::to_string(kilobits) + " kbit/s, " + std::to_string(frame_rate) + " frames/s",
             judge(run(*clip, codec, own_size, {{kilobits, frame_rate, 12, true}})));
    }
  }
  const std::vector<std::pair<const char*, std::vector<Stretch>>> steps = {
      {"400 to 800 kbit/s and back", {{400, 30, 5}, {800, 30, 5}, {400, 30, 5}}},
      {"800 to 200 kbit/s and back", {{800, 30, 5}, {200, 30, 5}, {800, 30, 5}}},
      {"200 to 50 kbit/s and back", {{200, 30, 5}, {50, 30, 5}, {200, 30, 5}}},
      {"30 to 10 frames/s and back, 300 kbit/s", {{300, 30, 5}, {300, 10, 5}, {300, 30, 5}}},
      {"30 to 10 frames/s and back, frames alike", {{300, 30, 5}, {100, 10, 5}, {300, 30, 5}}}};
  for (const auto& [what, stretches] : steps) report(what, judge(run(*clip, codec, own_size, stretches)));
  return 0;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) { return counterpoint::main_of(argc, argv); }

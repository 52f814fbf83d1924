// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/demo_call.h"

#include <utility>

#include "media/audio/devices/audio_device_factory.h"
#include "media/capture/video_source_factory.h"
#include "net/sdp/offer_answer.h"
#include "net/secure/srtp_protector.h"

namespace counterpoint {
namespace {

/// Gives the pictures of a camera to a sink as well.
class SharedCamera final : public VideoSource {
 public:
  SharedCamera(std::unique_ptr<VideoSource> source, FrameSink& sink) : source_(std::move(source)), sink_(sink) {}
  [[nodiscard]] Result<std::optional<VideoFrame>> read() override {
    Result<std::optional<VideoFrame>> frame = source_->read();
    if (frame && *frame) sink_.show(**frame);
    return frame;
  }
  void interrupt() override { source_->interrupt(); }
  [[nodiscard]] bool is_live() const override { return source_->is_live(); }
  [[nodiscard]] Message description() const override { return source_->description(); }

 private:
  std::unique_ptr<VideoSource> source_;
  FrameSink& sink_;
};

/// Roomy, then narrow, then a router that is slow by the packet, then roomy again, over and over for two hours.
PathConfig changing_path() {
  constexpr Duration kRound = 80s;
  constexpr int kRounds = 90;
  const auto wide = DataRate::kilobits_per_second(1800);
  PathConfig path{.rate = wide, .queue = Duration(400ms), .delay = 35ms, .jitter = 6ms};
  for (int i = 0; i < kRounds; ++i) {
    const Duration at = i * kRound;
    path.steps.push_back({.at = at + 20s, .rate = DataRate::kilobits_per_second(450)});
    path.steps.push_back(
        {.at = at + 40s, .rate = DataRate::kilobits_per_second(900), .packet_rate = PacketRate::per_second(90)});
    path.steps.push_back({.at = at + 60s, .rate = wide, .packet_rate = PacketRate::per_second(1000)});
  }
  return path;
}

CallEndpoint::Config end_config(const CallOptions& options, std::shared_ptr<PacketProtection> protection) {
  return {.negotiated = loop_session({.port = 1,
                                      .clips = true,
                                      .audio_ssrc = 1,
                                      .video_ssrc = 2,
                                      .rtx_ssrc = 3,
                                      .fec_ssrc = 4,
                                      .cname = "demo",
                                      .session_id = 1}),
          .protection = std::move(protection),
          .codecs = {.kind = CodecKind::kDeterministic, .video = options.codec, .audio_rate = options.audio_rate},
          .session = session_config(options)};
}

}  // namespace

DemoCall::DemoCall() : transport_(changing_path()) {}

Result<std::unique_ptr<DemoCall>> DemoCall::create(const CallOptions& options, FrameSink& remote, FrameSink& local,
                                                   FrameSink& clip) {
  std::unique_ptr<DemoCall> call(new DemoCall);
  auto archive = CallArchive::open(call->folder_.filePath("demo.jsonl").toStdString());
  if (!archive) return archive.error();
  call->archive_ = std::move(*archive);
  const auto clock = [] { return kStart; };
  auto camera = open_video_source({.size = options.point.resolution, .frame_rate = options.point.frame_rate}, clock);
  if (!camera) return camera.error();
  call->camera_ = std::make_unique<SharedCamera>(std::move(*camera), local);
  auto audio = open_audio_device({.microphone = "voice", .speaker = "none"}, clock);
  if (!audio) return audio.error();
  call->audio_ = std::move(*audio);
  auto protection = SrtpProtector::create(loop_keys_from_seed(1));
  if (!protection) return protection.error();
  auto end = CallEndpoint::create(end_config(options, std::move(*protection)),
                                  {.transport = &call->transport_,
                                   .camera = call->camera_.get(),
                                   .audio = call->audio_.get(),
                                   .sink = &remote,
                                   .clip_view = &clip,
                                   .archive = call->archive_.get()},
                                  kStart);
  if (!end) return end.error();
  call->end_ = std::move(*end);
  return call;
}

Result<void> DemoCall::advance(Duration by) {
  Result<void> ran = run_virtual_call({end_.get()}, now_, by);
  now_ += by;
  archive_->write_pending();
  return ran;
}

}  // namespace counterpoint

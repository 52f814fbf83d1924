// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/sim/media_end.h"

#include <array>
#include <utility>

#include "core/base/quantity_text.h"
#include "media/audio/clocked_device.h"
#include "media/audio/generated_input.h"
#include "media/audio/test_voice.h"
#include "media/capture/pausing_source.h"
#include "media/capture/test_card.h"
#include "media/capture/video_source_factory.h"

namespace counterpoint {
namespace {

/// IPv4 and UDP.
constexpr DataSize kDatagramHeaders = DataSize::bytes(28);
/// Synthetic video looks at no picture.
constexpr PictureSize kNoPicture = {.width = 16, .height = 16};

MediaCapabilities capabilities(bool sender, bool both_ways) {
  const bool sends = sender || both_ways;
  const bool receives = !sender || both_ways;
  const std::uint32_t number = sender ? 16 : 32;
  return {.port = 1,
          .send_video = sends,
          .receive_video = receives,
          .send_audio = sends,
          .receive_audio = receives,
          .audio_ssrc = number + 1,
          .video_ssrc = number + 2,
          .rtx_ssrc = number + 3,
          .cname = sender ? "sender" : "receiver",
          .session_id = number};
}

Result<NegotiatedSession> negotiate(bool sender, bool both_ways) {
  const MediaCapabilities caller = capabilities(true, both_ways);
  const Result<Answer> answer = make_answer(capabilities(false, both_ways), make_offer(caller));
  if (!answer) return answer.error();
  if (!sender) return answer->session;
  return accept_answer(caller, answer->sdp);
}

Result<std::unique_ptr<VideoSource>> open_camera(const RunRequest& request, const LabFlow& flow,
                                                 const MediaLoad& load) {
  std::unique_ptr<VideoSource> source;
  if (request.header.real_encoder) {
    const VideoSourceConfig config{.name = request.camera, .size = load.picture_size, .frame_rate = load.frame_rate};
    auto opened = open_video_source(config, [] { return Timestamp(); });
    if (!opened) return opened.error();
    source = std::move(*opened);
  } else {
    source = std::make_unique<TestCard>(kNoPicture, load.frame_rate);
  }
  std::vector<VideoPause> pauses;
  for (const LabSpan& pause : load.pauses)
    pauses.push_back({.from = pause.from - flow.start, .to = pause.to - flow.start});
  if (pauses.empty()) return source;
  return std::unique_ptr<VideoSource>(std::make_unique<PausingSource>(std::move(source), std::move(pauses)));
}

LogHeader log_header(const MediaEnd::Config& config) {
  const RunHeader& header = config.request->header;
  return {.application = header.program,
          .settings = {{"experiment", header.experiment.full_name()},
                       {"flow", config.flow.name},
                       {"end", config.sender ? "sender" : "receiver"},
                       {"level", header.level},
                       {"mode", header.mode},
                       {"codec", header.real_encoder ? "vp8" : "synthetic"},
                       {"seed", std::to_string(header.seed)},
                       {kLabStartSetting, to_text(to_seconds(config.flow.start))}}};
}

}  // namespace

void MediaEnd::InboxTransport::send(ByteView datagram, Timestamp now) {
  const DataSize size = DataSize::bytes(static_cast<std::int64_t>(datagram.size()));
  place.send({datagram.begin(), datagram.end()}, size + kDatagramHeaders, now);
}

std::optional<ReceivedDatagram> MediaEnd::InboxTransport::receive(Timestamp) {
  if (inbox.empty()) return std::nullopt;
  ReceivedDatagram datagram{.data = std::move(inbox.front().packet.data), .arrived_at = inbox.front().arrived_at};
  inbox.pop_front();
  return datagram;
}

Result<std::unique_ptr<SimEnd>> MediaEnd::create(const Config& config) {
  std::unique_ptr<MediaEnd> end(new MediaEnd(config.start));
  if (Result<void> opened = end->open(config); !opened) return opened.error();
  return std::unique_ptr<SimEnd>(std::move(end));
}

Result<void> MediaEnd::open(const Config& config) {
  const RunRequest& request = *config.request;
  const auto& load = std::get<MediaLoad>(config.flow.load);
  const bool sends = config.sender || load.both_ways;
  transport_.place = config.place;
  const Result<NegotiatedSession> session = negotiate(config.sender, load.both_ways);
  if (!session) return session.error();
  auto archive = CallArchive::open(config.sender ? request.folder.sender_log(config.flow)
                                                 : request.folder.receiver_log(config.flow));
  if (!archive) return archive.error();
  archive_ = std::move(*archive);
  archive_->log({Duration::zero(), log_header(config)});
  if (sends) {
    auto camera = open_camera(request, config.flow, load);
    if (!camera) return camera.error();
    camera_ = std::move(*camera);
  }
  std::unique_ptr<AudioInput> microphone;
  if (sends) microphone = std::make_unique<TestVoice>(seed_of(config.place.seed, "voice"));
  if (!sends) microphone = std::make_unique<SilenceInput>();
  audio_ = std::make_unique<ClockedDevice>(std::move(microphone), std::make_unique<NullOutput>());
  const VirtualEnd::Config call{
      .negotiated = *session,
      .point = OperatingPoint::from_rate(load.fixed_rate, load.frame_rate, load.picture_size),
      .codecs = {.kind = request.header.real_encoder ? CodecKind::kDeterministic : CodecKind::kSynthetic,
                 .video = session->video_codec,
                 .audio_rate = load.audio_rate,
                 .seed = seed_of(config.place.seed, "video")},
      .session = {},
      .seed = seed_of(config.place.seed, "session")};
  auto end = VirtualEnd::create(
      call, {.transport = &transport_, .camera = camera_.get(), .audio = audio_.get(), .archive = archive_.get()},
      config.start);
  if (!end) return end.error();
  end_ = std::move(*end);
  return {};
}

Result<void> MediaEnd::run(Timestamp now) {
  if (Result<void> ran = end_->run(now); !ran) return ran;
  if (now < next_write_at_) return {};
  next_write_at_ = now + 1s;
  archive_->write_pending();
  if (std::optional<std::string> problem = archive_->take_problem()) {
    return Error{ErrorKind::kUnavailable, std::move(*problem)};
  }
  return {};
}

void MediaEnd::finish(Timestamp now) {
  // The end of a whole second has its statistics already.
  if ((now - start_) % Duration(1s) != Duration::zero()) end_->log_statistics(now);
  archive_->log({now - start_, LogEnd{"the flow is over"}});
  archive_->write_pending();
  audio_->stop();
}

}  // namespace counterpoint

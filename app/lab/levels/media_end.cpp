// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/media_end.h"

#include <optional>
#include <utility>

#include "app/files/clip_name.h"
#include "core/base/format_text.h"
#include "core/base/rng.h"
#include "media/audio/devices/clocked_device.h"
#include "media/audio/generated_input.h"
#include "media/audio/test_voice.h"
#include "media/capture/pausing_source.h"
#include "media/capture/test_card.h"
#include "media/capture/video_source_factory.h"
#include "net/sdp/offer_answer.h"
#include "net/secure/srtp_protector.h"

namespace counterpoint {
namespace {

/// Synthetic video does not read its frames.
constexpr Resolution kNoFrame = {.width = 16, .height = 16};

MediaCapabilities capabilities(const MediaEnd::Config& config, MediaEnd::Role role) {
  const auto& load = std::get<MediaLoad>(config.flow.load);
  const bool sends = role == MediaEnd::Role::kSender || load.both_ways;
  const bool receives = role == MediaEnd::Role::kReceiver || load.both_ways;
  const std::uint32_t number = role == MediaEnd::Role::kSender ? 1 : 2;
  return {.port = 1,
          .clips = clip_named_by(config.camera).has_value(),
          .send_video = sends,
          .receive_video = receives,
          .send_audio = sends,
          .receive_audio = receives,
          .audio_packet_time = load.audio_packet_time,
          .video_tcp_port = load.video_over_tcp ? std::uint16_t{1} : std::uint16_t{0},
          .audio_ssrc = number * 16 + 1,
          .video_ssrc = number * 16 + 2,
          .rtx_ssrc = number * 16 + 3,
          .fec_ssrc = number * 16 + 4,
          .cname = "lab-" + std::to_string(number),
          .session_id = number};
}

Result<NegotiatedSession> negotiate(const MediaEnd::Config& config, MediaEnd::Role role) {
  const MediaCapabilities sender = capabilities(config, MediaEnd::Role::kSender);
  Result<Answer> answer = make_answer(capabilities(config, MediaEnd::Role::kReceiver), make_offer(sender));
  if (!answer) return answer.error();
  if (role == MediaEnd::Role::kReceiver) return std::move(answer->session);
  return accept_answer(sender, answer->sdp);
}

/// The camera; null when a clip takes its place.
Result<std::unique_ptr<VideoSource>> open_camera(const MediaEnd::Config& config) {
  if (config.real_encoder && clip_named_by(config.camera)) return std::unique_ptr<VideoSource>();
  const auto& load = std::get<MediaLoad>(config.flow.load);
  std::unique_ptr<VideoSource> camera;
  if (config.real_encoder) {
    auto opened =
        open_video_source({.name = config.camera, .size = load.resolution, .frame_rate = load.frame_rate, .loop = true},
                          [] { return Timestamp{}; });
    if (!opened) return opened.error();
    camera = std::move(*opened);
  } else {
    camera = std::make_unique<TestCard>(kNoFrame, load.frame_rate);
  }
  std::vector<VideoPause> pauses;
  for (const LabSpan& pause : load.pauses) {
    pauses.push_back({.from = pause.from - config.flow.start, .to = pause.to - config.flow.start});
  }
  if (pauses.empty()) return camera;
  return std::unique_ptr<VideoSource>(std::make_unique<PausingSource>(std::move(camera), std::move(pauses)));
}

std::string seconds_text(Duration time) { return format_text("%.9f", to_seconds(time)); }

LogHeader log_header(const MediaEnd::Config& config, MediaEnd::Role role) {
  return {.application = config.program,
          .settings = {{"flow", config.flow.name},
                       {"role", role == MediaEnd::Role::kSender ? "sender" : "receiver"},
                       {"mode", config.mode},
                       {"codec", config.real_encoder ? "real, " + config.camera : "synthetic"},
                       {"seed", std::to_string(config.seed)},
                       {kLabStartSetting, seconds_text(config.flow.start)}}};
}

RtpSession::Config session_config(const MediaEnd::Config& config, const MediaLoad& load) {
  // Mode `fixed` is the control that shows what happens when nothing reacts.
  return {.max_datagram = load.max_datagram(),
          .circuit_breaker = {.enabled = config.mode != "fixed"},
          .mode = {.mode = find_mode(config.mode), .parameters = config.parameters},
          .point = OperatingPoint::from_rate(config.mode == "fixed" ? load.fixed_rate : load.start_rate,
                                             load.frame_rate, load.resolution),
          .limits = {.min_video_rate = load.min_rate,
                     .max_video_rate = load.max_rate,
                     .max_frame_rate = load.frame_rate,
                     .max_resolution = load.resolution}};
}

}  // namespace

MediaEnd::MediaEnd(const Config& config, Role role, Timestamp start)
    : pictures_path_(role == Role::kReceiver ? config.folder.pictures(config.flow) : std::filesystem::path()),
      looks_path_(role == Role::kReceiver && config.source ? config.folder.looks(config.flow)
                                                           : std::filesystem::path()),
      pictures_(start - config.flow.start, role == Role::kReceiver ? config.source : nullptr),
      start_(start),
      next_write_(start + 1s) {}

Result<std::unique_ptr<MediaEnd>> MediaEnd::create(const Config& config, Role role, Transport& transport, Timestamp now,
                                                   StreamTransport* stream) {
  const auto& load = std::get<MediaLoad>(config.flow.load);
  const bool sends = role == Role::kSender || load.both_ways;
  std::unique_ptr<MediaEnd> made(new MediaEnd(config, role, now));
  const RunFolder& folder = config.folder;
  auto archive =
      CallArchive::open(role == Role::kSender ? folder.sender_log(config.flow) : folder.receiver_log(config.flow));
  if (!archive) return archive.error();
  made->archive_ = std::move(*archive);
  made->archive_->set_video_listener([end = made.get()](const EncodedVideoFrame& frame, Duration capture_time) {
    end->pictures_.handle_decoded(frame, capture_time);
  });
  made->archive_->log({Duration::zero(), log_header(config, role)});
  if (sends) {
    auto camera = open_camera(config);
    if (!camera) return camera.error();
    made->camera_ = std::move(*camera);
  }
  if (role == Role::kSender && config.source) {
    made->camera_ = std::make_unique<WatchedSource>(std::move(made->camera_), config.source, now);
  }
  Result<NegotiatedSession> session = negotiate(config, role);
  if (!session) return session.error();
  const DtlsRole dtls_role = role == Role::kSender ? DtlsRole::kServer : DtlsRole::kClient;
  auto protection = SrtpProtector::create(keys_from_seed(config.seed, dtls_role));
  if (!protection) return protection.error();
  const std::uint64_t seed = Rng(config.seed * 2 + (role == Role::kSender ? 0 : 1)).next();
  std::unique_ptr<AudioInput> microphone = std::make_unique<SilenceInput>();
  if (sends && config.real_encoder && !clip_named_by(config.camera)) microphone = std::make_unique<TestVoice>(seed);
  made->audio_ = std::make_unique<ClockedDevice>(std::move(microphone), std::make_unique<NullOutput>());
  auto end =
      CallEndpoint::create({.negotiated = std::move(*session),
                            .protection = std::move(*protection),
                            .codecs = {.kind = config.real_encoder ? CodecKind::kDeterministic : CodecKind::kSynthetic,
                                       .audio_rate = load.audio_rate,
                                       .synthetic_audio = !config.real_encoder,
                                       .seed = seed},
                            .session = session_config(config, load),
                            .seed = seed},
                           {.transport = &transport,
                            .stream = stream,
                            .camera = made->camera_.get(),
                            .audio = made->audio_.get(),
                            .sink = &made->pictures_,
                            .archive = made->archive_.get()},
                           now);
  if (!end) return end.error();
  made->end_ = std::move(*end);
  const auto clip = clip_named_by(config.camera);
  if (sends && config.real_encoder && clip) {
    made->end_->media().clip().send(SetClipLoop{true});
    made->end_->media().clip().send(PlayClip{*clip});
  }
  return made;
}

Result<void> MediaEnd::run(Timestamp now) {
  pictures_.advance_to(now);
  if (Result<void> ran = end_->run(now); !ran) return ran;
  if (now >= next_write_) {
    archive_->write_pending();
    next_write_ = now + 1s;
  }
  return {};
}

Result<void> MediaEnd::finish(Timestamp now) {
  // The end of a whole second has its statistics already.
  if ((now - start_) % Duration(1s) != Duration::zero()) end_->log_statistics(now);
  archive_->log({now - start_, LogEnd{"the flow's end"}});
  audio_->stop();
  archive_->close();
  while (archive_->write_next()) {
  }
  if (auto problem = archive_->take_problem()) return Error{ErrorKind::kUnavailable, std::move(*problem)};
  if (pictures_path_.empty()) return {};
  if (Result<void> written = write_shown_pictures(pictures_path_, pictures_.pictures()); !written) return written;
  pictures_.advance_to(now);
  return looks_path_.empty() ? Result<void>() : write_screen_looks(looks_path_, pictures_.looks());
}

}  // namespace counterpoint

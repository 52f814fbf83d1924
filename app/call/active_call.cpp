// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/active_call.h"

#include <algorithm>
#include <utility>

#include "app/call/call_log.h"
#include "app/call/call_signalling.h"
#include "app/call/codec_factory.h"
#include "app/call/media_call.h"
#include "app/call/media_threads.h"
#include "app/call/ringer.h"
#include "app/devices/camera_thread.h"
#include "app/pipelines/session/call_archive.h"
#include "core/base/format_text.h"
#include "core/ports/audio_device.h"
#include "media/audio/devices/computer_sound.h"
#include "media/audio/processing/voice_processor.h"
#include "net/adapters/emulated_transport.h"
#include "net/adapters/session_clock.h"
#include "net/secure/secure_transport.h"
#include "net/secure/srtp_protector.h"

namespace counterpoint {
namespace {

constexpr Duration kStatisticsInterval = 1s;

LogHeader header(const CallOptions& options, const std::string& peer, Timestamp now) {
  LogHeader header = call_log_head(options, peer);
  header.settings.insert({{"camera", options.camera},
                          {"microphone", options.microphone},
                          {"speaker", options.speaker},
                          {"codec", options.synthetic ? "synthetic" : std::string(to_string(options.codec))},
                          // Lets logs of one host be put side by side, to the microsecond.
                          {kLogMonotonicStart, std::to_string(to_seconds(now.time_since_epoch()))}});
  header.settings["limits"] = format_text(
      "%.0f to %.0f kbit/s of video, at most %.3g frames/s, %dx%d", options.limits.min_video_rate.kilobits_per_second(),
      options.limits.max_video_rate.kilobits_per_second(), options.limits.max_frame_rate.per_second(),
      options.limits.max_resolution.width, options.limits.max_resolution.height);
  if (options.mode.mode != nullptr) {
    std::string parameters;
    for (const Parameter& parameter : parameters_of(*options.mode.mode)) {
      const auto chosen = options.mode.parameters.find(parameter.name);
      const double value = chosen != options.mode.parameters.end() ? chosen->second : parameter.default_value;
      parameters += (parameters.empty() ? "" : ", ") + std::string(parameter.name) + " " + format_text("%.6g", value);
    }
    header.settings["parameters"] = parameters;
  }
  if (options.emulated_path) header.settings["emulate"] = to_string(*options.emulated_path);
  return header;
}

/// Takes audio of any kind for that of sound cards.
class AnyAudioProcessor final : public AudioProcessor {
 public:
  explicit AnyAudioProcessor(std::unique_ptr<AudioProcessor> processor) : processor_(std::move(processor)) {}
  void play(const AudioBlock& played) override {
    AudioBlock live = played;
    live.live = true;
    processor_->play(live);
  }
  void capture(AudioBlock& captured) override {
    captured.live = true;
    processor_->capture(captured);
  }

 private:
  std::unique_ptr<AudioProcessor> processor_;
};

/// Null if all of it is switched off.
std::unique_ptr<AudioProcessor> make_voice_processor(const VoiceSettings& voice, bool of_any_audio) {
  if (!voice.cancel_echo && !voice.suppress_noise && !voice.control_gain) return nullptr;
  std::unique_ptr<AudioProcessor> processor = std::make_unique<VoiceProcessor>(VoiceProcessor::Config{
      .cancel_echo = voice.cancel_echo, .suppress_noise = voice.suppress_noise, .control_gain = voice.control_gain});
  if (of_any_audio) processor = std::make_unique<AnyAudioProcessor>(std::move(processor));
  return processor;
}

const char* path_state(bool reconnecting) {
  return reconnecting ? translatable("nothing comes from the peer: a way to it is looked for")
                      : translatable("media come from the peer again");
}

}  // namespace

ActiveCall::ActiveCall(CallResources resources, std::unique_ptr<CallArchive> archive,
                       const MediaCapabilities& capabilities, std::unique_ptr<CallSignalling> signalling, Timestamp now)
    : resources_(std::move(resources)),
      archive_(std::move(archive)),
      signalling_(std::move(signalling)),
      started_at_(now) {
  status_.call = resources_.call;
  status_.peer = signalling_ ? signalling_->peer() : kSelfPeer;
  if (signalling_ && signalling_->incoming()) status_.address = signalling_->peer_address();
  archive_->set_listener([observer = resources_.observer](const LogRecord& record) { observer->handle(record); });
  if (signalling_ && signalling_->peer_id()) {
    status_.identity = resources_.identify(*signalling_->peer_id());
    status_.peer = caller_text(*status_.identity, status_.peer);
  }
  LogHeader head = header(resources_.options, resources_.contact.empty() ? status_.peer : resources_.contact, now);
  if (status_.identity && resources_.options.log_addresses) head.settings["peer_id"] = to_string(status_.identity->id);
  archive_->log({Duration::zero(), std::move(head)});
  if (!resources_.log_path) start_log();
  if (signalling_) {
    signalling_->open_media(resources_.servers, resources_.options.address, now);
    signalling_->open_messages(resources_.wake);
    const bool contact = status_.identity && !status_.identity->name.empty();
    if (resources_.answer_early && contact) signalling_->answer_early(now);
    status_.state = signalling_->incoming() ? Call::State::kIncoming : Call::State::kCalling;
    publish(now);
  } else {
    const NegotiatedSession session = loop_session(capabilities);
    auto loop = std::make_unique<LoopTransport>(resources_.options.emulated_path.value_or(PathConfig{}));
    if (session.video_over_tcp) stream_ = loop->open_stream();
    transport_ = std::move(loop);
    connect(session, loop_keys_from_seed(resources_.options.seed), now);
  }
}

ActiveCall::~ActiveCall() { end(Call::End::kHungUp, {}, session_now()); }

void ActiveCall::run(Timestamp now) {
  if (signalling_) follow_signalling(now);
  if (secure_ != nullptr && !(media_ && keys_logged_) && !ended()) shake_hands(now);
  if (media_) {
    const MediaCall::NetworkEvents events = media_->run_network(*transport_, stream_.get(), now);
    if (signalling_ && events.media_arrived) signalling_->media_arrived(now);
    if (signalling_ && events.peer_left) signalling_->media_ended();
  }
  if (media_ && now >= next_statistics_at_) {
    next_statistics_at_ += kStatisticsInterval;
    resources_.observer->handle(CallStatistics{media_->log_statistics(now), now - connected_at_});
    if (screen_.sound != nullptr && screen_.sound->ended()) renew_computer_sound();
  }
  if (media_ && now >= next_sample_at_) {
    next_sample_at_ = now + kSampleInterval;
    media_->log_sample(now);
  }
  if (media_ && now >= next_status_at_) {
    media_->record_delay(now - std::exchange(next_status_at_, now + kStatusInterval));
    resources_.observer->handle(MicrophoneLevel{media_->audio().take_microphone_level()});
    AdaptationStatus adaptation = media_->adaptation_status(now);
    adaptation.at = now - connected_at_;
    if (signalling_) signalling_->messages()->set_call_rate(adaptation.position.bit_rate);
    resources_.observer->handle(adaptation);
    report_clip();
    exchange_state(now);
  }
  while (const auto event = media_ ? media_->take_clip_event() : std::nullopt) {
    if (event->failed) {
      notify(event->text);
    } else {
      resources_.observer->handle(ClipNews{event->text});
    }
  }
  if (signalling_) follow_path(now);
  report_messages();
  report_problem();
}

void ActiveCall::report_messages() {
  // News of a call that is not told to be connected yet would come too early.
  if (!signalling_ || !media_) return;
  while (const auto news = signalling_->messages()->take_news()) resources_.observer->handle(*news);
}

void ActiveCall::control_messages(const MessageCommand& command) {
  if (signalling_) signalling_->messages()->carry_out(command);
}

void ActiveCall::start_log() {
  if (std::exchange(writer_started_, true)) return;
  if (resources_.log_path) {
    const Result<std::filesystem::path> path = resources_.log_path();
    const Result<void> started = path ? archive_->start_log(*path) : path.error();
    if (!started) notify(message("this call is not recorded: %1", started.error().message));
  }
  status_.log_path = archive_->log_path();
  writer_ = std::thread([this] {
    while (archive_->write_next()) {
    }
  });
}

bool ActiveCall::identify_peer(Timestamp now) {
  bool news = false;
  if (!status_.identity && signalling_->peer_id()) {
    status_.identity = resources_.identify(*signalling_->peer_id());
    news = true;
    if (resources_.options.log_addresses) {
      archive_->log({now - started_at_, LogEvent{"peer-identity", to_string(status_.identity->id)}});
    }
  }
  if (!status_.sas) {
    status_.sas = signalling_->sas();
    news = news || status_.sas;
  }
  return news;
}

bool ActiveCall::accepted() const { return signalling_->call().state() == Call::State::kConnected; }

void ActiveCall::follow_signalling(Timestamp now) {
  signalling_->poll(now);
  const bool news = identify_peer(now);
  const Call& call = signalling_->call();
  if (call.state() == Call::State::kIncoming && now >= started_at_ + kLogAfter) start_log();
  if (call.state() != Call::State::kEnded && signalling_->agreed() && secure_ == nullptr) begin_handshake(now);
  if (ended()) return;
  if (call.state() == status_.state) {
    const bool changed = std::exchange(status_.reconnecting, call.reconnecting()) != status_.reconnecting;
    if (changed) archive_->log({now - started_at_, LogEvent{"path", path_state(status_.reconnecting)}});
    return news || changed ? resources_.observer->handle(status_) : void();
  }
  if (call.state() == Call::State::kEnded) return end(call.end(), call.detail(), now);
  // It is told once there are keys too.
  if (accepted()) return;
  status_.state = call.state();
  publish(now);
}

void ActiveCall::follow_path(Timestamp now) {
  CallPath* const path = signalling_->path();
  if (path == nullptr || ended()) return;
  while (const auto news = path->take_news(resources_.options.log_addresses)) {
    archive_->log({now - started_at_, LogEvent{"path", *news}});
  }
  if (media_ || secure_ == nullptr) return;
  if (const auto round_trip = path->round_trip()) secure_->set_round_trip_time(*round_trip);
  if (accepted() && path->failure()) fail(*path->failure(), now, Call::End::kUnreachable);
}

void ActiveCall::prepare_codecs(const NegotiatedSession& negotiated) {
  const CodecSettings settings{.kind = resources_.options.synthetic ? CodecKind::kSynthetic : CodecKind::kRealTime,
                               .video = negotiated.video_codec,
                               .audio_rate = resources_.options.audio_rate,
                               .send_stereo = negotiated.send_stereo,
                               .receive_stereo = negotiated.receive_stereo,
                               .seed = resources_.options.seed};
  codecs_ = std::async(std::launch::async, [settings, voice = resources_.options.voice,
                                            of_any_audio = resources_.options.process_all_audio] {
    SrtpProtector::prepare();
    Result<MediaCodecs> codecs = make_codecs(settings);
    if (codecs) codecs->audio_processor = make_voice_processor(voice, of_any_audio);
    return codecs;
  });
}

void ActiveCall::begin_handshake(Timestamp now) {
  const NegotiatedSession& negotiated = signalling_->negotiated();
  if (!negotiated.remote_tool.empty()) {
    archive_->log({now - started_at_, LogEvent{"peer-program", negotiated.remote_tool}});
  }
  prepare_codecs(negotiated);
  Result<DtlsEndpoint> endpoint = DtlsEndpoint::create(signalling_->dtls(), now);
  if (!endpoint) return fail(endpoint.error().message, now);
  std::unique_ptr<Transport> path = signalling_->path()->take_transport();
  stream_ = signalling_->take_stream();
  if (resources_.options.emulated_path) {
    path = std::make_unique<EmulatedTransport>(*resources_.options.emulated_path, std::move(path));
  }
  auto secure = std::make_unique<SecureTransport>(std::move(path), std::move(*endpoint), now);
  secure_ = secure.get();
  transport_ = std::move(secure);
}

void ActiveCall::shake_hands(Timestamp now) {
  if (!media_) secure_->advance(now);
  const DtlsEndpoint& endpoint = secure_->endpoint();
  const bool established = endpoint.state() == DtlsEndpoint::State::kEstablished;
  if (established && !std::exchange(keys_logged_, true)) {
    archive_->log({now - started_at_, LogEvent{"encryption", endpoint.description()}});
    exchange_candidates();
  }
  // While it rings nothing is lost yet, and nobody's media are wanted.
  if (!accepted()) return;
  if (endpoint.state() == DtlsEndpoint::State::kFailed) {
    if (const auto& no_way = signalling_->path()->failure()) return fail(*no_way, now, Call::End::kUnreachable);
    return fail(endpoint.error().message, now, Call::End::kProtocolError);
  }
  if (media_ || !endpoint.may_send()) return;
  connect(signalling_->negotiated(), endpoint.keys(), now);
}

void ActiveCall::exchange_candidates() {
  if (!resources_.exchange_candidates || !signalling_->negotiated().candidate_exchange) return;
  const auto material =
      secure_->endpoint().export_keying_material(CandidateInboxes::kLabel, CandidateInboxes::kMaterialSize);
  if (!material) return;  // Without it, a call ends when both have moved.
  const CandidateInboxes inboxes = CandidateInboxes::split(*material, signalling_->negotiated().dtls_role);
  signalling_->set_exchange(resources_.exchange_candidates(inboxes));
}

void ActiveCall::connect(const NegotiatedSession& negotiated, const SrtpKeys& keys, Timestamp now) {
  if (!codecs_.valid()) prepare_codecs(negotiated);
  Result<MediaCodecs> codecs = codecs_.get();
  if (!codecs) return fail(codecs.error().message, now);
  Result<std::unique_ptr<SrtpProtector>> protection = SrtpProtector::create(keys);
  if (!protection) return fail(protection.error().message, now);
  if (resources_.options.recording) {
    Result<void> recording =
        archive_->start_recording(*resources_.options.recording, negotiated.video_codec, negotiated.receive_stereo);
    if (!recording) return fail(recording.error().message, now);
  }
  MediaCall::Config config{.session = session_config(resources_.options),
                           .negotiated = negotiated,
                           .protection = std::move(*protection),
                           .audio = {.send = resources_.send_audio,
                                     .packets = {.stereo = negotiated.send_stereo,
                                                 .packet_time = negotiated.audio_packet_time,
                                                 .rate = {.mono = resources_.options.audio_rate}},
                                     .receive_stereo = negotiated.receive_stereo},
                           .clip_view = resources_.clip_view,
                           .seed = resources_.options.seed,
                           .clock = session_now,
                           .wake = resources_.wake};
  media_ = std::make_unique<MediaCall>(config, std::move(*codecs), resources_.remote_view, *archive_, started_at_);
  set_sending(resources_.sending);
  set_clip_levels(resources_.options.clip_levels);
  ringer_.reset();
  const Timestamp start = session_now();
  if (Result<void> started = resources_.audio->start(media_->audio().bridge(), start); !started) {
    media_.reset();
    return fail(started.error().message, now);
  }
  media_->clip().send(SetClipLoop{resources_.options.loop_clip});
  if (resources_.options.clip) media_->clip().send(PlayClip{*resources_.options.clip});
  threads_ = std::make_unique<MediaThreads>(*media_, *resources_.audio);
  sends_video_ = negotiated.video.send;
  if (resources_.camera != nullptr) {
    resources_.camera->attach(threads_->camera_mailbox());
    resources_.camera->start(start);
  }
  connected_at_ = now;
  next_statistics_at_ = now + kStatisticsInterval;
  next_status_at_ = now + kStatusInterval;
  next_sample_at_ = now + kSampleInterval;
  status_.state = Call::State::kConnected;
  if (signalling_ && !signalling_->incoming()) status_.peer = signalling_->peer();
  publish(now);
}

void ActiveCall::fail(Message detail, Timestamp now, Call::End why) {
  if (signalling_) signalling_->fail(why, detail);
  end(why, std::move(detail), now);
}

void ActiveCall::end(Call::End end, Message detail, Timestamp now) {
  if (ended()) return;
  ringer_.reset();
  // Its user has decided, or wants to know what went wrong here.
  if (end == Call::End::kHungUp || end == Call::End::kLocalFailure) start_log();
  if (signalling_) signalling_->messages()->set_open({});
  report_messages();
  stop_media(now);
  if (signalling_ && signalling_->path() != nullptr) signalling_->path()->close(now);
  status_.state = Call::State::kEnded;
  status_.reconnecting = false;
  status_.end = end;
  status_.detail = std::move(detail);
  status_.identity_changed = end == Call::End::kWrongIdentity && resources_.may_change_identity;
  archive_->log({now - started_at_, LogState{std::string(to_string(status_.state)), std::string(to_string(end))}});
  LogEnd last = call_log_end(resources_.options, end, status_.detail);
  if (modes_.find(',') != std::string::npos) last.modes = std::move(modes_);
  archive_->log({now - started_at_, std::move(last)});
  archive_->close();
  if (writer_.joinable()) writer_.join();
  report_problem();
  resources_.observer->handle(status_);
}

void ActiveCall::stop_media(Timestamp now) {
  if (!media_) return;
  if (screen_.pictures) share_screen(nullptr);
  if (resources_.camera != nullptr) resources_.camera->attach(nullptr);
  // The audio thread polls the device: it must be gone before another thread stops the device.
  threads_.reset();
  resources_.audio->stop();
  resources_.observer->handle(CallStatistics{media_->log_statistics(now), now - connected_at_});
  status_.latencies = std::make_shared<const LatencyReport>(media_->latencies());
  modes_ = media_->modes();
  transport_->send(media_->make_goodbye(now), now);
  media_.reset();
}

void ActiveCall::publish(Timestamp now) {
  archive_->log({now - started_at_, LogState{std::string(to_string(status_.state)), {}}});
  resources_.observer->handle(status_);
  ring();
}

void ActiveCall::ring() {
  ringer_.reset();
  const bool incoming = status_.state == Call::State::kIncoming;
  if (!resources_.ring || (!incoming && status_.state != Call::State::kRinging)) return;
  const auto kind = incoming ? RingTone::Kind::kIncoming : RingTone::Kind::kRingBack;
  ringer_ = std::make_unique<Ringer>(*resources_.audio, kind);
  // A call that cannot be heard is seen all the same.
  if (!ringer_->start()) ringer_.reset();
}

void ActiveCall::report_problem() {
  if (const auto problem = archive_->take_problem()) notify(*problem);
}

Timestamp ActiveCall::next_deadline() {
  Timestamp deadline = std::min({next_statistics_at_, next_status_at_, next_sample_at_});
  if (signalling_) deadline = std::min(deadline, signalling_->next_deadline());
  if (!writer_started_) deadline = std::min(deadline, started_at_ + kLogAfter);
  if (transport_) deadline = std::min(deadline, transport_->next_deadline());
  if (media_) deadline = std::min(deadline, media_->next_network_deadline());
  if (media_ && stream_) deadline = std::min(deadline, stream_->next_deadline());
  return deadline;
}

std::vector<pollfd> ActiveCall::descriptors() const {
  std::vector<pollfd> result;
  if (signalling_ && signalling_->descriptor() >= 0) {
    const auto events = static_cast<short>(signalling_->wants_write() ? POLLIN | POLLOUT : POLLIN);
    result.push_back({.fd = signalling_->descriptor(), .events = events, .revents = 0});
  }
  const CallPath* const path = signalling_ ? signalling_->path() : nullptr;
  if (!transport_ && path != nullptr) {
    result.push_back({.fd = path->descriptor(), .events = POLLIN, .revents = 0});
  }
  if (transport_ && transport_->descriptor() >= 0) {
    result.push_back({.fd = transport_->descriptor(), .events = POLLIN, .revents = 0});
  }
  if (media_ && stream_ && stream_->descriptor() >= 0) {
    const auto events = static_cast<short>(stream_->ready() ? POLLIN : POLLIN | POLLOUT);
    result.push_back({.fd = stream_->descriptor(), .events = events, .revents = 0});
  }
  return result;
}

void ActiveCall::accept(Timestamp now) {
  ringer_.reset();
  start_log();
  if (signalling_) signalling_->accept(now);
}

void ActiveCall::decline(Timestamp now) {
  if (!signalling_) return;
  signalling_->decline("declined");
  follow_signalling(now);
}

void ActiveCall::hang_up(Timestamp now) {
  if (signalling_) {
    signalling_->hang_up();
    follow_signalling(now);
  } else {
    end(Call::End::kHungUp, {}, now);
  }
}

void ActiveCall::set_sending(const SetSending& sending) {
  resources_.sending = sending;
  if (!media_) return;
  media_->audio().set_muted(!sending.microphone);
  media_->video_send().set_camera_on(sending.camera);
}

void ActiveCall::share_screen(std::shared_ptr<CameraThread> screen, bool with_sound) {
  if (screen == screen_.pictures) return;
  if (!threads_ || resources_.camera == nullptr) {
    return notify(
        message("the screen is shared in a call that sends video; begin the call with a camera or the test card"));
  }
  if (screen && clip_plays_) media_->clip().send(StopClip{});
  const auto mailbox = threads_->camera_mailbox();
  if (screen_.pictures) screen_.pictures->attach(nullptr);
  resources_.camera->attach(screen ? nullptr : mailbox);
  media_->video_send().set_kind(screen ? FrameKind::kScreen : FrameKind::kCamera);
  screen_.pictures = std::move(screen);
  screen_.told = false;
  share_computer_sound(screen_.pictures && with_sound);
  if (screen_.pictures) {
    screen_.pictures->attach(mailbox);
    screen_.pictures->start(session_now());
  }
  resources_.observer->handle(ScreenShared{.shared = screen_.pictures != nullptr});
}

void ActiveCall::share_computer_sound(bool on) {
  auto sound = on ? std::make_unique<ComputerSound>() : nullptr;
  screen_.sound = sound.get();
  media_->audio().set_screen_sound(std::move(sound));
}

/// The sound server may be back.
void ActiveCall::renew_computer_sound() {
  if (!std::exchange(screen_.told, true)) {
    notify(
        message("the computer's sound is not sent, as no sound server answers; it will be when PulseAudio or PipeWire "
                "runs"));
  }
  share_computer_sound(true);
}

MediaState ActiveCall::own_state() const {
  MediaState state{.microphone = resources_.sending.microphone && resources_.send_audio,
                   .name = resources_.options.name};
  const ClipStatus clip = media_->clip().status();
  if (clip_plays_) {
    const bool paused = clip.phase == ClipStatus::Phase::kPaused;
    state.video = paused ? MediaState::Video::kPausedClip : MediaState::Video::kClip;
    state.clip = std::filesystem::path(clip.path).filename().string();
  } else if (screen_.pictures) {
    state.video = MediaState::Video::kScreen;
  } else if (!resources_.sending.camera || !sends_video_ || resources_.camera == nullptr ||
             !resources_.camera->has_choice()) {
    state.video = MediaState::Video::kOff;
  }
  return state;
}

void ActiveCall::exchange_state(Timestamp now) {
  // In a call with oneself the peer sends what we send.
  if (signalling_) signalling_->tell(own_state());
  const std::optional<MediaState> state = signalling_ ? signalling_->peer_state() : own_state();
  if (!state || state == peer_state_) return;
  peer_state_ = state;
  media_->set_peer_state(*state, now);
  resources_.observer->handle(PeerState{*state});
}

void ActiveCall::set_clip_levels(const ClipLevels& levels) {
  resources_.options.clip_levels = levels;
  if (media_) media_->audio().clip().set_levels(levels);
}

void ActiveCall::set_peer_volume(double volume) {
  if (media_) media_->audio().set_peer_volume(volume);
}

void ActiveCall::report_clip() {
  const ClipStatus status = media_->clip().status();
  const bool shown = status.phase != ClipStatus::Phase::kNone;
  const bool plays = shown && status.phase != ClipStatus::Phase::kOpening;
  if (!std::exchange(clip_plays_, plays) && plays && screen_.pictures) share_screen(nullptr);
  if (std::exchange(clip_shown_, shown) || shown) resources_.observer->handle(status);
}

void ActiveCall::control_clip(const ClipCommand& command) {
  const auto* loop = std::get_if<SetClipLoop>(&command);
  if (loop != nullptr) resources_.options.loop_clip = loop->on;
  if (media_) return media_->clip().send(command);
  if (loop == nullptr) notify(message("there is no call yet in which a clip could be played"));
}

void ActiveCall::set_mode(const ModeChoice& mode, Timestamp now) {
  resources_.options.mode = mode;
  if (media_) media_->set_mode(mode, now);
}

}  // namespace counterpoint

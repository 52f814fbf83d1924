// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/session_host.h"

#include <algorithm>
#include <span>
#include <utility>

#include "app/call/active_call.h"
#include "app/devices/audio_check.h"
#include "app/devices/default_devices.h"
#include "app/files/state_folder.h"
#include "app/host/host_rendezvous.h"
#include "app/host/server_probe.h"
#include "app/identity/identity_store.h"
#include "app/settings/settings_options.h"
#include "media/capture/video_source_factory.h"
#include "media/clip/clip_reader.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/session_clock.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

/// Synthetic video takes nothing of a frame but its time.
constexpr Resolution kNoFrame{.width = 16, .height = 16};

/// Alone, of 30 frames a second every fourth one, of 15 every second, of 10 and fewer all: enough to see oneself, at
/// a quarter of the cost; half as many when nobody does anything. In a call, of 30 every second one, of 25 and fewer
/// all.
constexpr CameraThread::Preview kPreview{.alone = 120ms, .beside = 55ms, .idle = 240ms, .linger = 3s};

}  // namespace

SessionHost::SessionHost(Config config, CallObserver& observer) : config_(std::move(config)), observer_(observer) {}

Result<std::unique_ptr<SessionHost>> SessionHost::create(Config config, CallObserver& observer) {
  std::unique_ptr<SessionHost> host(new SessionHost(std::move(config), observer));
  if (Result<void> opened = host->open(); !opened) return opened.error();
  host->thread_ = std::thread([&host = *host] { host.run(); });
  return host;
}

Result<void> SessionHost::open() {
  const CallOptions& options = config_.options;
  if (Result<void> writable = check_call_files(options.log, options.recording); !writable) return writable;
  if (Result<void> opened = open_camera(); !opened) return opened;
  if (options.clip) {
    if (const auto clip = ClipReader::open(*options.clip); !clip) return clip.error();
  }
  if (Result<void> opened = open_audio(); !opened) return opened;
  if (config_.calls_peers) look_up_servers();
  return config_.calls_peers ? open_port() : Result<void>();
}

Result<void> SessionHost::open_port() {
  if (config_.listen && !config_.tolerant) {
    // A command that cannot be carried out leaves nothing behind, so no identity either.
    const auto free = bound_socket(SOCK_STREAM, config_.listen->address, config_.listen->port, true);
    if (!free) return free.error();
  }
  const Result<std::filesystem::path> folder =
      config_.identity_folder.empty() ? identity_folder() : config_.identity_folder;
  auto identity = folder ? HostIdentity::open(*folder) : folder.error();
  if (!identity) {
    identity_problem_ = identity.error().message;
    if (!config_.tolerant) return identity.error();
    post(Listening{.problem = identity_problem_});
    return {};
  }
  identity_ = std::move(*identity);
  if (const auto& problem = identity_->unread_contacts()) post(CallEvent(Notice{*problem}));
  if (!config_.tolerant) {
    if (Result<void> opened = open_rendezvous(); !opened) return opened;
  }
  if (!config_.listen) return {};
  const Result<std::uint16_t> port = pending_callers_.open(*config_.listen, identity_->tls());
  if (!port && !config_.tolerant) return port.error();
  if (!port) post(Listening{.problem = port.error().message});
  listening_port_ = port ? *port : std::uint16_t{0};
  return {};
}

Result<void> SessionHost::open_rendezvous() {
  if (!config_.rendezvous) return {};
  const auto is_contact = [this](const PeerId& id) { return !identity_->identify(id).name.empty(); };
  // Whoever would be declined is not told that it can call.
  const auto contacts = [this] {
    std::vector<PeerId> known = identity_->contacts();
    const auto& from = config_.from;
    std::erase_if(known, [&](const PeerId& id) { return !from.empty() && std::ranges::find(from, id) == from.end(); });
    return known;
  };
  auto opened = HostRendezvous::open({.discover = config_.rendezvous->discover,
                                      .nodes = config_.rendezvous->nodes,
                                      .folder = identity_->folder(),
                                      .is_contact = is_contact,
                                      .contacts = contacts,
                                      .presence = config_.rendezvous->presence && !do_not_disturb()},
                                     identity_->key(), session_now());
  if (opened) {
    rendezvous_ = std::move(*opened);
  } else if (!config_.tolerant) {
    return opened.error();
  } else {
    post(Notice{message("nobody finds this host by its ID: %1", opened.error().message)});
  }
  return {};
}

Result<void> SessionHost::open_camera() {
  const CallOptions& options = config_.options;
  frame_limits_.set({options.point.resolution, options.point.frame_rate});
  const auto open_source = [this, synthetic = options.synthetic, loop = options.loop_camera_file,
                            pauses =
                                options.video_pauses](const std::string& name) -> Result<std::unique_ptr<VideoSource>> {
    const auto [size, frame_rate] = frame_limits_.get();
    const VideoSourceConfig source{.name = name == kAutomaticDevice ? default_camera() : name,
                                   .size = synthetic ? kNoFrame : size,
                                   .frame_rate = frame_rate,
                                   .loop = loop};
    auto opened = open_video_source(source, session_now);
    if (!opened || pauses.empty()) return opened;
    return std::unique_ptr<VideoSource>(std::make_unique<PausingSource>(std::move(*opened), pauses));
  };
  auto camera = CameraThread::open({.name = options.camera,
                                    .open = open_source,
                                    .local_view = config_.local_view,
                                    .preview = config_.camera_preview ? std::optional(kPreview) : std::nullopt,
                                    .on_source =
                                        [this](const VideoSource& now) {
                                          post(CameraChanged{now.description(), now.is_camera()});
                                        },
                                    .notice = [this](const Notice& notice) { post(notice); }});
  if (!camera) return camera.error();
  camera_ = std::move(*camera);
  if (config_.camera_preview) camera_->start(session_now());
  return {};
}

Result<void> SessionHost::open_audio() {
  auto audio = AudioSwitch::open({.microphone = config_.options.microphone, .speaker = config_.options.speaker},
                                 config_.tolerant, [this](const Notice& notice) { post(notice); });
  if (!audio) return audio.error();
  audio_ = std::move(*audio);
  return {};
}

SessionHost::~SessionHost() {
  if (thread_.joinable()) {
    messages_.close();
    poll_interrupter_.wake();
    thread_.join();
  }
  {
    const std::lock_guard lock(lookups_->mutex);
    lookups_->wanted = false;
  }
  // Destroyed first: their threads post messages until they end.
  audio_check_.reset();
  audio_.reset();
  camera_.reset();
}

std::uint64_t SessionHost::send(const CallCommand& command) {
  const bool begins_call = std::holds_alternative<Dial>(command) || std::holds_alternative<CallSelf>(command);
  const std::uint64_t call = begins_call ? ++last_call_ : 0;
  post(UserCommand{command, call});
  return call;
}

void SessionHost::post(HostMessage message) {
  messages_.push(std::move(message));
  poll_interrupter_.wake();
}

void SessionHost::handle(const UserCommand& user) {
  std::visit(
      [&](const auto& command) {
        if constexpr (requires { carry_out(command, user.call); }) {
          carry_out(command, user.call);
        } else {
          carry_out(command);
        }
      },
      user.command);
}

void SessionHost::carry_out(const Accept&) {
  if (call_) call_->accept(session_now());
}

void SessionHost::carry_out(const Decline&) {
  if (call_) call_->decline(session_now());
}

void SessionHost::carry_out(const HangUp&) {
  if (looking_up_ != 0) refuse(std::exchange(looking_up_, 0), Call::End::kHungUp, dialled_.address, {});
  if (call_) call_->hang_up(session_now());
}

void SessionHost::carry_out(const SetSending& sending) {
  sending_ = sending;
  camera_->set_on(sending.camera);
  if (call_) call_->set_sending(sending);
}

void SessionHost::carry_out(const SetPeerVolume& loudness) {
  if (call_) call_->set_peer_volume(loudness.volume);
}

void SessionHost::carry_out(const MessageCommand& command) {
  if (call_) call_->control_messages(command);
}

void SessionHost::carry_out(const SetMode& mode) {
  config_.options.mode = mode.mode;
  if (call_) call_->set_mode(mode.mode, session_now());
}

void SessionHost::carry_out(const ApplySettings& apply) {
  const ModeChoice before = config_.options.mode;
  const ServerSettings servers_before = config_.options.servers;
  apply_settings(config_.options, apply.settings);
  if (config_.calls_peers && config_.options.servers != servers_before) look_up_servers();
  if (rendezvous_) {
    rendezvous_->set_presence(apply.settings.rendezvous.presence && !do_not_disturb(), session_now());
  }
  const OperatingPoint& point = config_.options.point;
  if (frame_limits_.set({point.resolution, point.frame_rate})) camera_->reopen();
  if (call_ && config_.options.mode != before) call_->set_mode(config_.options.mode, session_now());
}

void SessionHost::carry_out(const ChooseCamera& choice) {
  if (in_call() && !sends_frames()) {
    observer_.handle(Notice{message("this call was begun without pictures; the camera is for the next one")});
  }
  config_.options.camera = choice.name;
  camera_->choose(choice.name);
}

void SessionHost::carry_out(const ChooseMicrophone& choice) {
  if (in_call() && !sends_audio()) {
    observer_.handle(Notice{message("this call was begun without sound; the microphone is for the next one")});
  }
  config_.options.microphone = choice.name;
  audio_->choose_microphone(choice.name);
}

void SessionHost::carry_out(const ChooseSpeaker& choice) {
  config_.options.speaker = choice.name;
  audio_->choose_speaker(choice.name);
}

void SessionHost::carry_out(const Listen& listen) {
  if (!identity_) return observer_.handle(Listening{.problem = identity_problem_});
  const Result<std::uint16_t> port = pending_callers_.open({"::", listen.port}, identity_->tls());
  if (port) listening_port_ = *port;
  observer_.handle(Listening{.port = listening_port_, .problem = port ? Message() : port.error().message});
}

void SessionHost::carry_out(const StopAudioCheck&) { audio_check_.reset(); }

void SessionHost::carry_out(const CheckAudio& check) {
  if (in_call()) return;
  if (!audio_check_) {
    auto made = std::make_unique<AudioCheck>(
        *audio_, AudioCheck::Observer{.level = [this](double level) { post(MicrophoneLevel{level}); },
                                      .task = [this](AudioCheckTask task) { post(AudioCheckChanged{task}); }});
    if (const Result<void> started = made->start(); !started) return observer_.handle(Notice{started.error().message});
    audio_check_ = std::move(made);
  }
  audio_check_->begin(check.task);
  observer_.handle(AudioCheckChanged{check.task});
}

void SessionHost::run() {
  // A window does not wait for what takes as long as a good part of its start.
  if (config_.tolerant && identity_) (void)open_rendezvous();
  for (Due due; !messages_.closed(); due = sleep()) {
    while (const auto message = messages_.try_pop()) {
      due = Due();
      std::visit([this](const auto& m) { handle(m); }, *message);
    }
    const Timestamp now = session_now();
    take_callers(due, now);
    if (servers_.dial && now >= servers_.dial_at) dial_resolved(*std::exchange(servers_.dial, std::nullopt), now);
    if (call_) {
      call_->run(now);
      if (call_->left_no_log()) {
        (void)caller_screen_.count_unrecorded(now);
        caller_screen_.handle_given_up(stranger_network(call_->peer_address()), now);
      }
      if (call_->ended()) leave_missed_call();
      if (call_->ended()) {
        screen_opener_.cancel();
        call_.reset();
      }
    }
    camera_->hold(in_call());
    if (rendezvous_) rendezvous_->send(now);
    follow_probe(now);
    if (!call_) record_declined();
    if (!call_) record_turned_away(now, false);
  }
  if (call_) {
    call_->hang_up(session_now());
    call_->run(session_now());
    leave_missed_call();
    call_.reset();
  }
  constexpr Duration kLastWords = 2s;
  if (rendezvous_) rendezvous_->finish(kLastWords);
  record_declined();
  record_turned_away(session_now(), true);
}

SessionHost::Due SessionHost::sleep() {
  constexpr Duration kIdleWait = 1s;
  std::vector<pollfd> descriptors;
  Timestamp deadline = pending_callers_.next_deadline();
  if (servers_.dial) deadline = std::min(deadline, servers_.dial_at);
  if (call_) {
    descriptors = call_->descriptors();
    deadline = std::min({deadline, call_->next_deadline(), answer_at()});
  } else {
    deadline = std::min(deadline, caller_screen_.next_deadline());
  }
  const std::size_t others = descriptors.size();
  if (rendezvous_) {
    rendezvous_->add_descriptors(descriptors);
    deadline = std::min(deadline, rendezvous_->next_deadline());
  }
  const std::size_t rendezvous = descriptors.size() - others;
  if (servers_.probe) {
    descriptors.push_back({.fd = servers_.probe->descriptor(), .events = POLLIN, .revents = 0});
    deadline = std::min(deadline, servers_.probe->next_deadline());
  }
  const std::size_t heard = descriptors.size();
  pending_callers_.add_descriptors(descriptors);
  const Timestamp now = session_now();
  poll_interrupter_.wait(descriptors, deadline == kNever ? kIdleWait : std::min(deadline - now, kIdleWait));
  const auto any = [](std::span<const pollfd> polled) {
    return std::ranges::any_of(polled, [](const pollfd& one) { return one.revents != 0; });
  };
  const std::span<const pollfd> all = descriptors;
  return {.callers = any(all.subspan(heard)), .rendezvous = any(all.subspan(others, rendezvous))};
}

bool SessionHost::do_not_disturb() const { return config_.rings && config_.options.do_not_disturb; }

bool SessionHost::sends_frames() const { return config_.always_video || config_.options.camera != "none"; }

bool SessionHost::in_call() const { return looking_up_ != 0 || (call_ && !call_->ended()); }

bool SessionHost::sends_audio() const { return config_.options.microphone != "none" || config_.options.clip; }

}  // namespace counterpoint

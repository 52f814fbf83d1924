// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/session_host.h"

#include <algorithm>
#include <random>
#include <utility>

#include "app/host/call_log.h"
#include "app/host/default_devices.h"
#include "app/host/state_folder.h"
#include "app/settings/settings_options.h"
#include "core/base/rng.h"
#include "media/capture/video_source_factory.h"
#include "media/clip/clip_reader.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

/// Synthetic video takes nothing of a picture but its time.
constexpr PictureSize kNoPicture{.width = 16, .height = 16};

/// Alone, of 30 pictures a second every fourth one, of 15 every second, of 10 and fewer all: enough to see oneself, at
/// a quarter of the cost. In a call, of 30 every second one, of 25 and fewer all.
constexpr CameraThread::Preview kPreview{.alone = 120ms, .beside = 55ms};

std::uint64_t unpredictable() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

/// A clip has sound of its own to send.
bool sends_sound(const CallOptions& options) { return options.microphone != "none" || options.clip; }

/// "call.mkv" as "call-2.mkv".
std::filesystem::path numbered(const std::filesystem::path& path, std::uint64_t number) {
  std::filesystem::path result = path;
  result.replace_filename(path.stem().string() + "-" + std::to_string(number) + path.extension().string());
  return result;
}

}  // namespace

Result<std::unique_ptr<SessionHost>> SessionHost::create(Config config, CallObserver& observer) {
  std::unique_ptr<SessionHost> host(new SessionHost(std::move(config), observer));
  if (Result<void> opened = host->open(); !opened) return opened.error();
  host->thread_ = std::thread([&host = *host] { host.run(); });
  return host;
}

Result<void> SessionHost::open() {
  const CallOptions& options = config_.options;
  if (options.log) {
    if (auto writable = check_writable(*options.log, "the session log", "--log"); !writable) return writable;
  }
  if (options.recording) {
    if (auto writable = check_writable(*options.recording, "the recording", "--record"); !writable) return writable;
  }
  if (Result<void> opened = open_camera(); !opened) return opened;
  if (options.clip) {
    if (const auto clip = ClipReader::open(*options.clip); !clip) return clip.error();
  }
  if (Result<void> opened = open_sound(); !opened) return opened;
  if (!config_.listen) return {};
  const Result<std::uint16_t> port = waiting_room_.open(*config_.listen);
  if (!port && !config_.tolerant) return port.error();
  if (!port) post([this, problem = port.error().message] { observer_.handle_listening(0, problem); });
  listening_port_ = port ? *port : std::uint16_t{0};
  return {};
}

Result<void> SessionHost::open_camera() {
  const CallOptions& options = config_.options;
  picture_limits_.set({options.point.picture_size, options.point.frame_rate});
  const auto open_source = [this, synthetic = options.synthetic, loop = options.loop_camera_file,
                            pauses =
                                options.video_pauses](const std::string& name) -> Result<std::unique_ptr<VideoSource>> {
    const auto [size, frame_rate] = picture_limits_.get();
    const VideoSourceConfig source{.name = name == kAutomaticDevice ? default_camera() : name,
                                   .size = synthetic ? kNoPicture : size,
                                   .frame_rate = frame_rate,
                                   .loop = loop};
    auto opened = open_video_source(source, session_now);
    if (!opened || pauses.empty()) return opened;
    return std::unique_ptr<VideoSource>(std::make_unique<PausingSource>(std::move(*opened), pauses));
  };
  auto camera = CameraThread::open(
      {.name = options.camera,
       .open = open_source,
       .local_view = config_.local_view,
       .preview = config_.camera_preview ? std::optional(kPreview) : std::nullopt,
       .on_source = [this](const std::string& now) { post([this, now] { observer_.handle_camera(now); }); },
       .notice = [this](const std::string& notice) { pass_on(notice); }});
  if (!camera) return camera.error();
  camera_ = std::move(*camera);
  if (config_.camera_preview) camera_->start(session_now());
  return {};
}

Result<void> SessionHost::open_sound() {
  auto audio = AudioSwitch::open({.microphone = config_.options.microphone, .speaker = config_.options.speaker},
                                 config_.tolerant, [this](const std::string& notice) { pass_on(notice); });
  if (!audio) return audio.error();
  audio_ = std::move(*audio);
  return {};
}

void SessionHost::pass_on(const std::string& notice) {
  post([this, notice] { observer_.handle_notice(notice); });
}

SessionHost::~SessionHost() {
  if (thread_.joinable()) {
    commands_.close();
    waker_.wake();
    thread_.join();
  }
  {
    const std::lock_guard lock(lookups_->mutex);
    lookups_->wanted = false;
  }
  // Their threads have something to tell up to the end.
  sound_check_.reset();
  audio_.reset();
  camera_.reset();
}

void SessionHost::watch_camera(bool watched) { camera_->set_watched(watched); }

void SessionHost::post(std::function<void()> command) {
  commands_.push(std::move(command));
  waker_.wake();
}

std::uint64_t SessionHost::call(std::string address) {
  const std::uint64_t number = ++last_call_;
  post([this, number, address = std::move(address)] { look_up(number, address); });
  return number;
}

std::uint64_t SessionHost::call_self() {
  const std::uint64_t number = ++last_call_;
  post([this, number] {
    if (in_call()) return refuse(number, Call::End::kLocalFailure, "this host", "another call is going on");
    begin_call(number, nullptr, session_now());
  });
  return number;
}

void SessionHost::accept() {
  post([this] {
    if (call_) call_->accept(session_now());
  });
}

void SessionHost::decline() {
  post([this] {
    if (call_) call_->decline(session_now());
  });
}

void SessionHost::hang_up() {
  post([this] {
    if (looking_up_ != 0) refuse(std::exchange(looking_up_, 0), Call::End::kHungUp, {}, {});
    if (call_) call_->hang_up(session_now());
  });
}

void SessionHost::set_muted(bool muted) {
  post([this, muted] {
    muted_ = muted;
    if (call_) call_->set_muted(muted);
  });
}

void SessionHost::set_camera_on(bool on) {
  post([this, on] {
    camera_on_ = on;
    if (call_) call_->set_camera_on(on);
  });
}

void SessionHost::take(const Settings& settings) {
  post([this, settings] {
    const ModeChoice before = config_.options.mode;
    take_settings(config_.options, settings);
    const OperatingPoint& point = config_.options.point;
    if (picture_limits_.set({point.picture_size, point.frame_rate})) camera_->reopen();
    if (call_ && config_.options.mode != before) call_->set_mode(config_.options.mode, session_now());
  });
}

void SessionHost::choose_camera(const std::string& name) {
  post([this, name] {
    if (in_call() && !sends_pictures()) {
      observer_.handle_notice("this call was begun without pictures; the camera is for the next one");
    }
    config_.options.camera = name;
    camera_->choose(name);
  });
}

void SessionHost::choose_microphone(const std::string& name) {
  post([this, name] {
    if (in_call() && !sends_sound(config_.options)) {
      observer_.handle_notice("this call was begun without sound; the microphone is for the next one");
    }
    config_.options.microphone = name;
    audio_->choose_microphone(name);
  });
}

void SessionHost::choose_speaker(const std::string& name) {
  post([this, name] {
    config_.options.speaker = name;
    audio_->choose_speaker(name);
  });
}

void SessionHost::listen(const Endpoint& at) {
  post([this, at] {
    const Result<std::uint16_t> port = waiting_room_.open(at);
    if (port) listening_port_ = *port;
    observer_.handle_listening(listening_port_, port ? std::string() : port.error().message);
  });
}

void SessionHost::check_sound(SoundCheck::Task task) {
  post([this, task] {
    if (in_call()) return;
    if (!sound_check_) {
      auto check = std::make_unique<SoundCheck>(
          *audio_,
          SoundCheck::Observer{
              .level = [this](double level) { post([this, level] { observer_.handle_level(level); }); },
              .task = [this](SoundCheck::Task now) { post([this, now] { observer_.handle_sound_check(now); }); }});
      if (const Result<void> started = check->start(); !started) {
        return observer_.handle_notice(started.error().message);
      }
      sound_check_ = std::move(check);
    }
    sound_check_->begin(task);
    observer_.handle_sound_check(task);
  });
}

void SessionHost::stop_sound_check() {
  post([this] { sound_check_.reset(); });
}

void SessionHost::set_mode(const ModeChoice& mode) {
  post([this, mode] {
    config_.options.mode = mode;
    if (call_) call_->set_mode(mode, session_now());
  });
}

void SessionHost::run() {
  while (!commands_.closed()) {
    while (const auto command = commands_.try_pop()) (*command)();
    const Timestamp now = session_now();
    take_callers(now);
    if (call_) {
      call_->run(now);
      if (call_->ended()) call_.reset();
    }
    sleep();
  }
  if (call_) {
    call_->hang_up(session_now());
    call_->run(session_now());
    call_.reset();
  }
}

void SessionHost::sleep() {
  constexpr Duration kIdleWait = 1s;
  std::vector<pollfd> descriptors;
  Timestamp deadline = waiting_room_.next_deadline();
  waiting_room_.add_descriptors(descriptors);
  if (call_) {
    std::ranges::copy(call_->descriptors(), std::back_inserter(descriptors));
    deadline = std::min(deadline, call_->next_deadline());
  }
  const Timestamp now = session_now();
  waker_.wait(descriptors, deadline == kNever ? kIdleWait : std::min(deadline - now, kIdleWait));
}

void SessionHost::take_callers(Timestamp now) {
  const auto take = [this, now](std::unique_ptr<CallSignalling> caller) {
    if (in_call()) {
      // Once, however often they try.
      const std::string peer = caller->peer();
      const bool is_new = std::exchange(declined_, peer) != peer;
      if (is_new) observer_.handle_notice(peer + " called, and was told that you are in a call");
      return caller->decline(kBusy);
    }
    begin_call(++last_call_, std::move(caller), now);
  };
  waiting_room_.poll([this] { return capabilities(); }, take, now);
  if (call_ && config_.answer_at_once) call_->accept(now);
}

void SessionHost::look_up(std::uint64_t call, const std::string& address) {
  if (in_call()) return refuse(call, Call::End::kLocalFailure, address, "another call is going on");
  looking_up_ = call;
  observer_.handle_status({.call = call, .state = Call::State::kCalling, .peer = address, .log_path = {}});
  // The name service may take seconds: the network thread has none to lose, and nobody waits for it to give up.
  std::thread([this, lookups = lookups_, call, address] {
    Result<std::vector<Endpoint>> endpoints = resolve(address, kDefaultPort);
    const std::lock_guard lock(lookups->mutex);
    if (!lookups->wanted) return;
    post([this, call, address, endpoints = std::move(endpoints)] { dial(call, address, endpoints); });
  }).detach();
}

void SessionHost::dial(std::uint64_t call, const std::string& address, Result<std::vector<Endpoint>> endpoints) {
  if (looking_up_ != call) return;  // Hung up meanwhile.
  looking_up_ = 0;
  if (!endpoints) return refuse(call, Call::End::kUnreachable, address, endpoints.error().message);
  const Timestamp now = session_now();
  begin_call(call, CallSignalling::dial(std::move(*endpoints), capabilities(), now), now);
}

void SessionHost::begin_call(std::uint64_t call, std::unique_ptr<CallSignalling> signalling, Timestamp now) {
  sound_check_.reset();
  declined_.clear();
  const std::string peer = signalling ? signalling->peer() : "this host";
  CallOptions options = config_.options;
  // The files that a user named are of the first call; what follows must not overwrite it.
  if (++calls_archived_ > 1) {
    if (options.log) options.log = numbered(*options.log, calls_archived_);
    if (options.recording) options.recording = numbered(*options.recording, calls_archived_);
  }
  auto archive = open_archive(options);
  if (!archive) return refuse(call, Call::End::kLocalFailure, peer, archive.error().message);
  if (options.seed == 0) options.seed = unpredictable();
  CallResources resources{.call = call,
                          .options = std::move(options),
                          .camera = sends_pictures() ? camera_.get() : nullptr,
                          .audio = audio_.get(),
                          .remote_view = config_.remote_view,
                          .clip_view = config_.clip_view,
                          .observer = &observer_,
                          .wake = [this] { waker_.wake(); },
                          .send_audio = sends_sound(config_.options),
                          .ring = config_.rings && config_.options.ring,
                          .muted = muted_,
                          .camera_on = camera_on_};
  call_ = std::make_unique<ActiveCall>(std::move(resources), std::move(*archive), capabilities(), std::move(signalling),
                                       now);
}

Result<std::unique_ptr<CallArchive>> SessionHost::open_archive(const CallOptions& options) {
  const Result<std::filesystem::path> path = session_log_path(options.log, options.log_folder);
  auto archive = path ? CallArchive::open(*path) : path.error();
  if (archive || !config_.tolerant) return archive;
  observer_.handle_notice("this call is not recorded: " + archive.error().message);
  return CallArchive::open({});
}

void SessionHost::refuse(std::uint64_t call, Call::End end, const std::string& peer, std::string detail) {
  observer_.handle_status({.call = call,
                           .state = Call::State::kEnded,
                           .peer = peer,
                           .end = end,
                           .detail = std::move(detail),
                           .log_path = {}});
}

bool SessionHost::sends_pictures() const { return config_.always_video || config_.options.camera != "none"; }

MediaCapabilities SessionHost::capabilities() const {
  const CallOptions& options = config_.options;
  Rng rng(options.seed != 0 ? options.seed : unpredictable());
  const auto ssrc = [&rng] { return static_cast<std::uint32_t>(rng.next() | 1); };
  const VideoCodec other = options.codec == VideoCodec::kVp8 ? VideoCodec::kVp9 : VideoCodec::kVp8;
  // Of the port nothing is known yet: a real call fills it in, a call with oneself uses none.
  constexpr std::uint16_t kNoPort = 9;  // Discard (RFC 863).
  MediaCapabilities capabilities{.port = kNoPort,
                                 .video_codecs = {options.codec, other},
                                 .clips = true,
                                 .send_video = sends_pictures() || options.clip,
                                 .send_audio = sends_sound(options),
                                 .video_tcp_port = options.video_over_tcp ? kNoPort : std::uint16_t{0},
                                 .audio_ssrc = ssrc(),
                                 .video_ssrc = ssrc(),
                                 .rtx_ssrc = ssrc(),
                                 .session_id = rng.next() >> 1};
  capabilities.cname = std::to_string(rng.next());
  return capabilities;
}

}  // namespace counterpoint

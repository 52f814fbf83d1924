// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_call_controller.h"

#include <QHostAddress>
#include <QNetworkInterface>
#include <QSysInfo>
#include <utility>

#include "app/window/call_state_text.h"
#include "app/window/clip_translation.h"
#include "core/call/call_link.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

/// An address of this host that others in its network can call, rather of IPv4; without a network its name.
QString own_address() {
  QString found;
  for (const QNetworkInterface& interface : QNetworkInterface::allInterfaces()) {
    constexpr auto kInUse = QNetworkInterface::IsUp | QNetworkInterface::IsRunning;
    if ((interface.flags() & kInUse) != kInUse) continue;
    for (const QNetworkAddressEntry& entry : interface.addressEntries()) {
      const QHostAddress address = entry.ip();
      if (address.isLoopback() || address.isLinkLocal() || address.isMulticast()) continue;
      if (address.protocol() == QAbstractSocket::IPv4Protocol) return address.toString();
      if (found.isEmpty()) found = QStringLiteral("[%1]").arg(address.toString());
    }
  }
  return found.isEmpty() ? QSysInfo::machineHostName() : found;
}

/// Empty for port 0: nobody can call.
QString address_of(std::uint16_t port) { return port == 0 ? QString() : QString("%1:%2").arg(own_address()).arg(port); }

}  // namespace

HostCallController::HostCallController(const CallOptions& options, const Settings& settings, QObject* parent)
    : CallController(parent), settings_(settings) {
  set_clip({.loop = options.loop_clip, .audio = clip_audio(options.clip_levels)});
  open_host(options, settings.port);
}

HostCallController::~HostCallController() { host_.reset(); }

void HostCallController::open_host(const CallOptions& options, std::uint16_t port) {
  auto host = SessionHost::create({.options = options,
                                   .listen = Endpoint{"::", port},
                                   .tolerant = true,
                                   .camera_preview = true,
                                   .rings = true,
                                   .always_video = true,
                                   .remote_view = &remote_sink(),
                                   .local_view = &local_sink(),
                                   .clip_view = &clip_sink()},
                                  *this);
  if (!host) return set_host({.problem = engine_text(host.error().message)});
  host_ = std::move(*host);
  set_host({.listening_on = address_of(host_->listening_port())});
  show_audio_devices();
  connect(&local_sink(), &FrameMailbox::watched_changed, this, [this](bool watched) { host_->watch_camera(watched); });
}

void HostCallController::show_audio_devices() {
  if (!host_) return;
  HostInfo info = this->host();
  info.audio = with_capital(engine_text(host_->audio_description()));
  set_host(info);
}

void HostCallController::call(const QString& address) {
  if (!host_ || (state().phase != CallPhase::kIdle && state().phase != CallPhase::kEnded)) return;
  if (const auto target = read_call_target(address.toStdString()); !target) {
    return set_state({.phase = CallPhase::kEnded,
                      .peer = address,
                      .cause = with_capital(engine_text(target.error().message)),
                      .advice = tr("Ask for the link again, or type the address."),
                      .failed = true});
  }
  set_state({.phase = CallPhase::kCalling, .peer = address, .cause = tr("Connecting…"), .advice = {}});
  shown_call_ = host_->call(address.toStdString());
}

void HostCallController::call_self() {
  if (!host_ || (state().phase != CallPhase::kIdle && state().phase != CallPhase::kEnded)) return;
  set_state({.phase = CallPhase::kCalling, .peer = tr("yourself"), .cause = tr("Connecting…"), .advice = {}});
  shown_call_ = host_->call_self();
}

void HostCallController::answer(bool accept) {
  if (!host_ || state().phase != CallPhase::kIncoming) return;
  if (accept) {
    set_state({.phase = CallPhase::kConnecting, .peer = state().peer, .cause = tr("Connecting…"), .advice = {}});
    host_->accept();
  } else {
    shown_call_ = 0;
    host_->decline();
    set_state({});
  }
}

void HostCallController::hang_up() {
  if (!host_ || state().phase == CallPhase::kIdle) return;
  shown_call_ = 0;
  host_->hang_up();
  remote_sink().show({});
  set_state({});
}

void HostCallController::set_sending(bool microphone, bool camera) {
  if (!host_) return;
  host_->set_muted(!microphone);
  host_->set_camera_on(camera);
}

void HostCallController::apply(const Settings& settings) {
  const Settings before = std::exchange(settings_, settings);
  if (!host_) return;
  host_->take(settings);
  if (settings.port != before.port) host_->listen({"::", settings.port});
  const DeviceSettings& devices = settings.devices;
  if (devices.camera != before.devices.camera) host_->choose_camera(devices.camera);
  if (devices.microphone != before.devices.microphone) host_->choose_microphone(devices.microphone);
  if (devices.speaker != before.devices.speaker) host_->choose_speaker(devices.speaker);
}

void HostCallController::handle_listening(std::uint16_t port, const std::string& problem) {
  QMetaObject::invokeMethod(
      this,
      [this, port, problem] {
        HostInfo info = host();
        info.listening_on = address_of(port);
        info.problem = engine_text(problem);
        set_host(info);
      },
      Qt::QueuedConnection);
}

void HostCallController::handle_camera(const std::string& description) {
  QMetaObject::invokeMethod(
      this,
      [this, camera = with_capital(engine_text(description))] {
        HostInfo info = host();
        info.camera = camera;
        set_host(info);
      },
      Qt::QueuedConnection);
}

void HostCallController::check_audio(AudioCheck::Task task) {
  if (host_) host_->check_audio(task);
}

void HostCallController::stop_audio_check() {
  if (host_) host_->stop_audio_check();
}

void HostCallController::handle_audio_check(AudioCheck::Task task) {
  QMetaObject::invokeMethod(
      this, [this, task] { emit audio_check_changed(task); }, Qt::QueuedConnection);
}

void HostCallController::share_screen(bool shared) {
  if (!host_ || state().phase != CallPhase::kInCall) return;
  if (!shared) return host_->stop_sharing();
  if (const Result<void> opened = host_->share_screen(); !opened) {
    emit notice(engine_text(opened.error().message));
  }
}

void HostCallController::handle_screen(bool shared) {
  QMetaObject::invokeMethod(
      this, [this, shared] { set_sharing(shared && state().phase == CallPhase::kInCall); }, Qt::QueuedConnection);
}

void HostCallController::play_clip(const QString& file) {
  if (host_ && state().phase == CallPhase::kInCall) host_->play_clip(file.toStdString());
}

void HostCallController::pause_clip(bool paused) {
  if (!host_ || !clip().is_shown()) return;
  if (paused) {
    host_->pause_clip();
  } else {
    host_->resume_clip();
  }
}

void HostCallController::seek_clip(Duration position) {
  if (host_ && clip().is_shown()) host_->seek_clip(position);
}

void HostCallController::stop_clip() {
  if (host_ && clip().is_shown()) host_->stop_clip();
}

void HostCallController::set_clip_loop(bool loop) {
  if (host_) host_->set_clip_loop(loop);
  ClipState state = clip();
  state.loop = loop;
  set_clip(state);
}

void HostCallController::set_clip_audio(const ClipAudioChoice& audio) {
  if (host_) host_->set_clip_levels(clip_levels(audio));
  ClipState state = clip();
  state.audio = audio;
  set_clip(state);
}

void HostCallController::handle_clip_status(const ClipStatus& status) {
  QMetaObject::invokeMethod(
      this,
      [this, status] {
        // What the host still has to say of a call that its user has left is old.
        if (state().phase == CallPhase::kInCall) set_clip(clip_state(status, clip().loop, clip().audio));
      },
      Qt::QueuedConnection);
}

void HostCallController::handle_status(const CallStatus& status) {
  QMetaObject::invokeMethod(
      this, [this, status] { show_status(status); }, Qt::QueuedConnection);
}

void HostCallController::handle_statistics(const SessionStats& stats, Duration elapsed) {
  QMetaObject::invokeMethod(
      this, [this, stats, elapsed] { show_statistics(stats, elapsed); }, Qt::QueuedConnection);
}

void HostCallController::handle_adaptation(const AdaptationStatus& status, Duration elapsed) {
  QMetaObject::invokeMethod(
      this, [this, status, elapsed] { show_adaptation(status, elapsed); }, Qt::QueuedConnection);
}

void HostCallController::handle_record(const LogRecord& record) {
  QMetaObject::invokeMethod(
      this, [this, record] { emit record_logged(record); }, Qt::QueuedConnection);
}

void HostCallController::handle_level(double level) {
  QMetaObject::invokeMethod(
      this, [this, shown = meter_level(level)] { emit local_level(shown); }, Qt::QueuedConnection);
}

void HostCallController::handle_notice(const std::string& notice) {
  QMetaObject::invokeMethod(
      this,
      [this, text = with_capital(engine_text(notice))] {
        emit this->notice(text);
        show_audio_devices();
      },
      Qt::QueuedConnection);
}

void HostCallController::show_status(const CallStatus& status) {
  if (status.state == Call::State::kIncoming) shown_call_ = status.call;
  // What the host still has to say of a call that its user has left is old.
  if (status.call != shown_call_) return;
  if (status.state == Call::State::kEnded) remote_sink().show({});
  if (status.state == Call::State::kConnected) figures_ = {};
  set_state(call_state(status, state().phase));
}

void HostCallController::show_adaptation(const AdaptationStatus& status, Duration elapsed) {
  // What the host still has to say of a call that its user has left is old.
  if (state().phase != CallPhase::kInCall) return;
  emit plane_changed(figures_.add(status, elapsed));
}

void HostCallController::show_statistics(const SessionStats& stats, Duration elapsed) {
  emit stats_changed(figures_.add(stats, elapsed));
}

}  // namespace counterpoint

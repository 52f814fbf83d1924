// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_call_controller.h"

#include <chrono>
#include <utility>

#include "app/host/session_host.h"
#include "app/window/call_state_text.h"
#include "core/call/call_link.h"
#include "core/log/log_summary.h"
#include "net/adapters/udp/own_address.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

/// Empty for port 0: nobody can call.
QStringList addresses_at(std::uint16_t port) {
  QStringList found;
  if (port == 0) return found;
  for (const std::string& address : own_addresses()) {
    found.append(QStringLiteral("%1:%2").arg(QString::fromStdString(address)).arg(port));
  }
  return found;
}

}  // namespace

HostCallController::HostCallController(const CallOptions& options, const Settings& settings, QObject* parent)
    : CallController(parent), settings_(settings) {
  set_clip_loop(options.loop_clip);
  CallOptions chosen = options;
  chosen.clip_levels = clip().levels;
  open_host(chosen, settings.port);
}

HostCallController::~HostCallController() { host_.reset(); }

void HostCallController::open_host(const CallOptions& options, std::uint16_t port) {
  auto host = SessionHost::create(
      {.options = options,
       .listen = Endpoint{"::", port},
       .rendezvous = settings_.rendezvous.wanted() ? std::optional(settings_.rendezvous) : std::nullopt,
       .tolerant = true,
       .camera_preview = true,
       .rings = true,
       .always_video = true,
       .remote_view = &remote_sink(),
       .local_view = &local_sink(),
       .clip_view = &clip_sink()},
      *this);
  if (!host) return set_host({.problem = with_capital(engine_text(host.error().message))});
  host_ = std::move(*host);
  set_host(listening_at(HostInfo(), host_->listening_port()));
  show_audio_devices();
  if (!settings_.servers.empty()) host_->send(TryServers{settings_.servers});
  connect(&local_sink(), &FrameMailbox::attention_changed, this,
          [this](Attention attention) { host_->send(WatchCamera{attention}); });
}

QString HostCallController::link_at(const QString& address) const {
  if (address.isEmpty() || !host_) return {};
  return QString::fromStdString(make_call_link({.id = host_->id(), .address = address.toStdString()}));
}

HostInfo HostCallController::listening_at(HostInfo info, std::uint16_t port) const {
  info.addresses = addresses_at(port);
  info.listening_on = info.addresses.value(0);
  info.link = link_at(info.listening_on);
  return info;
}

void HostCallController::show_audio_devices() {
  if (!host_) return;
  HostInfo info = this->host();
  info.audio = with_capital(engine_text(host_->audio_description()));
  set_host(info);
}

template <typename Other>
void HostCallController::carry_out(const Other& command) {
  if (host_) host_->send(command);
}

void HostCallController::send(const CallCommand& command) {
  std::visit([this](const auto& c) { carry_out(c); }, command);
}

bool HostCallController::can_call() const {
  return host_ && (state().phase == CallPhase::kIdle || state().phase == CallPhase::kEnded);
}

void HostCallController::carry_out(const Dial& dial) {
  if (!can_call()) return;
  const QString address = QString::fromStdString(dial.address);
  if (const auto target = read_call_target(dial.address); !target) {
    return set_state({.phase = CallPhase::kEnded,
                      .peer = address,
                      .cause = with_capital(engine_text(target.error().message)),
                      .advice = tr("Ask for the link again, or type the address."),
                      .failed = true});
  }
  set_state({.phase = CallPhase::kCalling, .peer = address, .cause = tr("Connecting…"), .advice = {}});
  tracker_.set_dialled(dial.address);
  shown_call_ = host_->send(dial);
}

void HostCallController::carry_out(const CallSelf& call) {
  if (!can_call()) return;
  set_state({.phase = CallPhase::kCalling, .peer = peer_text(kSelfPeer), .cause = tr("Connecting…"), .self = true});
  shown_call_ = host_->send(call);
}

void HostCallController::carry_out(const Accept& accept) {
  if (!host_ || state().phase != CallPhase::kIncoming) return;
  set_state({.phase = CallPhase::kConnecting, .peer = state().peer, .cause = tr("Connecting…"), .advice = {}});
  host_->send(accept);
}

void HostCallController::carry_out(const Decline& decline) {
  if (!host_ || state().phase != CallPhase::kIncoming) return;
  shown_call_ = 0;
  host_->send(decline);
  set_state({});
}

void HostCallController::carry_out(const HangUp& hang_up) {
  if (!host_ || state().phase == CallPhase::kIdle) return;
  host_->send(hang_up);
  if (state().phase == CallPhase::kInCall) return;  // Its end follows, with what there is to say of the call.
  shown_call_ = 0;
  remote_sink().show({});
  set_state({});
}

void HostCallController::carry_out(const ApplySettings& apply) {
  const Settings before = std::exchange(settings_, apply.settings);
  if (!host_) return;
  host_->send(apply);
  if (settings_.port != before.port) host_->send(Listen{settings_.port});
  if (settings_.servers != before.servers) host_->send(TryServers{settings_.servers});
  const DeviceSettings& devices = settings_.devices;
  if (devices.camera != before.devices.camera) host_->send(ChooseCamera{devices.camera});
  if (devices.microphone != before.devices.microphone) host_->send(ChooseMicrophone{devices.microphone});
  if (devices.speaker != before.devices.speaker) host_->send(ChooseSpeaker{devices.speaker});
}

void HostCallController::carry_out(const ShareScreen& share) {
  if (host_ && state().phase == CallPhase::kInCall) host_->send(share);
}

void HostCallController::carry_out(const ClipCommand& command) {
  if (const auto* loop = std::get_if<SetClipLoop>(&command)) {
    if (host_) host_->send(command);
    return set_clip_loop(loop->on);
  }
  const bool begins = std::holds_alternative<PlayClip>(command);
  if (host_ && (begins ? state().phase == CallPhase::kInCall : clip().is_shown())) host_->send(command);
}

void HostCallController::carry_out(const SetClipLevels& levels) {
  if (host_) host_->send(levels);
  set_clip_levels(levels.levels);
}

void HostCallController::carry_out(const SetPeerVolume& loudness) {
  if (!host_ || state().phase != CallPhase::kInCall) return;
  host_->send(loudness);
  set_peer_volume(loudness.volume);
}

void HostCallController::handle(const CallEvent& event) {
  QMetaObject::invokeMethod(
      this, [this, event] { std::visit([this](const auto& e) { show(e); }, event); }, Qt::QueuedConnection);
}

void HostCallController::show(const CallStatus& status) {
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  if (const auto call = tracker_.follow(status, now)) emit call_over(*call);
  if (status.state == Call::State::kIncoming) shown_call_ = status.call;
  // Events of a call that its user has left are old.
  if (status.call != shown_call_) return;
  if (status.call != status_.call) announced_name_.clear();
  if (status.state == Call::State::kEnded) remote_sink().show({});
  if (status.state == Call::State::kConnected && state().phase != CallPhase::kInCall) figures_ = {};
  if (status.state != Call::State::kConnected && status.state != Call::State::kEnded) totals_ = {};
  status_ = status;
  CallView view = call_state(status, state().phase, announced_name_);
  if (status.state == Call::State::kEnded) {
    view.log = QString::fromStdString(status.log_path.string());
    view.duration = totals_.elapsed;
    view.quality = whole_call_quality(totals_.stats, totals_.elapsed);
  }
  set_state(view);
}

void HostCallController::show(const CallStatistics& statistics) {
  totals_ = statistics;
  emit stats_changed(figures_.add(statistics));
}

void HostCallController::show(const AdaptationStatus& status) {
  if (state().phase != CallPhase::kInCall) return;
  figures_.add(status);
  emit plane_changed(status);
}

void HostCallController::show(const ClipStatus& status) {
  if (state().phase == CallPhase::kInCall) set_clip(status);
}

void HostCallController::show(const Listening& listening) {
  HostInfo info = listening_at(host(), listening.port);
  info.problem = with_capital(engine_text(listening.problem));
  set_host(info);
}

void HostCallController::show(const CameraChanged& camera) {
  HostInfo info = host();
  info.camera = with_capital(engine_text(camera.description));
  info.is_camera = camera.is_camera;
  set_host(info);
}

void HostCallController::show(const Notice& news) {
  emit notice(with_capital(engine_text(news.text)), news.kind);
  show_audio_devices();
}

void HostCallController::show(const PeerState& peer) {
  if (state().phase != CallPhase::kInCall) return;
  tracker_.set_announced_name(peer.state.name);
  const bool renamed = peer.state.name != std::exchange(announced_name_, peer.state.name);
  set_peer_state(peer.state);
  if (renamed) set_state(call_state(status_, state().phase, announced_name_));
}

void HostCallController::show(const MessageEvent& event) {
  if (state().phase == CallPhase::kInCall) set_messages(event);
}

void HostCallController::show(const Reachability& outside) {
  HostInfo info = host();
  info.outside = outside;
  set_host(info);
}

void HostCallController::show(const ScreenShared& screen) {
  if (!screen.problem.empty()) return notice(engine_text(screen.problem));
  set_sharing(screen.shared && state().phase == CallPhase::kInCall);
}

}  // namespace counterpoint

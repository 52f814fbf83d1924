// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/demo_call_controller.h"

#include <algorithm>
#include <utility>

#include "app/window/demo_call.h"
#include "core/log/log_summary.h"
#include "core/log/session_log.h"
#include "core/ports/video_source.h"
#include "media/capture/video_source_factory.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

constexpr auto kPeer = "Ada";
constexpr auto kTick = std::chrono::milliseconds(10);
constexpr Duration kMaxTick = 50ms;  ///< A slow machine shows a slow call rather than none.

}  // namespace

DemoCallController::DemoCallController(const CallOptions& options, Pace pace, QObject* parent)
    : CallController(parent), options_(options) {
  HostInfo info{.listening_on = QStringLiteral("demonstration.example:47000"),
                .link = QStringLiteral("counterpoint:demonstration.example:47000"),
                .audio = tr("Test voice, no loudspeaker"),
                .outside = {.kind = Reachability::Kind::kDirect, .address = "198.51.100.7"}};
  auto preview = open_video_source({.size = options.point.resolution, .frame_rate = options.point.frame_rate},
                                   [] { return Timestamp{}; });
  if (preview) {
    preview_ = std::move(*preview);
    info.camera = with_capital(engine_text(preview_->description()));
  } else {
    info.problem = engine_text(preview.error().message);
  }
  set_host(info);
  if (pace == Pace::kByHand) return;
  connect(&timer_, &QTimer::timeout, this, &DemoCallController::follow_wall_clock);
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.start(kTick);
  wall_clock_.start();
  plan(Duration::zero(), [this] { begin_call(kPeer); });
}

DemoCallController::~DemoCallController() = default;

void DemoCallController::follow_wall_clock() {
  const Duration passed = std::chrono::nanoseconds(wall_clock_.nsecsElapsed());
  wall_clock_.restart();
  pass(std::min<Duration>(passed, kMaxTick));
}

void DemoCallController::plan(Duration in, std::function<void()> step) {
  step_at_ = now_ + in;
  step_ = std::move(step);
}

void DemoCallController::pass(Duration time) {
  while (time > Duration::zero()) {
    const Duration part = std::min(time, kMaxTick);
    time -= part;
    now_ += part;
    if (step_ && now_ >= step_at_) std::exchange(step_, nullptr)();
    if (call_) {
      advance_call(part);
    } else {
      show_preview();
    }
  }
}

void DemoCallController::show_preview() {
  while (preview_ && (!preview_frame_ || preview_began_at_ + preview_frame_->media_time <= now_)) {
    if (preview_frame_) local_sink().show(*preview_frame_);
    const auto next = preview_->read();
    if (!next || !*next) return preview_.reset();
    preview_frame_ = **next;
  }
}

void DemoCallController::send(const CallCommand& command) {
  std::visit([this](const auto& c) { carry_out(c); }, command);
}

void DemoCallController::carry_out(const Dial& dial) {
  const QString address = QString::fromStdString(dial.address);
  if (state().phase != CallPhase::kIdle && state().phase != CallPhase::kEnded) return;
  set_state({.phase = CallPhase::kCalling, .peer = address, .cause = tr("Connecting\u2026")});
  if (address == QLatin1String(kNobody)) {
    return plan(3s, [this, address] {
      set_state({.phase = CallPhase::kEnded,
                 .peer = address,
                 .cause = tr("The address cannot be reached: %1").arg(address),
                 .advice = tr("Make sure Counterpoint is running there and no firewall blocks it."),
                 .failed = true});
    });
  }
  plan(1s, [this, address] {
    set_state({.phase = CallPhase::kCalling, .peer = address, .cause = tr("Ringing\u2026")});
    plan(2s, [this, address] { connect_call(address); });
  });
}

void DemoCallController::carry_out(const CallSelf&) {
  if (state().phase == CallPhase::kIdle || state().phase == CallPhase::kEnded) begin_call(kSelfPeer);
}

void DemoCallController::receive_call() {
  if (state().phase == CallPhase::kIdle) set_state({.phase = CallPhase::kIncoming, .peer = QLatin1String(kPeer)});
}

void DemoCallController::carry_out(const Accept&) {
  if (state().phase == CallPhase::kIncoming) connect_call(state().peer);
}

void DemoCallController::carry_out(const Decline&) {
  if (state().phase == CallPhase::kIncoming) set_state({});
}

void DemoCallController::connect_call(const QString& peer) {
  set_state({.phase = CallPhase::kConnecting, .peer = peer, .cause = tr("Waiting for sound and pictures\u2026")});
  plan(500ms, [this, peer] { begin_call(peer.toStdString()); });
}

void DemoCallController::begin_call(const std::string& peer) {
  auto call = DemoCall::create(options_, remote_sink(), local_sink(), clip_sink());
  if (!call) return fail(call.error().message);
  call_ = std::move(*call);
  figures_ = {};
  pictured_at_ = {};
  sampled_at_ = {};
  call_->archive().set_listener([this](const LogRecord& record) { emit record_logged(record); });
  call_->archive().log({Duration::zero(), LogHeader{.settings = {{"mode", mode_name(options_.mode)}}}});
  carry_out(sending_);
  call_->media().clip().send(SetClipLoop{clip().loop});
  carry_out(SetClipLevels{clip().levels});
  set_state(
      {.phase = CallPhase::kInCall, .peer = peer_text(peer), .cause = tr("Demonstration"), .self = peer == kSelfPeer});
}

void DemoCallController::fail(const Message& problem) {
  call_.reset();
  set_state({.phase = CallPhase::kEnded, .peer = state().peer, .cause = engine_text(problem), .failed = true});
}

void DemoCallController::advance_call(Duration time) {
  const Duration before = call_->elapsed();
  if (const Result<void> ran = call_->advance(time); !ran) return fail(ran.error().message);
  const Duration now = call_->elapsed();
  if (now - pictured_at_ >= kStatusInterval) {
    pictured_at_ = now;
    AdaptationStatus adaptation = call_->media().adaptation_status(call_->now());
    adaptation.at = now;
    figures_.add(adaptation);
    emit plane_changed(adaptation);
    emit local_level(meter_level(call_->media().audio().take_microphone_level()));
    show_clip();
  }
  if (now - sampled_at_ >= kSampleInterval) {
    sampled_at_ = now;
    call_->media().log_sample(call_->now());
  }
  if (std::chrono::floor<std::chrono::seconds>(now) > std::chrono::floor<std::chrono::seconds>(before)) {
    emit stats_changed(figures_.add({call_->statistics(), std::chrono::floor<std::chrono::seconds>(now)}));
  }
}

void DemoCallController::show_clip() {
  const ClipStatus status = call_->media().clip().status();
  if (status.is_shown() || clip().is_shown()) set_clip(status);
  // A clip that we play comes back as the peer's picture.
  const bool paused = status.phase == ClipStatus::Phase::kPaused;
  call_->media().set_peer_state(
      {.video = paused ? MediaState::Video::kPausedClip : MediaState::Video::kCamera, .name = kPeer}, call_->now());
  while (const auto event = call_->media().take_clip_event()) {
    if (event->failed) emit notice(engine_text(event->text));
  }
}

void DemoCallController::carry_out(const ShareScreen& share) {
  if (share.shared)
    emit notice(tr("In a simulated call there is no screen to share; call somebody, or yourself."),
                Notice::Kind::kNews);
}

void DemoCallController::carry_out(const ClipCommand& command) {
  if (call_) call_->media().clip().send(command);
  if (const auto* loop = std::get_if<SetClipLoop>(&command)) set_clip_loop(loop->on);
}

void DemoCallController::carry_out(const SetClipLevels& levels) {
  if (call_) call_->media().audio().clip().set_levels(levels.levels);
  set_clip_levels(levels.levels);
}

void DemoCallController::carry_out(const SetPeerVolume& loudness) {
  if (!call_) return;
  call_->media().audio().set_peer_volume(loudness.volume);
  set_peer_volume(loudness.volume);
}

void DemoCallController::lose_peer() {
  if (call_) end_call(tr("%1 hung up").arg(state().peer));
}

void DemoCallController::carry_out(const HangUp&) {
  if (state().phase == CallPhase::kIdle) return;
  step_ = nullptr;
  if (call_) {
    return end_call(state().self ? CallController::tr("You ended the call with yourself")
                                 : tr("You ended the call with %1").arg(state().peer));
  }
  remote_sink().show({});
  set_state({});
}

void DemoCallController::end_call(const QString& cause) {
  const Duration duration = std::chrono::floor<std::chrono::seconds>(call_->elapsed());
  const CallQuality quality = whole_call_quality(call_->statistics(), duration);
  call_.reset();
  remote_sink().show({});
  set_state(
      {.phase = CallPhase::kEnded, .peer = state().peer, .cause = cause, .duration = duration, .quality = quality});
}

void DemoCallController::carry_out(const SetSending& sending) {
  sending_ = sending;
  if (!call_) return;
  call_->media().audio().set_muted(!sending.microphone);
  call_->media().video_send().set_camera_on(sending.camera);
}

void DemoCallController::carry_out(const ApplySettings& apply) {
  const ModeChoice mode = mode_choice(apply.settings);
  if (mode == options_.mode) return;
  options_.mode = mode;
  if (call_) call_->media().set_mode(options_.mode, call_->now());
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// All that the window knows of a call. The real host stands behind it in the program, a fake one in the tests.
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <optional>

#include "core/base/units.h"
#include "core/call/call_quality.h"
#include "core/log/session_log.h"
#include "core/model/frame_buffer.h"
#include "core/ports/frame_sink.h"
#include "core/settings/settings.h"
#include "ui/controller/clip_state.h"
#include "ui/plots/plane_state.h"
#include "ui/video/frame_mailbox.h"

namespace counterpoint {

/// Where a call stands.
enum class CallPhase {
  kIdle,        ///< No call; the start page.
  kCalling,     ///< We called and wait for the peer's person.
  kIncoming,    ///< Somebody calls us and waits for answer().
  kConnecting,  ///< Accepted; no media has arrived yet.
  kInCall,      ///< Media flows.
  kEnded,       ///< Over, for a reason that the user should read.
};

/// Where a call stands, with words for a person.
struct CallState {
  CallPhase phase = CallPhase::kIdle;
  QString peer{};       ///< Name or address of the other side; empty when idle.
  QString cause{};      ///< kEnded: what happened, one sentence ("The peer did not answer."). Else what is being done.
  QString advice{};     ///< kEnded: what to do about it, one or two sentences; may be empty.
  bool failed = false;  ///< kEnded: it went wrong, rather than that somebody hung up or declined.
  bool missed = false;  ///< kEnded: the other side called, and nobody answered.
};

/// The figures of the running call, as means over about the last second. At most five a second are shown.
struct CallStats {
  Duration duration{};                   ///< Since the call began.
  DataRate send_rate;                    ///< All that is sent, with IP and UDP headers.
  DataRate receive_rate;                 ///< All that arrives, with IP and UDP headers.
  PacketRate send_packets;               ///< Datagrams sent.
  PacketRate receive_packets;            ///< Datagrams received.
  FrameRate send_frames;                 ///< Pictures encoded.
  FrameRate receive_frames;              ///< Pictures shown.
  Resolution send_size;                  ///< 0x0 while no video is sent.
  Resolution receive_size;               ///< 0x0 while no video arrives.
  std::optional<Duration> round_trip;    ///< Nothing before the first measurement.
  double loss = 0;                       ///< Part of the peer's datagrams that was lost on the way to us, 0 to 1.
  double send_loss = 0;                  ///< Part of ours that the peer says was lost on the way to it, 0 to 1.
  std::optional<Duration> jitter_delay;  ///< What the jitter buffer adds to the audio.
  QualityVerdict quality{};              ///< Over some seconds, with what holds the call back.
};

/// What this host offers, for the start page.
struct HostInfo {
  QString listening_on{};  ///< "192.168.1.20:47000"; empty when nobody can call us.
  QString problem{};       ///< Why nobody can call us, or what else does not work; or empty.
  QString camera{};        ///< Description of the video source: "test card 640x360, 30 frames/s".
  QString audio{};         ///< Description of the audio device.
};

/// A host for one call at a time, as the window sees it.
///
/// 1. Everything here happens in the window's thread, but for FrameSink::show(), which any thread may call.
/// 2. The commands return at once; what becomes of them comes as state_changed(). A command that does not fit the phase
///    is ignored.
/// 3. call() and call_self() fit kIdle and kEnded; answer() fits kIncoming; hang_up() fits every phase but kIdle and
///    leads to kIdle.
/// 4. Each failure, be it of the address itself, is a state kEnded with cause and advice.
class CallController : public QObject {
  Q_OBJECT

 public:
  explicit CallController(QObject* parent = nullptr);
  ~CallController() override;

  /// Calls `address`: HOST, HOST:PORT or [IPv6]:PORT, as the user typed it.
  virtual void call(const QString& address) = 0;
  /// A whole call with ourselves, to try out camera, microphone and loudspeaker.
  virtual void call_self() = 0;
  /// Accepts or declines the incoming call.
  virtual void answer(bool accept) = 0;
  /// Ends or cancels the call, or dismisses its end.
  virtual void hang_up() = 0;
  /// What is sent to the peer, in this call and the following ones; both at first.
  virtual void set_sending(bool microphone, bool camera) = 0;
  /// What changed takes effect at once where it can, mode and devices in a running call too; all else with the next
  /// call.
  virtual void apply(const Settings& settings) = 0;

  /// The peer sees our screen in place of the camera, or the camera again; fits kInCall and ends with the call.
  /// sharing_changed() follows, or notice() when it cannot be.
  virtual void share_screen(bool shared) = 0;

  /// A stored MPEG-1/2 clip is played to the peer in place of the camera; fits kInCall. What becomes of it comes as
  /// clip_changed(), and as notice() when it cannot be played. The following commands fit while it plays or stands.
  virtual void play_clip(const QString& file) = 0;
  virtual void pause_clip(bool paused) = 0;
  /// To the last picture at `position` or before at which a receiver can begin.
  virtual void seek_clip(Duration position) = 0;
  /// The camera is seen again.
  virtual void stop_clip() = 0;
  /// Of this clip and the following ones.
  virtual void set_clip_loop(bool loop) = 0;
  virtual void set_clip_audio(const ClipAudioChoice& audio) = 0;

  [[nodiscard]] const CallState& state() const { return state_; }
  [[nodiscard]] const HostInfo& host() const { return host_; }
  [[nodiscard]] const ClipState& clip() const { return clip_; }
  [[nodiscard]] bool sharing() const { return sharing_; }
  /// Where the host puts the peer's pictures and our own, from any thread. They live as long as the controller.
  [[nodiscard]] FrameMailbox& remote_sink() { return remote_sink_; }
  [[nodiscard]] FrameMailbox& local_sink() { return local_sink_; }
  /// And what the peer gets of a clip, or of the screen.
  [[nodiscard]] FrameMailbox& clip_sink() { return clip_sink_; }

 signals:
  void state_changed(const counterpoint::CallState& state);
  void host_changed(const counterpoint::HostInfo& host);
  void stats_changed(const counterpoint::CallStats& stats);
  /// At least five times a second during a call.
  void plane_changed(const counterpoint::PlaneState& state);
  /// What goes into the log of a call, from its header on.
  void record_logged(const counterpoint::LogRecord& record);
  /// The microphone, muted or not, in a call or not: 0 silence (-60 dBFS and less) to 1 full scale, linear in decibels.
  void local_level(double level);
  /// Ten times a second while there is a clip.
  void clip_changed(const counterpoint::ClipState& clip);
  void sharing_changed(bool sharing);
  /// One clear line on something that went wrong, with what to do; the call goes on.
  void notice(const QString& text);

 protected:
  /// For the implementation: stores and announces; outside a call there is no clip, and
  /// nothing is shared. stats_changed() and local_level()
  /// are emitted as they come.
  void set_state(const CallState& state);
  void set_host(const HostInfo& host);
  void set_clip(const ClipState& clip);
  void set_sharing(bool sharing);

 private:
  CallState state_;
  HostInfo host_;
  ClipState clip_;
  bool sharing_ = false;
  FrameMailbox remote_sink_;
  FrameMailbox local_sink_;
  FrameMailbox clip_sink_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// All that the window knows of a call. The real host stands behind it in the program, a fake one in the tests.
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <optional>

#include "core/base/units.h"
#include "core/call/call_quality.h"
#include "core/control/adaptation_status.h"
#include "core/control/call_command.h"
#include "core/control/clip_status.h"
#include "core/control/message_control.h"
#include "core/control/notice.h"
#include "core/control/reachability.h"
#include "core/log/session_log.h"
#include "core/model/frame_buffer.h"
#include "core/model/media_state.h"
#include "core/ports/frame_sink.h"
#include "ui/video/frame_mailbox.h"

namespace counterpoint {

/// The phase of a call, as the window's pages have it.
enum class CallPhase {
  kIdle,        ///< No call; the start page.
  kCalling,     ///< We called and wait for the peer's person.
  kIncoming,    ///< Somebody calls us and waits for Accept.
  kConnecting,  ///< Accepted; no media has arrived yet.
  kInCall,      ///< Media flows.
  kEnded,       ///< Over, for a reason that the user should read.
};

/// A CallStatus in words for a person, and the phases that only a window knows (kIdle, kConnecting).
struct CallView {
  CallPhase phase = CallPhase::kIdle;
  QString peer{};       ///< Name or address of the peer; empty when idle.
  QString cause{};      ///< kEnded: what happened ("The peer did not answer."). Otherwise, what is being done.
  QString advice{};     ///< kEnded: what to do about it, one or two sentences; may be empty.
  bool failed = false;  ///< kEnded: it went wrong, rather than that somebody hung up or declined.
  /// kEnded, after media had flowed: how long, and how well. Zero and unknown otherwise.
  Duration duration{};
  CallQuality quality = CallQuality::kUnknown;
  QString log{};              ///< kEnded: file of the call's log; empty without one.
  bool reconnecting = false;  ///< kInCall: nothing comes from the peer, and a way to it is looked for.
  bool missed = false;        ///< kEnded: the peer called, and nobody answered.
  /// kEnded: somebody else was there than before. Dial::accept_new_identity calls them all the same.
  bool identity_changed = false;
  int colour = 0;  ///< The colour of the peer's mark, as paint_avatar() has it.
  /// kInCall: what both sides compare by voice, in pictures and words; empty until it is known.
  QString verification{};
  bool self = false;  ///< A call with oneself: what `peer` says then fits into no sentence.
};

/// The figures of the running call, as means over about the last second. At most five a second are shown.
struct CallFigures {
  Duration duration{};                   ///< Time since the call began.
  DataRate send_rate;                    ///< All that is sent, with IP and UDP headers.
  DataRate receive_rate;                 ///< All that arrives, with IP and UDP headers.
  PacketRate send_packets;               ///< Datagrams sent.
  PacketRate receive_packets;            ///< Datagrams received.
  FrameRate send_frames;                 ///< Pictures encoded.
  FrameRate receive_frames;              ///< Pictures shown.
  Resolution send_size;                  ///< 0x0 while no video is sent.
  Resolution receive_size;               ///< 0x0 while no video arrives.
  std::optional<Duration> round_trip;    ///< Nothing before the first measurement.
  CallLoss loss;                         ///< Over some seconds, as the quality has it.
  std::optional<Duration> jitter_delay;  ///< The delay that the jitter buffer adds to the audio.
  QualityVerdict quality{};              ///< Over some seconds, with what holds the call back.
};

/// The address and the devices of this host, for the start page.
struct HostInfo {
  QString listening_on{};   ///< "192.168.1.20:47000"; empty when nobody can call us.
  QStringList addresses{};  ///< All such addresses of this computer, the one above first.
  QString link{};           ///< The link by which others call us and nobody else; empty when nobody can.
  QString problem{};        ///< Says why nobody can call us, or what else does not work; or empty.
  QString camera{};         ///< Description of the video source: "test card 640x360, 30 frames/s".
  bool is_camera = false;   ///< It is a camera, whose picture users see as in a mirror.
  QString audio{};          ///< Description of the audio device.
  Reachability outside{};   ///< The knowledge of calls from other networks.
};

/// A host for one call at a time, as the window sees it.
///
/// 1. Everything here happens in the window's thread, but for FrameSink::show(), which any thread may call.
/// 2. Commands return at once; state_changed() and the other signals tell their results. A command that does not fit
///    the phase is ignored.
/// 3. Dial and CallSelf fit kIdle and kEnded; Accept and Decline fit kIncoming; HangUp fits every phase but kIdle and
///    leads to kIdle, from kInCall by way of kEnded. ShareScreen, PlayClip, SetPeerVolume and MessageCommand fit
///    kInCall; the other commands for a clip fit while there is one.
/// 4. Each failure, be it of the address itself, is a state kEnded with cause and advice.
class CallController : public QObject {
  Q_OBJECT

 public:
  explicit CallController(QObject* parent = nullptr);
  ~CallController() override;

  virtual void send(const CallCommand& command) = 0;

  [[nodiscard]] const CallView& state() const { return state_; }
  [[nodiscard]] const HostInfo& host() const { return host_; }
  /// Its choice of loop and levels is the one that was sent last.
  [[nodiscard]] const ClipStatus& clip() const { return clip_; }
  [[nodiscard]] bool sharing() const { return sharing_; }
  /// The volume of SetPeerVolume; it is 1 at the beginning of each call.
  [[nodiscard]] double peer_volume() const { return peer_volume_; }
  /// The state that the peer has told; the usual while it says nothing.
  [[nodiscard]] const MediaState& peer_state() const { return peer_state_; }
  /// The texts and files that this call takes.
  [[nodiscard]] const MessagesOpen& messages_open() const { return messages_open_; }
  /// Take the peer's frames and our own from the host, in any thread. They live as long as the controller.
  [[nodiscard]] FrameMailbox& remote_sink() { return remote_sink_; }
  [[nodiscard]] FrameMailbox& local_sink() { return local_sink_; }
  /// It takes what the peer gets of a clip, or of the screen.
  [[nodiscard]] FrameMailbox& clip_sink() { return clip_sink_; }

 signals:
  void state_changed(const counterpoint::CallView& state);
  void host_changed(const counterpoint::HostInfo& host);
  void stats_changed(const counterpoint::CallFigures& stats);
  /// At least five times a second during a call.
  void plane_changed(const counterpoint::AdaptationStatus& status);
  /// Each record of a call's log, from its header on.
  void record_logged(const counterpoint::LogRecord& record);
  /// The microphone, muted or not, in a call or not: 0 silence (-60 dBFS and less) to 1 full scale, linear in decibels.
  void local_level(double level);
  /// Each kStatusInterval while there is a clip.
  void clip_changed(const counterpoint::ClipStatus& clip);
  void sharing_changed(bool sharing);
  void peer_state_changed(const counterpoint::MediaState& state);
  void peer_volume_changed(double volume);
  void messages_open_changed(const counterpoint::MessagesOpen& open);
  void text_changed(const counterpoint::TextNews& text);
  void file_changed(const counterpoint::FileNews& file);
  /// The answer to TryServers, one for each server.
  void server_tried(const counterpoint::ServerTried& tried);
  /// One clear line on something that went wrong, with what to do, or on what is well again; the call goes on.
  void notice(const QString& text, counterpoint::Notice::Kind kind = counterpoint::Notice::Kind::kProblem);

 protected:
  /// For the implementation: stores and announces; outside a call there is no clip, and nothing is shared.
  /// stats_changed() and local_level() are emitted as they come.
  void set_state(const CallView& state);
  void set_host(const HostInfo& host);
  /// The choice of loop and levels stays.
  void set_clip(const ClipStatus& clip);
  void set_clip_loop(bool loop);
  void set_clip_levels(const ClipLevels& levels);
  void set_sharing(bool sharing);
  void set_peer_state(const MediaState& state);
  void set_peer_volume(double volume);
  /// Takes news of the call's texts and files.
  void set_messages(const MessageEvent& event);

 private:
  CallView state_;
  HostInfo host_;
  ClipStatus clip_{.levels = {.to_us = true}};  ///< A window shows a clip to its own user too, and so it sounds.
  bool sharing_ = false;
  MediaState peer_state_;
  double peer_volume_ = 1;
  MessagesOpen messages_open_;
  FrameMailbox remote_sink_;
  FrameMailbox local_sink_;
  FrameMailbox clip_sink_;
};

}  // namespace counterpoint

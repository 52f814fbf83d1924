// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <poll.h>

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/call/call_options.h"
#include "app/call/call_path.h"
#include "app/call/media_codecs.h"
#include "core/control/call_command.h"
#include "core/control/call_event.h"

namespace counterpoint {

class AudioDevice;
class CallArchive;
class CallSignalling;
class CameraThread;
class CandidateExchange;
class ComputerSound;
class FrameSink;
class MediaCall;
class MediaThreads;
class Ringer;
class SecureTransport;
class StreamTransport;
class Transport;
struct CandidateInboxes;
struct MediaCapabilities;
struct NegotiatedSession;
struct SrtpKeys;

/// The setting of a call's log that says when it began by the host's monotonic clock, in seconds.
inline constexpr const char* kLogMonotonicStart = "monotonic_start_s";

/// The parts of a host that a call borrows.
struct CallResources {
  std::uint64_t call = 0;  ///< Its number in this host.
  CallOptions options;
  IceServers servers;
  CameraThread* camera = nullptr;  ///< Null: no video is sent.
  AudioDevice* audio = nullptr;
  FrameSink* remote_view = nullptr;
  FrameSink* clip_view = nullptr;
  CallObserver* observer = nullptr;
  std::function<void()> wake;  ///< Wakes the network thread.
  bool send_audio = true;
  bool ring = false;  ///< An incoming call is heard, and so is the ringing at the peer.
  SetSending sending;
  /// Says who an ID is; not called in a call with oneself.
  std::function<PeerIdentity(const PeerId&)> identify;
  /// The peer that this host calls, if its ID is known.
  std::optional<PeerId> called{};
  std::string contact{};  ///< The contact who is called; or empty.
  /// Gives what a call and its peer find each other by when both have moved; empty: the host has no node.
  std::function<std::shared_ptr<CandidateExchange>(const CandidateInboxes&)> exchange_candidates{};
  /// Way and keys are made while it rings here, if a contact calls, who so learns addresses of this host.
  bool answer_early = false;
  /// Another identity than before can be accepted by the user, as it is not a link that names it.
  bool may_change_identity = false;
  /// Makes the path of the log, for a call that may go by without one: it gets one once it has rung for kLogAfter, or
  /// its user has decided. Empty: the archive has its log already.
  std::function<Result<std::filesystem::path>()> log_path;
};

/// One call from dialling to its end, with its log, media and threads. Belongs to the network thread.
class ActiveCall {
 public:
  /// A stranger who gives up sooner leaves no log.
  static constexpr Duration kLogAfter = 1s;

  /// `signalling` null: a call with oneself over an emulated path.
  ActiveCall(CallResources resources, std::unique_ptr<CallArchive> archive, const MediaCapabilities& capabilities,
             std::unique_ptr<CallSignalling> signalling, Timestamp now);
  ~ActiveCall();
  ActiveCall(const ActiveCall&) = delete;
  ActiveCall& operator=(const ActiveCall&) = delete;

  /// Moves everything on; call it at each event of descriptors() and at next_deadline().
  void run(Timestamp now);
  [[nodiscard]] Timestamp next_deadline();
  /// The descriptors to wait for.
  [[nodiscard]] std::vector<pollfd> descriptors() const;
  /// The address of a peer that called; empty when it has none, or was called.
  [[nodiscard]] const std::string& peer_address() const { return status_.address; }
  /// It came in, and its caller ended it so fast that it has none.
  [[nodiscard]] bool left_no_log() const { return ended() && !writer_started_; }
  /// The peer that was called and has not been heard of, once the call has ended.
  [[nodiscard]] std::optional<PeerId> unreached_peer() const {
    return ended() && !status_.identity ? resources_.called : std::nullopt;
  }
  [[nodiscard]] bool ended() const { return status_.state == Call::State::kEnded; }
  /// When it began to ring here; nothing when it does not, or has been accepted.
  [[nodiscard]] std::optional<Timestamp> rings_since() const {
    return status_.state == Call::State::kIncoming && !accepted() ? std::optional(started_at_) : std::nullopt;
  }

  void accept(Timestamp now);
  void decline(Timestamp now);
  void hang_up(Timestamp now);
  void set_sending(const SetSending& sending);
  void set_mode(const ModeChoice& mode, Timestamp now);
  /// Its frames in place of the camera's, and of a clip's, which is stopped; null: the camera's again. A clip that
  /// begins ends it.
  /// `with_sound`: what other programs play is added to the microphone's audio as long.
  void share_screen(std::shared_ptr<CameraThread> screen, bool with_sound = false);
  void set_clip_levels(const ClipLevels& levels);
  void set_peer_volume(double volume);
  /// Ignored in a call with oneself.
  void control_messages(const MessageCommand& command);
  /// Without media, a notice says that there is no call.
  void control_clip(const ClipCommand& command);

 private:
  /// It is seen in place of the camera.
  struct SharedScreen {
    std::shared_ptr<CameraThread> pictures;  ///< Null: the camera is seen.
    ComputerSound* sound = nullptr;          ///< media_ has it; null: it is not shared.
    bool told = false;                       ///< The user knows that there is no sound to share.
  };

  void follow_signalling(Timestamp now);
  void follow_path(Timestamp now);
  /// True when there is news of who the peer is.
  [[nodiscard]] bool identify_peer(Timestamp now);
  /// Both users want the call.
  [[nodiscard]] bool accepted() const;
  void start_log();
  /// Agrees with the peer on keys; with these, and once the call is accepted, it goes on to connect().
  void begin_handshake(Timestamp now);
  void shake_hands(Timestamp now);
  /// There are keys, so also a secret by which the two hosts find each other again.
  void exchange_candidates();
  /// Begins to make the codecs of what was agreed on, in a thread of its own: media flow the sooner after the
  /// handshake.
  void prepare_codecs(const NegotiatedSession& negotiated);
  void connect(const NegotiatedSession& negotiated, const SrtpKeys& keys, Timestamp now);
  void end(Call::End end, Message detail, Timestamp now);
  void publish(Timestamp now);
  /// Begins and ends ringing with the state of the call.
  void ring();
  void report_clip();
  void share_computer_sound(bool on);
  void renew_computer_sound();
  /// Tells the peer what it gets, and the observer what the peer says of itself.
  void exchange_state(Timestamp now);
  [[nodiscard]] MediaState own_state() const;
  void report_messages();
  void report_problem();
  void notify(Message text) { resources_.observer->handle(Notice{std::move(text)}); }
  void stop_media(Timestamp now);
  void fail(Message detail, Timestamp now, Call::End why = Call::End::kLocalFailure);

  CallResources resources_;
  std::unique_ptr<CallArchive> archive_;
  std::thread writer_;
  bool writer_started_ = false;
  std::unique_ptr<CallSignalling> signalling_;
  std::unique_ptr<Transport> transport_;
  std::future<Result<MediaCodecs>> codecs_;
  SecureTransport* secure_ = nullptr;        ///< transport_, in a call with another host.
  std::unique_ptr<StreamTransport> stream_;  ///< Video goes over it; null: over transport_.
  std::unique_ptr<MediaCall> media_;
  std::unique_ptr<MediaThreads> threads_;
  std::unique_ptr<Ringer> ringer_;  ///< Null: it does not ring.
  SharedScreen screen_;
  std::string modes_;  ///< The modes that the call had, once it is over.
  CallStatus status_;
  Timestamp started_at_;
  Timestamp connected_at_{};
  Timestamp next_statistics_at_ = kNever;
  Timestamp next_status_at_ = kNever;
  Timestamp next_sample_at_ = kNever;
  std::optional<MediaState> peer_state_;  ///< The state that the observer knows.
  bool keys_logged_ = false;
  bool sends_video_ = false;
  bool clip_shown_ = false;  ///< The observer knows of a clip.
  bool clip_plays_ = false;  ///< It plays or stands, so that the peer sees it.
};

}  // namespace counterpoint

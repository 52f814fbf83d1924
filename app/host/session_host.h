// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/call/call_options.h"
#include "app/call/poll_interrupter.h"
#include "app/devices/audio_switch.h"
#include "app/devices/screen_opener.h"
#include "app/host/caller_screen.h"
#include "app/host/host_identity.h"
#include "app/host/host_message.h"
#include "app/host/pending_callers.h"
#include "core/base/queue/command_queue.h"
#include "core/base/units.h"
#include "core/model/frame_buffer.h"
#include "core/settings/settings.h"

namespace counterpoint {

class ActiveCall;
class AudioCheck;
class CallArchive;
class HostRendezvous;
class ServerProbe;
struct MissedCall;

/// The port on which a host waits for callers, unless told otherwise.
inline constexpr std::uint16_t kDefaultPort = Settings::kUsualPort;

/// The largest frame and frame rate for a camera; chosen in one thread, read in another.
class FrameLimits {
 public:
  struct Values {
    Resolution size;
    FrameRate frame_rate;
    bool operator==(const Values&) const = default;
  };

  [[nodiscard]] Values get() const {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  /// True when the values have changed.
  bool set(const Values& values) {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, values) != values;
  }

 private:
  mutable std::mutex mutex_;
  Values values_;
};

/// One end of calls: devices, the listening port and at most one call at a time. Both front ends of the program use it.
///
/// 1. Commands may come from any thread and return at once; the observer hears what becomes of them. None is lost, but
///    of the values of a slider only the newest counts.
/// 2. Somebody who calls during a call is told that this host is busy. Strangers who call again and again are turned
///    away (CallerScreen).
/// 3. Its threads, and those of a call, end with it; but the system may go on looking up a name.
class SessionHost {
 public:
  struct Config {
    CallOptions options;
    std::optional<Endpoint> listen;           ///< Nothing: nobody can call.
    std::optional<Duration> answer_after{};   ///< Take every call when it has rung for so long; nothing: ask.
    std::vector<PeerId> from{};               ///< Nobody else may call; empty: everybody.
    bool calls_peers = true;                  ///< False for calls with oneself alone, which need no identity.
    std::filesystem::path identity_folder{};  ///< Empty: that of identity_folder().
    /// Others find this host by its ID, and it finds them; nothing: only by addresses.
    std::optional<RendezvousSettings> rendezvous{};
    /// A missing device, port or place for logs is no error: the observer is told, and devices are looked for again.
    bool tolerant = false;
    /// The local view is seen without a call too, from WatchCamera on; see CameraThread::Preview.
    bool camera_preview = false;
    /// It is heard that somebody calls, or that the peer rings, unless the options say otherwise.
    bool rings = false;
    /// Agree on video without a camera too: one, a clip or the screen may join.
    bool always_video = false;
    FrameSink* remote_view = nullptr;
    FrameSink* local_view = nullptr;
    FrameSink* clip_view = nullptr;  ///< Shows what the peer gets of a clip, or of the screen.
  };
  /// Opens devices and port. `observer` and the views outlive the host. Errors name the device, file or port.
  [[nodiscard]] static Result<std::unique_ptr<SessionHost>> create(Config config, CallObserver& observer);
  ~SessionHost();
  SessionHost(const SessionHost&) = delete;
  SessionHost& operator=(const SessionHost&) = delete;

  /// Gives the number of the call that the command begins, as its statuses have it; 0 for all other commands.
  std::uint64_t send(const CallCommand& command);

  /// 0 when nobody can call.
  [[nodiscard]] std::uint16_t listening_port() const { return listening_port_; }
  /// The identity of this host; nothing when it has none.
  [[nodiscard]] std::optional<PeerId> id() const {
    return identity_ ? std::optional(identity_->tls().id()) : std::nullopt;
  }
  [[nodiscard]] Message audio_description() const { return audio_->description(); }

 private:
  /// The end of the host, for look-ups of names: they may take longer than the host lives.
  struct Lookups {
    std::mutex mutex;
    bool wanted = true;
  };

  /// The servers that help a call to find a way.
  struct Servers {
    IceServers found;
    bool awaited = false;                ///< Their names are being looked up.
    std::optional<NameResolved> dial;    ///< A call that waits for them.
    Timestamp dial_at{};                 ///< The call waits until then.
    std::unique_ptr<ServerProbe> probe;  ///< Null while none is tried.
  };

  /// Tells whose descriptors may be read. A call wakes its thread hundreds of times a second, and to ask the system in
  /// vain costs as much as the call's own packets.
  struct Due {
    bool callers = true;
    bool rendezvous = true;
  };

  /// Those who called during the present call.
  struct Declined {
    std::string last;
    std::vector<LogHeader> heads;
  };

  SessionHost(Config config, CallObserver& observer);
  [[nodiscard]] Result<void> open();
  [[nodiscard]] Result<void> open_port();
  [[nodiscard]] Result<void> open_rendezvous();
  [[nodiscard]] Result<void> open_camera();
  [[nodiscard]] Result<void> open_audio();
  [[nodiscard]] Result<std::unique_ptr<CallArchive>> open_archive(const CallOptions& options);
  void post(HostMessage message);
  void run();
  void handle(const UserCommand& command);
  void handle(const CallEvent& event) { observer_.handle(event); }
  void handle(const NameResolved& resolved);
  void handle(const ServersLookedUp& looked_up);
  void handle(const NodesFound& found);
  void handle(const ScreenOpened& opened);
  void handle(const ScreenLost& lost);
  void carry_out(const Dial& dial, std::uint64_t call);
  void carry_out(const CallSelf&, std::uint64_t call);
  void carry_out(const Accept&);
  void carry_out(const Decline&);
  void carry_out(const HangUp&);
  void carry_out(const SetSending& sending);
  void carry_out(const SetMode& mode);
  void carry_out(const ApplySettings& apply);
  void carry_out(const ChooseCamera& choice);
  void carry_out(const ChooseMicrophone& choice);
  void carry_out(const ChooseSpeaker& choice);
  void carry_out(const Listen& listen);
  void carry_out(const WatchCamera& watch);
  void carry_out(const CheckAudio& check);
  void carry_out(const StopAudioCheck&);
  void carry_out(const ShareScreen& share);
  void carry_out(const ClipCommand& command);
  void carry_out(const SetClipLevels& levels);
  void carry_out(const SetPeerVolume& loudness);
  void carry_out(const MessageCommand& command);
  void carry_out(const TryServers& servers);
  /// In the thread of `screen_opener_`.
  void take_screen(Result<std::unique_ptr<VideoSource>> source);
  /// Asks the name service, which may take seconds, in a thread of its own: the network thread has none to lose. The
  /// answer of `ask` is handled later, unless the host has ended.
  template <class Ask>
  void look_up(Ask ask);
  void handle(const ServersToTry& found);
  void follow_probe(Timestamp now);
  void look_up_servers();
  void take_servers(const ServersFound& found);
  /// Begins the call whose address and servers are known.
  void dial_resolved(const NameResolved& resolved, Timestamp now);
  /// Gives who may be heard now.
  Due sleep();
  void dial_by_id(std::uint64_t call);
  /// The peer may be found by its ID, wherever it is.
  [[nodiscard]] bool can_find(const DialledPeer& peer) const;
  void take_callers(Due due, Timestamp now);
  void take_missed_call(const MissedCall& missed);
  /// Leaves word for somebody who was called and not there.
  void leave_missed_call();
  /// The time at which the call that rings is taken without asking.
  [[nodiscard]] Timestamp answer_at() const;
  void take_caller(std::unique_ptr<CallSignalling> caller, Timestamp now);
  /// Whoever calls hears that nobody answers, and the user of a missed call.
  void miss_caller(CallSignalling& caller, const PeerIdentity& who);
  /// Says for a log, and once for the user, that callers were turned away.
  void count_unrecorded(Timestamp now);
  void record_turned_away(Timestamp now, bool at_once);
  void begin_call(std::uint64_t call, std::unique_ptr<CallSignalling> signalling, bool may_change_identity,
                  Timestamp now);
  /// The call ends before it began; of a try to call somebody a record is left all the same.
  void refuse(std::uint64_t call, Call::End end, const std::string& peer, Message detail);
  void tell_end(std::uint64_t call, Call::End end, const std::string& peer, Message detail,
                const std::filesystem::path& log);
  /// Records those who called during a call, after it: its packets must not wait for the disk.
  void record_declined();
  /// Gives the path of the record; empty when there is no place for it. `options` say where it stands.
  std::filesystem::path record(const LogHeader& head, Call::State began, Call::End end, const Message& detail,
                               const CallOptions& options);
  /// The files that the user named are for calls, and not for records of those that did not come about.
  [[nodiscard]] CallOptions unnamed_files() const;
  /// Those of the call that begins now.
  [[nodiscard]] CallOptions next_options();
  /// A call and its peer may find each other by inboxes when both have moved.
  [[nodiscard]] bool exchanges_candidates() const;
  [[nodiscard]] MediaCapabilities capabilities() const;
  [[nodiscard]] bool sends_frames() const;
  [[nodiscard]] bool sends_audio() const;  ///< A clip has audio of its own.
  [[nodiscard]] bool in_call() const;
  /// Nobody may ring.
  [[nodiscard]] bool do_not_disturb() const;

  Config config_;
  CallObserver& observer_;
  FrameLimits frame_limits_;
  std::unique_ptr<CameraThread> camera_;
  std::unique_ptr<AudioSwitch> audio_;
  PollInterrupter poll_interrupter_;
  CommandQueue<HostMessage> messages_;

  // The network thread's.
  std::unique_ptr<HostIdentity> identity_;  ///< Null: identity_problem_ says why, or Config::calls_peers is false.
  Message identity_problem_;
  std::unique_ptr<ActiveCall> call_;
  PendingCallers pending_callers_;
  std::unique_ptr<HostRendezvous> rendezvous_;  ///< Null: nobody is found by an ID alone.
  CallerScreen caller_screen_;
  Declined declined_;
  std::uint64_t looking_up_ = 0;  ///< The call whose address is being looked up; 0 for none.
  DialledPeer dialled_;           ///< The peer that was called last.
  Servers servers_;
  std::uint64_t calls_archived_ = 0;
  SetSending sending_;
  std::unique_ptr<AudioCheck> audio_check_;  ///< Null while there is a call.

  std::atomic<std::uint64_t> last_call_ = 0;
  std::atomic<std::uint16_t> listening_port_ = 0;
  const std::shared_ptr<Lookups> lookups_ = std::make_shared<Lookups>();

  ScreenOpener screen_opener_{[this](Result<std::unique_ptr<VideoSource>> source) { take_screen(std::move(source)); }};
  std::thread thread_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/call/active_call.h"
#include "app/call/call_options.h"
#include "app/call/call_status.h"
#include "app/call/poll_interrupter.h"
#include "app/devices/audio_check.h"
#include "app/devices/audio_switch.h"
#include "app/devices/frame_limits.h"
#include "app/host/pending_callers.h"
#include "core/base/bounded_queue.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// The port on which a host waits for callers, unless told otherwise.
inline constexpr std::uint16_t kDefaultPort = Settings::kUsualPort;

/// One end of calls: devices, the listening port and at most one call at a time. Both faces of the program use it.
///
/// 1. The commands may come from any thread and return at once; what becomes of them the observer hears.
/// 2. Somebody who calls during a call is told that this host is busy.
/// 3. Its threads, and those of a call, end with it; but a name that is being looked up the system may go on with.
class SessionHost {
 public:
  struct Config {
    CallOptions options;
    std::optional<Endpoint> listen;  ///< Nothing: nobody can call.
    bool answer_at_once = false;     ///< Take every call without asking.
    /// What cannot be had (a device, the port, a place for logs) the observer is told, and it is no error; devices are
    /// looked for again.
    bool tolerant = false;
    /// The local view is seen without a call too, from watch_camera() on; see CameraThread::Preview.
    bool camera_preview = false;
    /// It is heard that somebody calls, or that it rings at the other side, unless the options say otherwise.
    bool rings = false;
    /// Agree on video without a camera too: one, a clip or the screen may join.
    bool always_video = false;
    FrameSink* remote_view = nullptr;
    FrameSink* local_view = nullptr;
    FrameSink* clip_view = nullptr;  ///< What the peer gets of a clip that is played, or of the screen.
  };
  /// Opens devices and port. `observer` and the views outlive the host. Errors name the device, file or port.
  [[nodiscard]] static Result<std::unique_ptr<SessionHost>> create(Config config, CallObserver& observer);
  ~SessionHost();
  SessionHost(const SessionHost&) = delete;
  SessionHost& operator=(const SessionHost&) = delete;

  /// Calls "host", "host:port" or "[IPv6]:port"; gives the number of the call, as its statuses have it.
  std::uint64_t call(std::string address);
  std::uint64_t call_self();
  void accept();
  void decline();
  void hang_up();
  void set_muted(bool muted);
  void set_camera_on(bool on);
  /// Whether somebody looks at the local view.
  void watch_camera(bool watched);
  /// What the following calls do, but for the devices; a running call takes over the mode, and the camera the largest
  /// frame and frame rate.
  void take(const Settings& settings);
  /// Another device, by its name or kAutomaticDevice, in a running call too. A microphone cannot join a call that was
  /// begun without audio, nor a camera one that was begun without frames unless the host always has video.
  void choose_camera(const std::string& name);
  void choose_microphone(const std::string& name);
  void choose_speaker(const std::string& name);
  /// Tries the audio devices while there is no call; handle_level() and handle_audio_check() follow.
  void check_audio(AudioCheck::Task task);
  void stop_audio_check();
  /// From now on, in a call that goes on too; errors are the caller's to check (check_parameters).
  void set_mode(const ModeChoice& mode);

  /// The screen in place of the camera, in the call that goes on and until its end. Opened in the caller's thread;
  /// errors say why it cannot be. The observer hears when it is shared, and when it is not any more.
  [[nodiscard]] Result<void> share_screen();
  void stop_sharing();

  /// A stored MPEG-1/2 clip in place of the camera, in the call that goes on; the observer hears what comes of it.
  void play_clip(std::string path);
  void resume_clip();
  void pause_clip();
  /// To the last entry frame at `time` of the clip or before.
  void seek_clip(Duration time);
  void stop_clip();
  /// Whether clips begin again at their end; of the clip that plays, and of the following ones.
  void set_clip_loop(bool loop);
  /// How loud clips are from now on.
  void set_clip_levels(const ClipLevels& levels);

  /// Waits for callers elsewhere; handle_listening() follows. Where that cannot be had, the old place stays.
  void listen(const Endpoint& at);
  /// 0 when nobody can call.
  [[nodiscard]] std::uint16_t listening_port() const { return listening_port_; }
  [[nodiscard]] std::string audio_description() const { return audio_->description(); }

 private:
  /// Where lookups of names bring what they found: they may take longer than the host lives.
  struct Lookups {
    std::mutex mutex;
    bool wanted = true;
  };

  SessionHost(Config config, CallObserver& observer) : config_(std::move(config)), observer_(observer) {}
  [[nodiscard]] Result<void> open();
  [[nodiscard]] Result<void> open_camera();
  [[nodiscard]] Result<void> open_audio();
  [[nodiscard]] Result<std::unique_ptr<CallArchive>> open_archive(const CallOptions& options);
  /// For the devices' threads.
  void pass_on(const std::string& notice);
  void post(std::function<void()> command);
  void run();
  void control_clip(std::function<void(ClipPipeline&)> command);
  void sleep();
  void take_callers(Timestamp now);
  void look_up(std::uint64_t call, const std::string& address);
  void dial(std::uint64_t call, const std::string& address, Result<std::vector<Endpoint>> endpoints);
  void begin_call(std::uint64_t call, std::unique_ptr<CallSignalling> signalling, Timestamp now);
  /// The call ends before it began; of a try to call somebody a record is left all the same.
  void refuse(std::uint64_t call, Call::End end, const std::string& peer, std::string detail);
  void tell_end(std::uint64_t call, Call::End end, const std::string& peer, std::string detail,
                const std::filesystem::path& log);
  /// Of those who called during a call: after it, since its packets must not wait for the disk.
  void record_declined();
  /// Where the record is; empty where there is no place for it.
  std::filesystem::path record(const LogHeader& head, Call::State began, Call::End end, const std::string& detail);
  /// Those of the call that begins now.
  [[nodiscard]] CallOptions next_options();
  [[nodiscard]] MediaCapabilities capabilities() const;
  [[nodiscard]] bool sends_frames() const;
  [[nodiscard]] bool sends_audio() const;  ///< A clip has audio of its own.
  [[nodiscard]] bool in_call() const { return looking_up_ != 0 || (call_ && !call_->ended()); }

  Config config_;
  CallObserver& observer_;
  FrameLimits frame_limits_;
  std::unique_ptr<CameraThread> camera_;
  std::unique_ptr<AudioSwitch> audio_;
  PollInterrupter poll_interrupter_;
  BoundedQueue<std::function<void()>> commands_{64};

  // The network thread's.
  std::unique_ptr<ActiveCall> call_;
  PendingCallers pending_callers_;
  std::string declined_;                   ///< Who called last while the present call went on.
  std::uint64_t looking_up_ = 0;           ///< The call whose address is being looked up; 0 for none.
  std::string dialled_;                    ///< That address.
  std::vector<LogHeader> declined_heads_;  ///< Who called during the call.
  std::uint64_t calls_archived_ = 0;
  bool muted_ = false;
  bool camera_on_ = true;
  std::unique_ptr<AudioCheck> audio_check_;  ///< Null while there is a call.

  std::atomic<std::uint64_t> last_call_ = 0;
  std::atomic<std::uint16_t> listening_port_ = 0;
  const std::shared_ptr<Lookups> lookups_ = std::make_shared<Lookups>();

  std::thread thread_;
};

}  // namespace counterpoint

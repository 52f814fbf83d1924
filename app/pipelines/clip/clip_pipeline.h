// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "app/pipelines/audio/clip_mixer.h"
#include "app/pipelines/clip/clip_drop_policy.h"
#include "app/pipelines/clip/clip_preview.h"
#include "app/pipelines/clip/clip_throughput.h"
#include "app/pipelines/session/shared_session.h"
#include "app/pipelines/video/video_send_pipeline.h"
#include "core/base/queue/command_queue.h"
#include "core/control/call_command.h"
#include "media/clip/clip_player.h"

namespace counterpoint {

/// A stored clip on its way out, in place of the camera: commands, player, session.
///
/// 1. The commands come from any thread and return at once. run(), wait() and next_deadline() belong to the clip
///    thread (or a virtual call), the rest to any.
/// 2. Each picture is shaped to the operating point's video rate of that moment.
/// 3. A clip that ends or is stopped gives the stream back to the camera, which begins with a key frame.
/// 4. A peer that asks for a key frame gets the clip's next I picture, in its own time: each can be begun with.
class ClipPipeline {
 public:
  struct Counters {
    std::uint64_t sent = 0;
    std::uint64_t key_frames = 0;
    std::uint64_t dropped = 0;  ///< Dropped by the policy.
    Resolution size;            ///< Size of the clip that plays; {0, 0} without one.
  };
  /// News for the log and the user: "playing", "paused", "ended", ...; an error has `failed` set.
  struct Event {
    Message text;
    bool failed = false;
    bool over = false;     ///< The camera has the stream again.
    bool damaged = false;  ///< The clip is, and goes on; said once of each that is played.
  };
  using Report = std::function<void(const Event&, Timestamp)>;
  struct Config {
    Message obstacle;     ///< The reason why no clip can be played in this call; empty when one can.
    bool stereo = false;  ///< Their audio is given to the mixer as stereo if it is.
  };

  /// `preview` may be null. `report` is called in the thread of run().
  ClipPipeline(SharedSession& session, VideoSendPipeline& camera, ClipMixer& mixer,
               std::unique_ptr<ClipPreview> preview, Config config, Report report)
      : session_(session),
        camera_(camera),
        mixer_(mixer),
        preview_(std::move(preview)),
        config_(std::move(config)),
        report_(std::move(report)) {}

  void send(const ClipCommand& command) { commands_.push(command); }

  /// Carries out commands, and sends what is due.
  void run(Timestamp now);
  /// It does not count what a command may bring.
  [[nodiscard]] Timestamp next_deadline() const;
  /// Waits for a command, `timeout` at most.
  void wait(Duration timeout) {
    if (!waiting_) waiting_ = commands_.pop_for(timeout);
  }
  void close() { commands_.close(); }
  [[nodiscard]] bool closed() const { return commands_.closed(); }

  [[nodiscard]] Counters counters() const;
  /// The state after the last run().
  [[nodiscard]] ClipStatus status() const;

 private:
  void carry_out(const PlayClip& play, Timestamp now);
  void carry_out(const ResumeClip&, Timestamp now);
  void carry_out(const PauseClip&, Timestamp now);
  void carry_out(const SeekClip& seek, Timestamp now);
  void carry_out(const StopClip&, Timestamp now);
  void carry_out(const SetClipLoop& loop, Timestamp now);
  void fail(const Message& problem, Timestamp now) { report_({.text = problem, .failed = true}, now); }
  void send_due(Timestamp now);
  void send_picture(const PlayedPicture& picture, Timestamp now);
  void show_opening(const std::string& path);
  void update_status(Timestamp now);
  void record_damage(const PlayedPicture& picture, Timestamp now);
  void finish(const Message& why, Timestamp now);

  SharedSession& session_;
  VideoSendPipeline& camera_;
  ClipMixer& mixer_;
  std::unique_ptr<ClipPreview> preview_;
  Config config_;
  Report report_;
  CommandQueue<ClipCommand> commands_;
  std::optional<ClipCommand> waiting_;  ///< The command that wait() has met with.
  std::unique_ptr<ClipPlayer> player_;
  std::string path_;  ///< The file of the player.
  std::optional<Duration> damaged_at_;
  bool loop_ = false;  ///< Clips begin again at their end.
  ClipThroughput meter_;
  /// The clip is played from the next run() on: opening and seeking take a time that none must miss.
  bool starting_ = false;
  ClipDropPolicy gate_;
  mutable std::mutex counters_mutex_;  ///< Guards all below.
  Counters counters_;
  ClipStatus status_;
};

}  // namespace counterpoint

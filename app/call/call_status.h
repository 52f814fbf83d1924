// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/call/adaptation_status.h"
#include "app/call/latency_report.h"
#include "app/devices/audio_check.h"
#include "app/pipelines/clip/clip_status.h"
#include "core/call/call.h"
#include "core/log/session_log.h"
#include "core/model/session_stats.h"

namespace counterpoint {

/// Where a call of this host stands, for whoever shows it.
struct CallStatus {
  std::uint64_t call = 0;  ///< Which call of this host, from 1 on.
  Call::State state = Call::State::kCalling;
  std::string peer;  ///< Address and port; kSelfPeer in a self-call.
  /// Once kEnded: why.
  Call::End end = Call::End::kHungUp;
  std::string detail;
  LatencyReport latencies;
  std::filesystem::path log_path;
};

/// Of what windows show, level and adaptation: drawing the plane each time is a tenth of what a window adds to a call.
inline constexpr Duration kStatusInterval = 150ms;
/// Of the log's samples.
inline constexpr Duration kSampleInterval = 200ms;

/// Hears of everything that a person should. All calls come from the host's network thread, in order, and return soon.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  virtual void handle_status(const CallStatus& status) = 0;
  /// Once a second during a call; `elapsed` since it was connected.
  virtual void handle_statistics(const SessionStats& stats, Duration elapsed) = 0;
  /// Each kPictureInterval of a call: the loudest sample of the microphone since the last time, 0 to 1.
  virtual void handle_level(double level) = 0;
  /// Each kPictureInterval of a call, for whoever shows it; `elapsed` since it was connected.
  virtual void handle_adaptation(const AdaptationStatus& /*status*/, Duration /*elapsed*/) {}
  /// What goes into the call's log, for whoever shows its course; from the thread that logs it.
  virtual void handle_record(const LogRecord& /*record*/) {}
  /// Callers reach this host at `port` from now on; with a problem, still at `port`.
  virtual void handle_listening(std::uint16_t /*port*/, const std::string& /*problem*/) {}
  /// What gives the frames from now on: "test card 640x360, 30 frames/s".
  virtual void handle_camera(const std::string& /*description*/) {}
  /// What is tried with the audio devices without a call has changed.
  virtual void handle_audio_check(AudioCheck::Task /*task*/) {}
  /// Something went wrong that does not end the call: a camera that vanished, a disk that is full.
  virtual void handle_notice(const std::string& notice) = 0;
  /// What becomes of a clip that is sent: "playing film.mpg: ...", "paused at 3.20 s", "ended".
  virtual void handle_clip(const std::string& what) { (void)what; }
  /// Whether the peer sees our screen in place of the camera, whenever that changes.
  virtual void handle_screen(bool /*shared*/) {}
  /// Each kPictureInterval while a clip is played, and once when it is over.
  virtual void handle_clip_status(const ClipStatus& /*status*/) {}
};

}  // namespace counterpoint

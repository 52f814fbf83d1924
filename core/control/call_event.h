// SPDX-License-Identifier: GPL-3.0-or-later
// All that the engine tells a front end of the program (the window, the command line).
#pragma once

#include <cstdint>
#include <variant>

#include "core/base/message.h"
#include "core/base/time.h"
#include "core/base/unix_time.h"
#include "core/control/adaptation_status.h"
#include "core/control/call_command.h"
#include "core/control/call_status.h"
#include "core/control/clip_status.h"
#include "core/control/message_control.h"
#include "core/control/notice.h"
#include "core/control/reachability.h"
#include "core/log/session_log.h"
#include "core/model/media_state.h"
#include "core/model/session_stats.h"

namespace counterpoint {

/// Interval of MicrophoneLevel, AdaptationStatus and ClipStatus in a call. Drawing the plane at each report would cost
/// a tenth of what a window adds to a call.
inline constexpr Duration kStatusInterval = 150ms;
/// Interval of the log's samples.
inline constexpr Duration kSampleInterval = 200ms;

/// Once a second in a call, and at its end.
struct CallStatistics {
  SessionStats stats{};
  Duration elapsed{};  ///< Time since the call was connected.
};
/// The loudest sample of the microphone since the last such event, 0 to 1.
struct MicrophoneLevel {
  double level = 0;
};
/// Callers reach this host at `port` from now on, 0 for nowhere; with a problem, still at `port`.
struct Listening {
  std::uint16_t port = 0;
  Message problem{};
};
/// A node has answered for the first time: others find this host by its ID.
struct NodesReached {};
/// A contact can be called from now on, or not any more. Without a name, it is no contact any longer.
struct ContactPresence {
  PeerIdentity contact{};
  bool here = false;
};
/// The source of frames from now on: "test card 640x360, 30 frames/s".
struct CameraChanged {
  Message description{};
  bool is_camera = false;  ///< False: a test card, a file, black frames.
};
struct AudioCheckChanged {
  AudioCheckTask task = AudioCheckTask::kMeter;
};
/// The peer says what it sends from now on. One that never does has an older version of the program.
struct PeerState {
  MediaState state{};
};
/// Somebody called and did not ring: this host could not be reached, which a Notice tells in words, or its user was not
/// to be disturbed.
struct CallMissed {
  PeerIdentity caller{};
  UnixTime at{};  ///< The caller's clock said so, if this host could not be reached.
};
/// A clip began, paused or ended: "playing film.mpg: ...", "paused at 3.20 s", "ended".
struct ClipNews {
  Message text{};
};
/// The peer sees our screen in place of the camera from now on, or does not; a problem says why it cannot.
struct ScreenShared {
  bool shared = false;
  Message problem{};
};

/// ClipStatus comes while a clip is played, and once when it is over; LogRecord is what goes into the call's log.
using CallEvent = std::variant<CallStatus, CallStatistics, AdaptationStatus, ClipStatus, LogRecord, MicrophoneLevel,
                               Listening, NodesReached, ContactPresence, CameraChanged, AudioCheckChanged, Notice,
                               CallMissed, ClipNews, ScreenShared, PeerState, MessageEvent, ServerTried, Reachability>;

/// Hears of everything that a person should know.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  /// Called from the host's network thread, in order; a LogRecord comes from the thread that logs it. Returns soon.
  virtual void handle(const CallEvent& event) = 0;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// All that a front end of the program (the window, the command line) can ask of the engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/adaptation/mode/mode.h"
#include "core/base/time.h"
#include "core/control/clip_status.h"
#include "core/control/message_control.h"
#include "core/control/reachability.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// Calls a contact by its name, a link, or "host", "host:port" or "[IPv6]:port".
struct Dial {
  std::string address{};
  /// If somebody else is there than before, that is who is meant from now on. A link
  /// with an ID names its peer all the same.
  bool accept_new_identity = false;
};
/// Calls this host itself, to try out camera, microphone and loudspeaker.
struct CallSelf {};
/// Take or refuse the incoming call.
struct Accept {};
struct Decline {};
/// Ends or cancels the call.
struct HangUp {};
/// Microphone and camera are sent to the peer, or silence and black frames; in this call and the following ones. A
/// camera that is not sent is closed.
struct SetSending {
  bool microphone = true;
  bool camera = true;
};
/// From now on, in a running call too. Whoever sends it has checked the parameters (check_parameters).
struct SetMode {
  ModeChoice mode{};
};
/// For the following calls, but for the devices and the port; a running call takes over the mode, and the camera the
/// largest frame and frame rate.
struct ApplySettings {
  Settings settings{};
};
/// Another device, by its name or kAutomaticDevice, in a running call too. A microphone cannot join a call that began
/// without audio, nor a camera one that began without frames unless the host always has video.
struct ChooseCamera {
  std::string name{};
};
struct ChooseMicrophone {
  std::string name{};
};
struct ChooseSpeaker {
  std::string name{};
};
/// Waits for callers at another TCP port, 0 for any; where that cannot be had, the old one stays. Listening follows.
struct Listen {
  std::uint16_t port = 0;
};
/// Tells how closely somebody looks at the local view.
enum class Attention {
  kNone,    ///< It is out of sight.
  kIdle,    ///< It is in sight, of somebody who has touched nothing for a while: few frames a second do.
  kActive,  ///< Somebody looks at it.
};
struct WatchCamera {
  Attention attention = Attention::kNone;
};

/// A test of the audio devices outside a call.
enum class AudioCheckTask { kMeter, kTestAudio, kRecording, kPlayback };
/// MicrophoneLevel and AudioCheckChanged follow. Ignored during a call.
struct CheckAudio {
  AudioCheckTask task = AudioCheckTask::kMeter;
};
struct StopAudioCheck {};

/// The screen takes the place of the camera until the end of the call, or gives it back. ScreenShared follows. On
/// desktops that let their user choose what to share, they are asked to by "screen".
struct ShareScreen {
  bool shared = true;
  std::string what = "screen";  ///< The screen, or a monitor or window by its name as a source.
};

/// A stored MPEG-1/2 clip takes the place of the camera in the running call.
struct PlayClip {
  std::string path{};
};
struct ResumeClip {};
struct PauseClip {};
/// Seeks to the last entry frame at `to` or before.
struct SeekClip {
  Duration to{};
};
/// The camera is seen again.
struct StopClip {};
/// Clips begin again at their end, this one and the following ones.
struct SetClipLoop {
  bool on = false;
};
using ClipCommand = std::variant<PlayClip, ResumeClip, PauseClip, SeekClip, StopClip, SetClipLoop>;

/// They hold for this clip and the following ones.
struct SetClipLevels {
  ClipLevels levels{};
};

/// The loudness of the peer at our loudspeaker, in this call.
struct SetPeerVolume {
  static constexpr double kMax = 1.5;  ///< 7 dB more than the peer sends, for those who speak low.

  double volume = 1;  ///< 0 to kMax, as a slider has it: samples are multiplied by its square, as ears hear steps.
};

using CallCommand =
    std::variant<Dial, CallSelf, Accept, Decline, HangUp, SetSending, SetMode, ApplySettings, ChooseCamera,
                 ChooseMicrophone, ChooseSpeaker, Listen, WatchCamera, CheckAudio, StopAudioCheck, ShareScreen,
                 ClipCommand, SetClipLevels, SetPeerVolume, MessageCommand, TryServers>;

/// Sends many values while it is dragged, of which the newest counts; see CommandQueue.
enum class Slider { kClipPosition, kClipLevels, kPeerVolume };

[[nodiscard]] inline std::optional<Slider> slider_of(const ClipCommand& command) {
  if (std::holds_alternative<SeekClip>(command)) return Slider::kClipPosition;
  return std::nullopt;
}

[[nodiscard]] inline std::optional<Slider> slider_of(const CallCommand& command) {
  if (std::holds_alternative<SetClipLevels>(command)) return Slider::kClipLevels;
  if (std::holds_alternative<SetPeerVolume>(command)) return Slider::kPeerVolume;
  const auto* clip = std::get_if<ClipCommand>(&command);
  return clip != nullptr ? slider_of(*clip) : std::nullopt;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/base/ip_endpoint.h"
#include "core/base/units.h"
#include "core/control/clip_status.h"
#include "core/model/encoded_frame.h"
#include "core/model/operating_point.h"
#include "core/settings/settings.h"
#include "media/capture/pausing_source.h"
#include "net/emulation/path_config.h"
#include "net/session/rtp_session.h"

namespace counterpoint {

/// All that a user may choose for a call, whichever front end asks for it. Names of devices are those of the factories
/// in media/capture and media/audio, of microphone and speaker also kAutomaticDevice; "none" sends nothing of the kind.
struct CallOptions {
  std::string camera = "test-card";
  std::string microphone = "voice";
  std::string speaker = "none";
  VoiceSettings voice;                  ///< Used for real microphones alone.
  bool process_all_audio = false;       ///< It is used for any audio: to measure what it costs.
  VideoCodec codec = VideoCodec::kVp8;  ///< Preferred; the peer may lead to the other one.
  OperatingPoint point = OperatingPoint::from_rate(DataRate::kilobits_per_second(1000), FrameRate::per_second(30),
                                                   {.width = 640, .height = 360});
  /// Video adapts by it, beginning at `point`.
  ModeChoice mode = {.mode = find_mode("2d"), .parameters = {}};
  ScalingLimits limits;                                     ///< Within which it adapts.
  bool video_over_tcp = false;                              ///< It is used if the peer wants it too.
  ServerSettings servers;                                   ///< Asked for ways through routers.
  std::optional<IpAddress> address;                         ///< The only one of this host for UDP; nothing: all.
  bool connect_while_ringing = true;                        ///< Contacts who call learn where this host is.
  DataRate audio_rate = DataRate::kilobits_per_second(32);  ///< 6 to 256 kbit/s.
  Duration audio_packet_time = kAudioPacketDuration;        ///< One of kAudioPacketDurations.
  DataSize max_datagram = DataSize::bytes(1200);            ///< 200 to 1452 bytes.
  std::optional<PathConfig> emulated_path;                  ///< Everything that we send passes through it first.
  std::optional<std::filesystem::path> recording;           ///< Matroska of what is received.
  std::optional<std::filesystem::path> log;                 ///< Nothing: a new file in `log_folder`.
  std::filesystem::path log_folder;                         ///< Empty: in the state folder.
  bool log_addresses = true;                                ///< The log names the peer.
  std::optional<std::string> clip;                          ///< Played to the peer as soon as there is a call.
  bool loop_clip = false;
  ClipLevels clip_levels;       ///< They hold for the audio of each clip.
  std::string name;             ///< The user's, which the peer is told; empty: it is not.
  bool ring = true;             ///< A host that can ring does so.
  bool share_sound = false;     ///< Whatever other programs play is sent with a shared screen.
  bool do_not_disturb = false;  ///< A host that can ring takes no calls; contacts are told that it is away.
  bool loop_camera_file = true;
  std::vector<VideoPause> video_pauses;  ///< Without frames, since the first one.
  bool synthetic = false;  ///< Video of known rate without frames, for experiments; both ends must have it.
  std::uint64_t seed = 0;  ///< Makes all that is random in a call; 0: unpredictable.
};

/// The session that they ask for.
[[nodiscard]] inline RtpSession::Config session_config(const CallOptions& options) {
  return {.max_datagram = options.max_datagram, .mode = options.mode, .point = options.point, .limits = options.limits};
}

}  // namespace counterpoint

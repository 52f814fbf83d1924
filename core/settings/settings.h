// SPDX-License-Identifier: GPL-3.0-or-later
// The stored choices of a user, as the window shows them and a file keeps them. The defaults are those of a call
// without any settings.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/adaptation_context.h"
#include "core/base/units.h"
#include "core/model/audio_format.h"
#include "core/model/encoded_frame.h"
#include "core/model/relay_transport.h"

namespace counterpoint {

/// The name of a device that stands for "whatever there is": real hardware, else something generated.
inline constexpr const char* kAutomaticDevice = "automatic";

/// The colours of the window.
enum class ThemeSetting { kDesktop, kDark, kLight };

/// The language of the window.
enum class LanguageSetting { kDesktop, kEnglish, kGerman };

struct DeviceSettings {
  std::string camera = kAutomaticDevice;
  std::string microphone = kAutomaticDevice;
  std::string speaker = kAutomaticDevice;
  bool operator==(const DeviceSettings&) const = default;
};

/// The processing that makes a microphone's audio fit to be sent.
struct VoiceSettings {
  bool cancel_echo = true;     ///< The echo of the loudspeaker.
  bool suppress_noise = true;  ///< Stationary noise, as a fan's.
  bool control_gain = true;    ///< Quiet and loud voices are sent alike.
  bool operator==(const VoiceSettings&) const = default;
};

struct LogSettings {
  std::string folder;     ///< Empty: the usual place, see app/files/state_folder.h.
  int keep_days = 0;      ///< 0 to kMaxKeepDays; 0: for ever.
  bool addresses = true;  ///< Logs say who was called.
  bool operator==(const LogSettings&) const = default;
};

/// A server that relays media (TURN), for hosts that find no other way to each other.
struct RelaySettings {
  std::string server;  ///< "host" or "host:port".
  std::string user;
  std::string password;
  std::optional<RelayTransport> transport{};  ///< Nothing: UDP, or TCP where a firewall drops UDP.
  bool operator==(const RelaySettings&) const = default;
};

/// The servers that help to find a way through routers. None is asked that the user has not named.
struct ServerSettings {
  static constexpr std::size_t kMax = 4;  ///< Servers of one kind.

  std::vector<std::string> stun;  ///< "host" or "host:port": say which address this host has on the outside.
  std::vector<RelaySettings> relays;
  bool relay_only = false;  ///< Media go by relays alone, so that the peer learns no address of this host.

  [[nodiscard]] bool empty() const { return stun.empty() && relays.empty(); }
  bool operator==(const ServerSettings&) const = default;
};

/// The nodes by which this host is found by its ID alone, and finds others.
struct RendezvousSettings {
  static constexpr std::size_t kMax = 8;  ///< Nodes.

  std::vector<std::string> nodes;  ///< "host" or "host:port": joined first, and by way of them all that they know.
  bool discover = true;            ///< Nodes of the local network are found too, and find this host.
  bool presence = true;            ///< Contacts are told that this host can be called, and when it cannot any more.

  /// Somebody can be found.
  [[nodiscard]] bool wanted() const { return discover || !nodes.empty(); }
  bool operator==(const RendezvousSettings&) const = default;
};

struct Settings {
  static constexpr std::uint16_t kUsualPort = 47'000;
  static constexpr DataRate kMinVideoRate = DataRate::kilobits_per_second(40);
  /// A clip of MPEG-2's High level has at most this rate (ITU-T H.262, table 8-13).
  static constexpr DataRate kMaxVideoRate = DataRate::kilobits_per_second(80'000);
  static constexpr DataRate kMinAudioRate = DataRate::kilobits_per_second(6);
  static constexpr DataRate kMaxAudioRate = DataRate::kilobits_per_second(256);
  static constexpr DataSize kMinDatagram = DataSize::bytes(200);
  static constexpr DataSize kMaxDatagram = DataSize::bytes(1452);
  static constexpr double kMinFrameRate = 1;    ///< Frames/s.
  static constexpr double kMaxFrameRate = 60;   ///< Frames/s.
  static constexpr int kMinFrameSide = 16;      ///< The largest is kMaxPictureSide.
  static constexpr int kMaxKeepDays = 3650;     ///< Days.
  static constexpr std::size_t kMaxName = 300;  ///< Bytes of an address or a device's name.
  static constexpr std::size_t kMaxPath = 4096;

  std::string name;  ///< The user's, which peers are told; plain text, at most MediaState::kMaxText bytes.
  std::string mode = "2d";
  /// Those of each mode, without those that have their default.
  std::map<std::string, ParameterValues, std::less<>> parameters;
  DeviceSettings devices;
  VoiceSettings voice;
  bool ring = true;                     ///< The window's calls are heard before they are taken.
  bool share_sound = false;             ///< Whatever other programs play is sent with a shared screen.
  bool stay_reachable = false;          ///< The window's program goes on when the window is closed.
  bool asked_to_stay = false;           ///< The user has been asked for that.
  bool do_not_disturb = false;          ///< Callers of the window hear that nobody answers: missed calls.
  VideoCodec codec = VideoCodec::kVp8;  ///< kVp8 or kVp9.
  DataRate start_rate = DataRate::kilobits_per_second(1000);
  ScalingLimits limits;
  DataRate audio_rate = DataRate::kilobits_per_second(32);
  Duration audio_packet_time = kAudioPacketDuration;  ///< Audio in a packet, one of kAudioPacketDurations.
  DataSize max_datagram = DataSize::bytes(1200);
  std::uint16_t port = kUsualPort;  ///< To listen at, TCP; 0: any.
  bool video_over_tcp = false;
  /// Contacts who call learn addresses of this host before they are answered, so that media flow at once then.
  bool connect_while_ringing = true;
  ServerSettings servers;
  RendezvousSettings rendezvous;
  ThemeSetting theme = ThemeSetting::kDesktop;
  LanguageSetting language = LanguageSetting::kDesktop;  ///< It holds from the next start on.
  LogSettings logs;

  bool operator==(const Settings&) const = default;
};

/// The mode with its parameters, as a call wants it.
[[nodiscard]] inline ModeChoice mode_choice(const Settings& settings) {
  const auto parameters = settings.parameters.find(settings.mode);
  return {.mode = find_mode(settings.mode),
          .parameters = parameters == settings.parameters.end() ? ParameterValues() : parameters->second};
}

}  // namespace counterpoint

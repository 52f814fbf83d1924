// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/common/call_flags.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "app/commands/common/commands.h"
#include "app/commands/common/mode_text.h"
#include "app/commands/common/same_file.h"
#include "app/commands/common/server_flags.h"
#include "app/files/clip_name.h"
#include "app/path/path_option.h"
#include "app/settings/settings_options.h"
#include "app/settings/settings_store.h"
#include "core/base/plain_text.h"
#include "core/base/quantity_text.h"
#include "core/model/media_state.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

/// The longest call that --duration may ask for: a year.
constexpr double kMaxDurationSeconds = 366.0 * 24 * 3600;
/// A recorded capacity is repeated for at most so long: its steps are kept in memory and in the session log.
constexpr Duration kMaxTrace = 1h;
/// Each address of this host, of IPv6 and IPv4.
constexpr const char* kAllAddresses = "::";
constexpr int kMinDatagram = static_cast<int>(Settings::kMinDatagram.bytes());
constexpr int kMaxDatagram = static_cast<int>(Settings::kMaxDatagram.bytes());

/// "40k to 80M".
template <typename Quantity>
QString range_text(Quantity min, Quantity max) {
  return QString::fromStdString(to_text(min) + " to " + to_text(max));
}

QString video_rates() { return range_text(Settings::kMinVideoRate, Settings::kMaxVideoRate); }
QString audio_rates() { return range_text(Settings::kMinAudioRate, Settings::kMaxAudioRate); }
QString frame_rates() { return range_text(Settings::kMinFrameRate, Settings::kMaxFrameRate); }
QString datagram_sizes() { return QString("%1 to %2").arg(kMinDatagram).arg(kMaxDatagram); }
QString default_rate(DataRate rate) { return QString::fromStdString(to_text(rate)); }

std::optional<Resolution> parse_size(const QString& text) {
  const QStringList sides = text.split('x');
  if (sides.size() != 2) return std::nullopt;
  const Resolution size{.width = sides[0].toInt(), .height = sides[1].toInt()};
  const auto [min, max] = std::minmax(size.width, size.height);
  const bool fits = min >= Settings::kMinFrameSide && max <= kMaxPictureSide;
  return fits ? std::optional(size) : std::nullopt;
}

}  // namespace

CallFlags::CallFlags(const QString& summary, const std::optional<Argument>& argument, const QStringList& told)
    : argument_(argument), told_(told) {
  parser_.setApplicationDescription(summary);
  parser_.addHelpOption();
  if (argument_) parser_.addPositionalArgument(argument_->name, argument_->meaning);
  const Settings defaults;
  add_shared({
      {"name", "Your name, as the peer is told.", "NAME"},
      {"config", "Take what no option says from this settings file.", "FILE"},
      {"camera", "Pictures to send: test-card, screen, camera, a file or URL, clip:FILE, or none.", "NAME"},
      {"microphone", "Sound to send: default, a device, a sound file, voice, tone:HZ, marks or none.", "NAME"},
      {"speaker", "Where to play: default, a device, FILE.wav or none.", "NAME"},
      {"no-echo-cancellation", "Send a real microphone's sound with what it hears of the loudspeaker."},
      {"no-noise-suppression", "Send it with its noise."},
      {"no-gain-control", "Send it as loud as it is."},
      {"codec", "Video codec that is preferred: vp8 or vp9.", "CODEC", "vp8"},
      {"rate", "Video bit-rate to begin with, " + video_rates() + " bit/s.", "RATE", default_rate(defaults.start_rate)},
      {"mode", "How video adapts; 'counterpoint-cli modes' lists the ways.", "MODE", "2d"},
      {"parameter", "A parameter of the mode; may be given again.", "NAME=VALUE"},
      {"min-rate", "The least video bit-rate, in modes that adapt.", "RATE",
       default_rate(defaults.limits.min_video_rate)},
      {"max-rate", "The most.", "RATE", default_rate(defaults.limits.max_video_rate)},
      {"size", "Largest picture.", "WIDTHxHEIGHT", "1280x720"},
      {"frame-rate", "Frames a second, " + frame_rates() + ".", "N", "30"},
      {"video-transport", "What video goes over, udp or tcp; tcp if both sides ask for it.", "TRANSPORT", "udp"},
      {"stun", "A STUN server that tells which address this host has on the outside; may be given again.",
       "HOST[:PORT]"},
      {"turn",
       "A TURN server that relays media where there is no other way; its password is in COUNTERPOINT_TURN_PASSWORD or "
       "in --turn-password-file; over TLS as turns:..., over TCP alone with ?transport=tcp; may be given again.",
       "turn:USER@HOST[:PORT]"},
      {"turn-password-file", "The first line of this file is the password of --turn.", "FILE"},
      {"relay-only", "Send media through TURN servers alone, so that the peer learns no address of this host."},
      {"audio-rate", "Sound bit-rate, " + audio_rates() + " bit/s.", "RATE", default_rate(defaults.audio_rate)},
      {"audio-packet-time", "Sound in a packet, 10, 20, 40 or 60 ms; fewer packets make a lost one heard.", "MS",
       QString::number(defaults.audio_packet_time / 1ms)},
      {"max-datagram", "Largest datagram of media, " + datagram_sizes() + " bytes.", "BYTES",
       QString::number(defaults.max_datagram.bytes())},
      {"clip", "Play this MPEG-1/2 file to the peer, in place of the camera; its sound joins the microphone's.",
       "FILE"},
      {"loop-clip", "Begin clips again at their end, instead of going back to the camera."},
      {"record", "Keep what is received as Matroska.", "FILE.mkv"},
      {"log", "Keep the session log here.", "FILE"},
      {"emulate",
       "Send through an emulated path: \"rate=1M,delay=50ms,loss=1%,...\"; trace=FILE is a recorded rate, repeated for "
       "up to an hour.",
       "PATH"},
      {"seed", "Of all that is random, for repeatable calls.", "N"},
      {"video-pause", "No pictures from then to then, in seconds: \"35-55\"; may be given again.", "FROM-TO"},
      {"synthetic", "Video of known rate without pictures, for experiments; both ends must have it."},
  });
}

std::optional<int> CallFlags::parse(const QStringList& arguments) {
  // The window's program has no commands: its first argument is its own path.
  command_ = arguments.value(0).contains('/') || arguments.value(0) == "counterpoint" ? QString() : arguments.value(0);
  if (!parser_.parse(arguments)) return report_wrong_use(parser_.errorText().toStdString());
  if (parser_.isSet("help")) {
    std::fputs(qPrintable(parser_.helpText()), stdout);
    return kExitFine;
  }
  const QStringList given = parser_.positionalArguments();
  if (argument_ && argument_->required && given.isEmpty()) {
    return report_wrong_use(argument_->name.toStdString() + " is missing");
  }
  if (given.size() > (argument_ ? 1 : 0))
    return report_wrong_use("unexpected argument '" + given.last().toStdString() + "'");
  return std::nullopt;
}

void CallFlags::add_shared(const QList<QCommandLineOption>& options) {
  for (QCommandLineOption option : options) {
    if (!told_.isEmpty() && !told_.contains(option.names().first())) {
      option.setFlags(QCommandLineOption::HiddenFromHelp);
    }
    parser_.addOption(option);
  }
}

void CallFlags::add_run_options() {
  add_shared({
      {"duration", "Hang up after so many seconds.", "SECONDS"},
      {"json", "Print the result as JSON, and nothing else."},
  });
  has_run_options_ = true;
}

void CallFlags::add_port_option() {
  parser_.addOption(
      {"port", "The TCP port to listen at, 0 to 65535; 0 for any.", "PORT", QString::number(Settings{}.port)});
  has_port_ = true;
}

void CallFlags::add_address_option(const QString& meaning) {
  parser_.addOption({"address", meaning, "ADDRESS", kAllAddresses});
  has_address_ = true;
}

Result<Settings> CallFlags::settings(Settings stored) const {
  std::optional<Error> problem;
  const auto take = [&problem]<typename T>(T& field, Result<T> read) {
    if (read) {
      field = std::move(*read);
    } else if (!problem) {
      problem = read.error();
    }
  };
  const auto given = [this](const char* option) { return parser_.isSet(option); };
  Settings settings = std::move(stored);
  if (given("camera")) settings.devices.camera = parser_.value("camera").toStdString();
  if (given("microphone")) settings.devices.microphone = parser_.value("microphone").toStdString();
  if (given("speaker")) settings.devices.speaker = parser_.value("speaker").toStdString();
  if (given("name")) take(settings.name, user_name());
  if (given("no-echo-cancellation")) settings.voice.cancel_echo = false;
  if (given("no-noise-suppression")) settings.voice.suppress_noise = false;
  if (given("no-gain-control")) settings.voice.control_gain = false;
  int codec = settings.codec == VideoCodec::kVp9 ? 1 : 0;
  if (given("codec")) take(codec, choice("codec", {"vp8", "vp9"}));
  settings.codec = codec == 0 ? VideoCodec::kVp8 : VideoCodec::kVp9;
  if (given("rate")) take(settings.start_rate, video_rate("rate"));
  take(settings.limits, limits(settings));
  if (given("mode") || given("parameter")) {
    ModeChoice chosen;
    take(chosen, mode(settings.mode));
    settings.mode = mode_name(chosen);
    for (const auto& [name, value] : chosen.parameters) {
      settings.parameters[settings.mode].insert_or_assign(name, value);
    }
  }
  if (given("audio-rate")) take(settings.audio_rate, audio_rate());
  if (given("audio-packet-time")) {
    QStringList times;
    for (const Duration time : kAudioPacketDurations) times.append(QString::number(time / 1ms));
    int index = 0;
    take(index, choice("audio-packet-time", times));
    settings.audio_packet_time = kAudioPacketDurations.at(static_cast<std::size_t>(index));
  }
  int transport = settings.video_over_tcp ? 1 : 0;
  if (given("video-transport")) take(transport, choice("video-transport", {"udp", "tcp"}));
  settings.video_over_tcp = transport == 1;
  take(settings.servers, read_server_flags(parser_, settings.servers));
  int bytes = static_cast<int>(settings.max_datagram.bytes());
  if (given("max-datagram")) take(bytes, whole_number("max-datagram", kMinDatagram, kMaxDatagram));
  settings.max_datagram = DataSize::bytes(bytes);
  int port = settings.port;
  if (has_port_ && given("port")) take(port, whole_number("port", 0, UINT16_MAX));
  settings.port = static_cast<std::uint16_t>(port);
  if (problem) return *problem;
  return settings;
}

Result<Settings> CallFlags::settings() const {
  if (!parser_.isSet("config")) return settings(Settings{});
  const Result<ReadSettings> read = load_settings(settings_file().toStdString());
  if (!read) return Error{ErrorKind::kInvalidArgument, "--config: " + read.error().message.text()};
  return settings(read->settings);
}

Result<CallOptions> CallFlags::options() const {
  const Result<Settings> chosen = settings();
  if (!chosen) return chosen.error();
  return options(*chosen);
}

Result<CallOptions> CallFlags::options(const Settings& settings) const {
  std::optional<Error> problem;
  const auto take = [&problem]<typename T>(Result<T> read) -> T {
    if (read) return std::move(*read);
    if (!problem) problem = read.error();
    return T{};
  };
  CallOptions options = call_options(settings);
  options.emulated_path = take(emulated_path());
  if (parser_.isSet("record")) options.recording = parser_.value("record").toStdString();
  if (parser_.isSet("log")) options.log = parser_.value("log").toStdString();
  if (parser_.isSet("clip")) options.clip = parser_.value("clip").toStdString();
  options.loop_clip = parser_.isSet("loop-clip");
  if (auto clip = clip_named_by(options.camera)) {
    options.clip = std::move(*clip);
    options.loop_clip = true;
    options.camera = "none";
  }
  options.video_pauses = take(video_pauses());
  options.synthetic = parser_.isSet("synthetic");
  options.seed = take(seed());
  if (has_address_) options.address = take(address());
  if (problem) return *problem;
  if (options.clip) {
    for (const char* written : {"log", "record"}) {
      if (Result<void> kept = check_written(written, *options.clip); !kept) return kept.error();
    }
  }
  return options;
}

Result<void> CallFlags::check_written(const char* option, const std::string& clip) const {
  const std::string path = parser_.value(option).toStdString();
  if (path.empty() || !is_same_file(path, clip)) return {};
  return Error{ErrorKind::kInvalidArgument, "--" + std::string(option) + ' ' + path +
                                                " is the clip itself, which is never written over; give another name"};
}

Result<int> CallFlags::choice(const char* option, const QStringList& allowed) const {
  const QString given = parser_.value(option).toLower();
  const auto index = static_cast<int>(allowed.indexOf(given));
  return index >= 0 ? Result<int>(index) : wrong_value(option, given, allowed.join(" or "));
}

Result<int> CallFlags::whole_number(const char* option, int min, int max) const {
  bool ok = false;
  const int number = parser_.value(option).toInt(&ok);
  if (ok && number >= min && number <= max) return number;
  return wrong_value(option, parser_.value(option), QString("%1 to %2").arg(min).arg(max));
}

Result<std::string> CallFlags::user_name() const {
  const QString name = parser_.value("name").trimmed();
  const std::string text = name.toStdString();
  if (is_shown_name(text, MediaState::kMaxText)) return text;
  return wrong_value("name", name, QString("a name of 1 to %1 bytes").arg(MediaState::kMaxText));
}

Result<ScalingLimits> CallFlags::limits(const Settings& stored) const {
  ScalingLimits limits = stored.limits;
  for (const auto& [option, rate] :
       {std::pair("min-rate", &limits.min_video_rate), std::pair("max-rate", &limits.max_video_rate)}) {
    if (!parser_.isSet(option)) continue;
    const Result<DataRate> given = video_rate(option);
    if (!given) return given.error();
    *rate = *given;
  }
  if (limits.min_video_rate > limits.max_video_rate) {
    return wrong_value("min-rate", parser_.value("min-rate"), "no more than --max-rate");
  }
  if (parser_.isSet("size")) {
    const auto size = parse_size(parser_.value("size"));
    if (!size) {
      return wrong_value("size", parser_.value("size"),
                         QString("WIDTHxHEIGHT, each from %1 to %2").arg(Settings::kMinFrameSide).arg(kMaxPictureSide));
    }
    limits.max_resolution = *size;
  }
  if (parser_.isSet("frame-rate")) {
    bool ok = false;
    const double frames = parser_.value("frame-rate").toDouble(&ok);
    if (!ok || !(frames >= Settings::kMinFrameRate && frames <= Settings::kMaxFrameRate)) {
      return wrong_value("frame-rate", parser_.value("frame-rate"), frame_rates());
    }
    limits.max_frame_rate = FrameRate::per_second(frames);
  }
  return limits;
}

Result<DataRate> CallFlags::audio_rate() const {
  const auto rate = parse_rate(parser_.value("audio-rate").toStdString());
  if (rate && *rate >= Settings::kMinAudioRate && *rate <= Settings::kMaxAudioRate) return *rate;
  return wrong_value("audio-rate", parser_.value("audio-rate"), "a bit-rate from " + audio_rates());
}

Result<std::optional<PathConfig>> CallFlags::emulated_path() const {
  if (!parser_.isSet("emulate")) return std::optional<PathConfig>();
  const Result<std::optional<Duration>> lasts = duration();
  if (!lasts) return lasts.error();
  const Duration traced = std::min(lasts->value_or(kMaxTrace), kMaxTrace);
  Result<PathConfig> path =
      read_path_option(parser_.value("emulate").toStdString(), std::filesystem::current_path(), traced);
  if (!path) return Error{ErrorKind::kInvalidArgument, "--emulate: " + path.error().message.text()};
  return std::optional(std::move(*path));
}

Result<std::vector<VideoPause>> CallFlags::video_pauses() const {
  std::vector<VideoPause> pauses;
  for (const QString& text : parser_.values("video-pause")) {
    const Result<VideoPause> pause = parse_video_pause(text.toStdString());
    if (!pause) return Error{ErrorKind::kInvalidArgument, "--video-pause: " + pause.error().message.text()};
    pauses.push_back(*pause);
  }
  return pauses;
}

Result<std::uint64_t> CallFlags::seed() const {
  if (!parser_.isSet("seed")) return std::uint64_t{0};
  bool ok = false;
  const std::uint64_t seed = parser_.value("seed").toULongLong(&ok);
  return ok && seed != 0 ? Result<std::uint64_t>(seed)
                         : wrong_value("seed", parser_.value("seed"), "a whole number above 0");
}

Result<std::optional<IpAddress>> CallFlags::address() const {
  const std::string given = parser_.value("address").toStdString();
  if (given == kAllAddresses || given == "0.0.0.0") return std::optional<IpAddress>();
  const Result<FileDescriptor> socket = bound_socket(SOCK_DGRAM, given, 0, false);
  if (!socket) return socket.error();
  const std::optional<IpAddress> address = IpAddress::parse(given.substr(0, given.find('%')));
  // Media use no address of a link alone, and those of the loopback device for a peer on this host anyway.
  return address && !address->is_loopback() && !address->is_link_local() ? address : std::nullopt;
}

Result<DataRate> CallFlags::video_rate(const char* option) const {
  const auto rate = parse_rate(parser_.value(option).toStdString());
  if (!rate || *rate < Settings::kMinVideoRate || *rate > Settings::kMaxVideoRate) {
    return wrong_value(option, parser_.value(option), "a bit-rate from " + video_rates());
  }
  return *rate;
}

Result<ModeChoice> CallFlags::mode(const std::string& stored) const {
  const QString name = parser_.isSet("mode") ? parser_.value("mode") : QString::fromStdString(stored);
  Result<ModeChoice> choice = read_mode_choice(name, parser_.values("parameter"));
  if (!choice) return Error{ErrorKind::kInvalidArgument, "--" + choice.error().message.text()};
  return choice;
}

Result<std::optional<Duration>> CallFlags::duration() const {
  if (!has_run_options_ || !parser_.isSet("duration")) return std::optional<Duration>();
  bool ok = false;
  const double seconds = parser_.value("duration").toDouble(&ok);
  if (!ok || !(seconds > 0 && seconds <= kMaxDurationSeconds)) {
    return wrong_value("duration", parser_.value("duration"), "seconds above 0");
  }
  return std::optional(from_seconds(seconds));
}

Result<CallFlags::PeerCall> CallFlags::peer_call() const {
  Result<Settings> stored = settings();
  if (!stored) return stored.error();
  Result<CallOptions> given = options(*stored);
  if (!given) return given.error();
  if (const Result<void> fine = check_peer_options(*given); !fine) return fine.error();
  const Result<std::optional<Duration>> lasts = duration();
  if (!lasts) return lasts.error();
  return PeerCall{.settings = std::move(*stored), .options = std::move(*given), .duration = *lasts};
}

int CallFlags::report_wrong_use(const Message& message) const {
  return counterpoint::report_wrong_use(command_, message);
}

Result<void> check_peer_options(const CallOptions& options) {
  if (!options.video_over_tcp || !options.emulated_path) return {};
  return Error{
      ErrorKind::kInvalidArgument,
      "--emulate delays datagrams alone: use --video-transport udp, or a self-call, whose TCP is emulated too"};
}

Error wrong_value(const QString& option, const QString& value, const QString& allowed) {
  const QString text = QString("--%1 %2: expected %3").arg(option, value, allowed);
  return {ErrorKind::kInvalidArgument, text.toStdString()};
}

int report_wrong_use(const QString& command, const Message& message) {
  QString program = QCoreApplication::applicationName();
  if (!command.isEmpty()) program += ' ' + command;
  std::fprintf(stderr, "%s: %s (see '%s --help')\n", qPrintable(program), message.text().c_str(), qPrintable(program));
  return kExitWrongUse;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call_flags.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/host/default_devices.h"
#include "app/host/path_option.h"

namespace counterpoint {
namespace {

/// The longest call that --duration may ask for: a year.
constexpr double kMaxDurationSeconds = 366.0 * 24 * 3600;
/// For so long a recorded capacity is repeated: its steps stand in memory and in the session log.
constexpr Duration kLongestTrace = 1h;

Error wrong(const QString& option, const QString& value, const QString& allowed) {
  const QString text = QString("--%1 %2: expected %3").arg(option, value, allowed);
  return {ErrorKind::kInvalidArgument, text.toStdString()};
}

/// "1.5M" and "300k" as bit/s.
std::optional<DataRate> parse_rate(QString text) {
  double factor = 1;
  if (text.endsWith('k')) factor = 1e3;
  if (text.endsWith('M')) factor = 1e6;
  if (factor > 1) text.chop(1);
  bool ok = false;
  const double value = text.toDouble(&ok) * factor;
  if (!ok || !(value >= 1 && value <= 1e9)) return std::nullopt;
  return DataRate::bits_per_second(static_cast<std::int64_t>(value));
}

std::optional<PictureSize> parse_size(const QString& text) {
  const QStringList sides = text.split('x');
  if (sides.size() != 2) return std::nullopt;
  const PictureSize size{.width = sides[0].toInt(), .height = sides[1].toInt()};
  const bool fits =
      size.width >= 16 && size.height >= 16 && size.width <= kMaxPictureSide && size.height <= kMaxPictureSide;
  return fits ? std::optional(size) : std::nullopt;
}

}  // namespace

CallFlags::CallFlags(const QString& summary, const std::optional<Argument>& argument) : argument_(argument) {
  parser_.setApplicationDescription(summary);
  parser_.addHelpOption();
  if (argument_) parser_.addPositionalArgument(argument_->name, argument_->meaning);
  parser_.addOptions({
      {"camera", "Pictures to send: test-card, screen, camera, a file or URL, or none.", "NAME"},
      {"microphone", "Sound to send: default, a device, a sound file, voice, tone:HZ, marks or none.", "NAME"},
      {"speaker", "Where to play: default, a device, FILE.wav or none.", "NAME"},
      {"codec", "Video codec that is preferred: vp8 or vp9.", "CODEC", "vp8"},
      {"rate", "Video bit-rate to begin with, 40k to 20M bit/s.", "RATE", "1M"},
      {"mode", "How video adapts; 'modes' lists them.", "MODE", "2d"},
      {"parameter", "A parameter of the mode; may be given again.", "NAME=VALUE"},
      {"min-rate", "The least video bit-rate, in modes that adapt.", "RATE", "40k"},
      {"max-rate", "The most.", "RATE", "4M"},
      {"size", "Largest picture.", "WIDTHxHEIGHT", "640x360"},
      {"frame-rate", "Frames a second, 1 to 60.", "N", "30"},
      {"video-transport", "What video goes over, udp or tcp; tcp if both sides ask for it.", "TRANSPORT", "udp"},
      {"audio-rate", "Sound bit-rate, 6k to 256k bit/s.", "RATE", "32k"},
      {"max-datagram", "Largest datagram of media, 200 to 1452 octets.", "OCTETS", "1200"},
      {"duration", "Hang up after so many seconds.", "SECONDS"},
      {"record", "Keep what is received as Matroska.", "FILE.mkv"},
      {"log", "Keep the session log here.", "FILE"},
      {"emulate",
       "Send through an emulated path: \"rate=1M,delay=50ms,loss=1%,...\"; trace=FILE is a recorded rate, repeated for "
       "up to an hour.",
       "PATH"},
      {"seed", "Of all that is random, for repeatable calls.", "N"},
      {"video-pause", "No pictures from then to then, in seconds: \"35-55\"; may be given again.", "FROM-TO"},
      {"synthetic", "Video of known rate without pictures, for experiments; both ends must have it."},
      {"json", "Print the result as JSON, and nothing else."},
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

Result<CallOptions> CallFlags::options() const {
  const auto value = [this](const char* name) { return parser_.value(name); };
  CallOptions options;
  options.camera = parser_.isSet("camera") ? value("camera").toStdString() : default_camera();
  options.microphone = parser_.isSet("microphone") ? value("microphone").toStdString() : default_microphone();
  options.speaker = parser_.isSet("speaker") ? value("speaker").toStdString() : default_speaker();

  const QString codec = value("codec").toLower();
  if (codec != "vp8" && codec != "vp9") return wrong("codec", codec, "vp8 or vp9");
  options.codec = codec == "vp8" ? VideoCodec::kVp8 : VideoCodec::kVp9;

  const Result<DataRate> rate = video_rate("rate");
  const Result<DataRate> least = video_rate("min-rate");
  const Result<DataRate> most = video_rate("max-rate");
  for (const Result<DataRate>* read : {&rate, &least, &most}) {
    if (!*read) return read->error();
  }
  if (*least > *most) return wrong("min-rate", value("min-rate"), "no more than --max-rate");
  Result<ModeChoice> mode = mode_choice();
  if (!mode) return mode.error();
  options.mode = std::move(*mode);
  const auto size = parse_size(value("size"));
  if (!size) return wrong("size", value("size"), "WIDTHxHEIGHT, each from 16 to " + QString::number(kMaxPictureSide));
  bool ok = false;
  const double frames = value("frame-rate").toDouble(&ok);
  if (!ok || !(frames >= 1 && frames <= 60)) return wrong("frame-rate", value("frame-rate"), "1 to 60");
  options.point = OperatingPoint::from_rate(*rate, FrameRate::per_second(frames), *size);
  options.limits = {.min_video_rate = *least,
                    .max_video_rate = *most,
                    .max_frame_rate = options.point.frame_rate,
                    .max_picture_size = *size};

  const auto audio_rate = parse_rate(value("audio-rate"));
  if (!audio_rate || *audio_rate < DataRate::kilobits_per_second(6) ||
      *audio_rate > DataRate::kilobits_per_second(256)) {
    return wrong("audio-rate", value("audio-rate"), "a bit-rate from 6k to 256k");
  }
  options.audio_rate = *audio_rate;

  const QString transport = value("video-transport").toLower();
  if (transport != "udp" && transport != "tcp") return wrong("video-transport", transport, "udp or tcp");
  options.video_over_tcp = transport == "tcp";

  const int octets = value("max-datagram").toInt(&ok);
  if (!ok || octets < 200 || octets > 1452) return wrong("max-datagram", value("max-datagram"), "200 to 1452");
  options.max_datagram = DataSize::bytes(octets);

  if (parser_.isSet("emulate")) {
    const Result<std::optional<Duration>> lasts = duration();
    if (!lasts) return lasts.error();
    const Duration traced = std::min(lasts->value_or(kLongestTrace), kLongestTrace);
    Result<PathConfig> path = read_path_option(value("emulate").toStdString(), std::filesystem::current_path(), traced);
    if (!path) return Error{ErrorKind::kInvalidArgument, "--emulate: " + path.error().message};
    options.emulated_path = *path;
  }
  if (parser_.isSet("record")) options.recording = value("record").toStdString();
  if (parser_.isSet("log")) options.log = value("log").toStdString();
  for (const QString& text : parser_.values("video-pause")) {
    const Result<VideoPause> pause = parse_video_pause(text.toStdString());
    if (!pause) return Error{ErrorKind::kInvalidArgument, "--video-pause: " + pause.error().message};
    options.video_pauses.push_back(*pause);
  }
  options.synthetic = parser_.isSet("synthetic");
  if (parser_.isSet("seed")) {
    options.seed = value("seed").toULongLong(&ok);
    if (!ok || options.seed == 0) return wrong("seed", value("seed"), "a whole number above 0");
  }
  return options;
}

Result<DataRate> CallFlags::video_rate(const char* option) const {
  const auto rate = parse_rate(parser_.value(option));
  if (!rate || *rate < DataRate::kilobits_per_second(40) || *rate > DataRate::kilobits_per_second(20'000)) {
    return wrong(option, parser_.value(option), "a bit-rate from 40k to 20M");
  }
  return *rate;
}

Result<ModeChoice> CallFlags::mode_choice() const {
  ModeChoice choice{.mode = find_mode(parser_.value("mode").toStdString()), .parameters = {}};
  if (choice.mode == nullptr) {
    QStringList names;
    for (const Mode& mode : modes()) names += QString::fromUtf8(mode.name.data(), static_cast<int>(mode.name.size()));
    return wrong("mode", parser_.value("mode"), "one of " + names.join(", "));
  }
  for (const QString& text : parser_.values("parameter")) {
    bool ok = false;
    const double number = text.section('=', 1).toDouble(&ok);
    if (!ok) return wrong("parameter", text, "NAME=NUMBER");
    choice.parameters[text.section('=', 0, 0).toStdString()] = number;
  }
  Result<void> checked = check_parameters(parameters_of(*choice.mode), choice.parameters);
  if (!checked) return Error{ErrorKind::kInvalidArgument, "--parameter: " + checked.error().message};
  return choice;
}

Result<std::optional<Duration>> CallFlags::duration() const {
  if (!parser_.isSet("duration")) return std::optional<Duration>();
  bool ok = false;
  const double seconds = parser_.value("duration").toDouble(&ok);
  if (!ok || !(seconds > 0 && seconds <= kMaxDurationSeconds)) {
    return wrong("duration", parser_.value("duration"), "seconds above 0");
  }
  return std::optional(from_seconds(seconds));
}

int CallFlags::report_wrong_use(const std::string& message) const {
  return counterpoint::report_wrong_use(command_, message);
}

Result<void> check_peer_options(const CallOptions& options) {
  if (!options.video_over_tcp || !options.emulated_path) return {};
  return Error{
      ErrorKind::kInvalidArgument,
      "--emulate delays datagrams alone: use --video-transport udp, or a self-call, whose TCP is emulated too"};
}

int report_wrong_use(const QString& command, const std::string& message) {
  QString program = QCoreApplication::applicationName();
  if (!command.isEmpty()) program += ' ' + command;
  std::fprintf(stderr, "%s: %s (see '%s --help')\n", qPrintable(program), message.c_str(), qPrintable(program));
  return kExitWrongUse;
}

}  // namespace counterpoint

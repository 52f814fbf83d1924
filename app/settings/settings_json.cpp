// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_json.h"

#include <cmath>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/model/media_state.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {
namespace {

constexpr std::pair<std::string_view, VideoCodec> kCodecs[] = {{"vp8", VideoCodec::kVp8}, {"vp9", VideoCodec::kVp9}};
constexpr std::pair<std::string_view, ThemeSetting> kThemes[] = {
    {"desktop", ThemeSetting::kDesktop}, {"dark", ThemeSetting::kDark}, {"light", ThemeSetting::kLight}};
constexpr std::pair<std::string_view, LanguageSetting> kLanguages[] = {
    {"desktop", LanguageSetting::kDesktop}, {"en", LanguageSetting::kEnglish}, {"de", LanguageSetting::kGerman}};
constexpr std::pair<std::string_view, bool> kTransports[] = {{"udp", false}, {"tcp", true}};
constexpr std::pair<std::string_view, std::optional<RelayTransport>> kRelayTransports[] = {
    {"automatic", std::nullopt},
    {to_string(RelayTransport::kUdp), RelayTransport::kUdp},
    {to_string(RelayTransport::kTcp), RelayTransport::kTcp},
    {to_string(RelayTransport::kTls), RelayTransport::kTls}};

template <typename T, std::size_t kSize>
std::string name_of(const std::pair<std::string_view, T> (&table)[kSize], T value) {
  for (const auto& [name, other] : table) {
    if (other == value) return std::string(name);
  }
  return {};
}

/// A whole number in its range, whatever its type in the program.
std::uint64_t whole_number(JsonFields& fields, const char* name, std::uint64_t min, std::uint64_t max,
                           std::uint64_t fallback) {
  return fields.get(name, whole_number_field(min, max), fallback);
}

/// The object `name`, or an empty one.
const OrderedJson& section(JsonFields& fields, const char* name) {
  static const OrderedJson empty = OrderedJson::object();
  const OrderedJson* found = fields.find(name);
  return found != nullptr ? *found : empty;
}

ParameterValues read_parameters(const Mode& mode, const OrderedJson& json, const std::string& pointer,
                                JsonProblem& problem) {
  ParameterValues values;
  JsonFields fields(json, pointer, problem);
  for (const Parameter& parameter : parameters_of(mode)) {
    const std::string name(parameter.name);
    const double value = fields.get(name, number_field(parameter.min, parameter.max), parameter.default_value);
    if (value != parameter.default_value) values.emplace(name, value);
  }
  return values;
}

void read_adaptation(Settings& settings, JsonFields& root, JsonProblem& problem) {
  JsonFields fields(section(root, "adaptation"), root.pointer("adaptation"), problem);
  std::string names;
  for (const Mode& mode : modes()) names += (names.empty() ? "" : ", ") + std::string(mode.name);
  const FieldKind<std::string> mode_field{message("one of %1", names),
                                          [](const OrderedJson& json) -> std::optional<std::string> {
                                            const auto* name = json.get_ptr<const std::string*>();
                                            if (name == nullptr || find_mode(*name) == nullptr) return std::nullopt;
                                            return *name;
                                          }};
  settings.mode = fields.get("mode", mode_field, settings.mode);
  const std::string pointer = fields.pointer("parameters");
  JsonFields parameters(section(fields, "parameters"), pointer, problem);
  for (const Mode& mode : modes()) {
    const std::string name(mode.name);
    const OrderedJson* values = parameters.find(name);
    if (values == nullptr) continue;
    ParameterValues read = read_parameters(mode, *values, parameters.pointer(name), problem);
    if (!read.empty()) settings.parameters.emplace(name, std::move(read));
  }
}

void read_limits(Settings& settings, JsonFields& root, JsonProblem& problem) {
  JsonFields fields(section(root, "limits"), root.pointer("limits"), problem);
  const auto rates = rate_field(Settings::kMinVideoRate, Settings::kMaxVideoRate);
  ScalingLimits& limits = settings.limits;
  settings.start_rate = fields.get("start_rate", rates, settings.start_rate);
  const DataRate min = fields.get("min_rate", rates, limits.min_video_rate);
  const DataRate max = fields.get("max_rate", rates, limits.max_video_rate);
  if (min <= max) {
    limits.min_video_rate = min;
    limits.max_video_rate = max;
  } else {
    problem.report_unexpected(fields.pointer("min_rate"), to_text(min), message("no more than max_rate"));
  }
  limits.max_frame_rate = FrameRate::per_second(
      fields.get("frame_rate", number_field(Settings::kMinFrameRate, Settings::kMaxFrameRate), 30.0));
  limits.max_resolution = {.width = static_cast<int>(whole_number(fields, "width", Settings::kMinFrameSide,
                                                                  kMaxPictureSide, limits.max_resolution.width)),
                           .height = static_cast<int>(whole_number(fields, "height", Settings::kMinFrameSide,
                                                                   kMaxPictureSide, limits.max_resolution.height))};
  settings.audio_rate =
      fields.get("audio_rate", rate_field(Settings::kMinAudioRate, Settings::kMaxAudioRate), settings.audio_rate);
  settings.audio_packet_time =
      fields.get("audio_packet_time", time_choice_field(kAudioPacketDurations), settings.audio_packet_time);
  settings.max_datagram =
      fields.get("max_datagram", size_field(Settings::kMinDatagram, Settings::kMaxDatagram), settings.max_datagram);
}

/// The list of hosts that is called `name`, at most `max`.
std::vector<std::string> read_hosts(JsonFields& network, const char* name, std::size_t max, JsonProblem& problem) {
  const auto line = line_field(Settings::kMaxName);
  std::vector<std::string> hosts;
  network.for_each(name, max, [&](const OrderedJson& element, const std::string& pointer) {
    const std::optional<std::string> host = line.read(element);
    if (!host || !check_address(*host)) {
      return problem.report_unexpected(pointer, quoted_json(element), message("HOST or HOST:PORT"));
    }
    hosts.push_back(*host);
  });
  return hosts;
}

void read_servers(ServerSettings& servers, JsonFields& network, JsonProblem& problem) {
  const auto line = line_field(Settings::kMaxName);
  servers.stun = read_hosts(network, "stun", ServerSettings::kMax, problem);
  network.for_each("relays", ServerSettings::kMax, [&](const OrderedJson& element, const std::string& pointer) {
    JsonFields fields(element, pointer, problem);
    servers.relays.push_back({.server = fields.need("server", line),
                              .user = fields.need("user", line),
                              .password = fields.need("password", line),
                              .transport = fields.get("transport", choice_field(kRelayTransports), {})});
  });
  servers.relay_only = network.get("relay_only", flag_field(), servers.relay_only);
}

void read_rest(Settings& settings, JsonFields& root, JsonProblem& problem) {
  const auto user_name = plain_text_field(
      MediaState::kMaxText, message("a name of 1 to %1 bytes without control characters", MediaState::kMaxText));
  settings.name = root.get("name", user_name, std::string());
  const auto name = line_field(Settings::kMaxName);
  JsonFields devices(section(root, "devices"), root.pointer("devices"), problem);
  settings.devices.camera = devices.get("camera", name, settings.devices.camera);
  settings.devices.microphone = devices.get("microphone", name, settings.devices.microphone);
  settings.devices.speaker = devices.get("speaker", name, settings.devices.speaker);
  settings.ring = devices.get("ring", flag_field(), settings.ring);
  settings.share_sound = devices.get("share_sound", flag_field(), settings.share_sound);
  VoiceSettings& voice = settings.voice;
  voice.cancel_echo = devices.get("echo_cancellation", flag_field(), voice.cancel_echo);
  voice.suppress_noise = devices.get("noise_suppression", flag_field(), voice.suppress_noise);
  voice.control_gain = devices.get("gain_control", flag_field(), voice.control_gain);
  settings.codec = root.get("codec", choice_field(kCodecs), settings.codec);
  JsonFields network(section(root, "network"), root.pointer("network"), problem);
  settings.port = static_cast<std::uint16_t>(whole_number(network, "port", 0, UINT16_MAX, settings.port));
  settings.video_over_tcp = network.get("video_transport", choice_field(kTransports), settings.video_over_tcp);
  settings.connect_while_ringing = network.get("connect_while_ringing", flag_field(), settings.connect_while_ringing);
  read_servers(settings.servers, network, problem);
  settings.rendezvous.nodes = read_hosts(network, "nodes", RendezvousSettings::kMax, problem);
  settings.rendezvous.discover = network.get("discover", flag_field(), settings.rendezvous.discover);
  settings.rendezvous.presence = network.get("presence", flag_field(), settings.rendezvous.presence);
  JsonFields reach(section(root, "reachable"), root.pointer("reachable"), problem);
  settings.stay_reachable = reach.get("without_window", flag_field(), settings.stay_reachable);
  settings.asked_to_stay = reach.get("asked", flag_field(), settings.asked_to_stay);
  settings.do_not_disturb = reach.get("do_not_disturb", flag_field(), settings.do_not_disturb);
  JsonFields appearance(section(root, "appearance"), root.pointer("appearance"), problem);
  settings.theme = appearance.get("theme", choice_field(kThemes), settings.theme);
  settings.language = appearance.get("language", choice_field(kLanguages), settings.language);
  JsonFields logs(section(root, "logs"), root.pointer("logs"), problem);
  settings.logs.folder = logs.get("folder", line_field(Settings::kMaxPath), std::string());
  settings.logs.keep_days = static_cast<int>(whole_number(logs, "keep_days", 0, Settings::kMaxKeepDays, 0));
  settings.logs.addresses = logs.get("addresses", flag_field(), settings.logs.addresses);
}

/// The object `name` in `parent`; another value there is replaced.
OrderedJson& object_in(OrderedJson& parent, const std::string& name) {
  OrderedJson& child = parent[name];
  if (!child.is_object()) child = OrderedJson::object();
  return child;
}

void write_parameters(OrderedJson& parameters, const Settings& settings) {
  for (const Mode& mode : modes()) {
    const std::string name(mode.name);
    const auto chosen = settings.parameters.find(name);
    if (chosen == settings.parameters.end() && !parameters.contains(name)) continue;
    OrderedJson& values = object_in(parameters, name);
    for (const Parameter& parameter : parameters_of(mode)) values.erase(std::string(parameter.name));
    if (chosen != settings.parameters.end()) {
      for (const auto& [parameter, value] : chosen->second) values[parameter] = value;
    }
    if (values.empty()) parameters.erase(name);
  }
}

void write_servers(OrderedJson& network, const ServerSettings& servers) {
  network["stun"] = servers.stun;
  network["relays"] = OrderedJson::array();
  for (const RelaySettings& relay : servers.relays) {
    network["relays"].push_back({{"server", relay.server},
                                 {"user", relay.user},
                                 {"password", relay.password},
                                 {"transport", name_of(kRelayTransports, relay.transport)}});
  }
  network["relay_only"] = servers.relay_only;
}

}  // namespace

Result<ReadSettings> read_settings(std::string_view text) {
  Result<VersionedJson> json = parse_versioned_json(text);
  if (!json) return json.error();
  JsonProblem problem;
  JsonFields root(json->document, {}, problem);
  ReadSettings read{.settings = {}, .problem = {}, .newer = json->version > kSettingsVersion, .document = {}};
  read_adaptation(read.settings, root, problem);
  read_limits(read.settings, root, problem);
  read_rest(read.settings, root, problem);
  if (problem.found()) read.problem = problem.all();
  read.document = std::move(json->document);
  return read;
}

OrderedJson merge_settings(OrderedJson document, const Settings& settings) {
  if (!document.is_object()) document = OrderedJson::object();
  document["version"] = kSettingsVersion;
  document.erase("name");
  if (!settings.name.empty()) document["name"] = settings.name;
  OrderedJson& adaptation = object_in(document, "adaptation");
  adaptation["mode"] = settings.mode;
  write_parameters(object_in(adaptation, "parameters"), settings);
  OrderedJson& devices = object_in(document, "devices");
  devices["camera"] = settings.devices.camera;
  devices["microphone"] = settings.devices.microphone;
  devices["speaker"] = settings.devices.speaker;
  devices["ring"] = settings.ring;
  devices["share_sound"] = settings.share_sound;
  devices["echo_cancellation"] = settings.voice.cancel_echo;
  devices["noise_suppression"] = settings.voice.suppress_noise;
  devices["gain_control"] = settings.voice.control_gain;
  document["codec"] = name_of(kCodecs, settings.codec);
  OrderedJson& limits = object_in(document, "limits");
  limits["start_rate"] = to_text(settings.start_rate);
  limits["min_rate"] = to_text(settings.limits.min_video_rate);
  limits["max_rate"] = to_text(settings.limits.max_video_rate);
  limits["frame_rate"] = settings.limits.max_frame_rate.per_second();
  limits["width"] = settings.limits.max_resolution.width;
  limits["height"] = settings.limits.max_resolution.height;
  limits["audio_rate"] = to_text(settings.audio_rate);
  limits["audio_packet_time"] = to_text(settings.audio_packet_time);
  limits["max_datagram"] = to_text(settings.max_datagram);
  OrderedJson& network = object_in(document, "network");
  network["port"] = settings.port;
  network["video_transport"] = name_of(kTransports, settings.video_over_tcp);
  network["connect_while_ringing"] = settings.connect_while_ringing;
  write_servers(network, settings.servers);
  network["nodes"] = settings.rendezvous.nodes;
  network["discover"] = settings.rendezvous.discover;
  network["presence"] = settings.rendezvous.presence;
  OrderedJson& reach = object_in(document, "reachable");
  reach["without_window"] = settings.stay_reachable;
  reach["asked"] = settings.asked_to_stay;
  reach["do_not_disturb"] = settings.do_not_disturb;
  OrderedJson& appearance = object_in(document, "appearance");
  appearance["theme"] = name_of(kThemes, settings.theme);
  appearance["language"] = name_of(kLanguages, settings.language);
  OrderedJson& logs = object_in(document, "logs");
  logs.erase("folder");
  if (!settings.logs.folder.empty()) logs["folder"] = settings.logs.folder;
  logs["keep_days"] = settings.logs.keep_days;
  logs["addresses"] = settings.logs.addresses;
  document.erase("recent_addresses");  // An older program kept them here.
  return document;
}

}  // namespace counterpoint

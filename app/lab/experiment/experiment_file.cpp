// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/experiment_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "app/json/json_fields.h"
#include "app/lab/experiment/drawn_capacity.h"
#include "app/lab/experiment/experiment_cases.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/experiment/seed_of.h"
#include "app/path/path_option.h"
#include "core/adaptation/mode/mode.h"
#include "core/base/quantity_text.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxLinks = 50;
constexpr std::size_t kMaxFlows = 200;
constexpr std::size_t kMaxEntries = 1000;
constexpr std::size_t kMaxLine = 200;
constexpr Duration kMaxDuration = std::chrono::hours(24);
constexpr Duration kMaxDelay = 60s;
/// A wireless LAN has some 300 changes a second: more time would have more than kMaxPathSteps.
constexpr Duration kMaxWireless = 300s;
/// Capacities reach up to ten times their mean, and have to be rates that paths can have.
constexpr DataRate kMaxWirelessRate = DataRate::bits_per_second(10'000'000'000);
constexpr DataRate kMaxRate = DataRate::bits_per_second(1'000'000'000'000);
/// Makes a packet of 1500 bytes with 52 bytes of headers (IPv4, TCP, its timestamps).
constexpr DataSize kMaxSegmentSize = DataSize::bytes(1448);

constexpr std::pair<std::string_view, TcpVariant> kTcpVariants[] = {
    {"reno", TcpVariant::kReno}, {"cubic", TcpVariant::kCubic}, {"bbr", TcpVariant::kBbr}};
constexpr std::pair<std::string_view, bool> kDirections[] = {{"forward", false}, {"backward", true}};
constexpr std::pair<std::string_view, bool> kVideoTransports[] = {{"udp", false}, {"tcp", true}};
enum class Wireless { kCellular, kLan };
constexpr std::pair<std::string_view, Wireless> kWireless[] = {{"cellular", Wireless::kCellular},
                                                               {"lan", Wireless::kLan}};
enum class LoadKind { kMedia, kTcp, kUdp };
constexpr std::pair<std::string_view, LoadKind> kLoadKinds[] = {
    {"media", LoadKind::kMedia}, {"tcp", LoadKind::kTcp}, {"udp", LoadKind::kUdp}};

bool is_mode(std::string_view name) {
  return std::ranges::find(lab_modes(), name, &LabMode::name) != lab_modes().end();
}

std::string names_of(std::span<const LabMode> modes) {
  std::string names;
  for (const LabMode& mode : modes) {
    if (!names.empty()) names += &mode == &modes.back() ? ", or " : ", ";
    names += mode.name;
  }
  return names;
}

FieldKind<DataRate> video_rate() {
  return rate_field(DataRate::kilobits_per_second(40), DataRate::kilobits_per_second(20'000));
}

FieldKind<Resolution> frame_size_field() {
  return {"a size WIDTHxHEIGHT, each from 16 to " + std::to_string(kMaxPictureSide),
          [](const OrderedJson& json) -> std::optional<Resolution> {
            const auto* text = json.get_ptr<const std::string*>();
            if (text == nullptr) return std::nullopt;
            const std::size_t x = text->find('x');
            const auto side = [](const std::string& digits) {
              const bool number =
                  !digits.empty() && digits.size() <= 5 && digits.find_first_not_of("0123456789") == std::string::npos;
              return number ? std::stoi(digits) : 0;
            };
            if (x == std::string::npos) return std::nullopt;
            const Resolution size{.width = side(text->substr(0, x)), .height = side(text->substr(x + 1))};
            const auto [min, max] = std::minmax(size.width, size.height);
            return min >= 16 && max <= kMaxPictureSide ? std::optional(size) : std::nullopt;
          }};
}

/// Reads one case: the file with the case's values set.
class ExperimentReader {
 public:
  ExperimentReader(const std::filesystem::path& folder, const std::set<std::string>& cases, std::string case_name)
      : folder_(folder), cases_(cases) {
    experiment_.case_name = std::move(case_name);
  }
  [[nodiscard]] Result<Experiment> read(const OrderedJson& json);

 private:
  void read_link(const OrderedJson& json, const std::string& pointer);
  void read_wireless(JsonFields& fields, LabLink& link);
  void read_flow(const OrderedJson& json, const std::string& pointer);
  void add_flows(const LabFlow& first, std::uint64_t count, Duration stagger, const std::string& pointer);
  [[nodiscard]] std::vector<std::size_t> read_route(JsonFields& fields);
  [[nodiscard]] MediaLoad read_media(JsonFields& fields);
  [[nodiscard]] TcpLoad read_tcp(JsonFields& fields);
  [[nodiscard]] CrossLoad read_cross(JsonFields& fields);
  [[nodiscard]] LabSpan read_span(JsonFields& fields, const LabSpan& fallback);
  [[nodiscard]] std::string read_mode(JsonFields& fields);
  [[nodiscard]] std::map<std::string, ParameterValues> read_parameters(JsonFields& fields);
  void read_expectation(const OrderedJson& json, const std::string& pointer);
  [[nodiscard]] PathConfig read_path(JsonFields& fields, const std::string& name, const PathConfig& fallback);

  const std::filesystem::path& folder_;
  const std::set<std::string>& cases_;
  JsonProblem problem_;
  Experiment experiment_;
};

Result<Experiment> ExperimentReader::read(const OrderedJson& json) {
  JsonFields fields(json, "", problem_);
  experiment_.name = fields.need("name", name_field("."));
  experiment_.title = fields.need("title", line_field(kMaxLine));
  experiment_.source = fields.get("source", line_field(kMaxLine), std::string());
  experiment_.duration = fields.need("duration", time_field(100ms, kMaxDuration));
  experiment_.sample_interval = fields.get("sample_interval", time_field(1ms, 1s), experiment_.sample_interval);
  fields.for_each("links", kMaxLinks, [this](const OrderedJson& link, const std::string& at) { read_link(link, at); });
  if (experiment_.links.empty()) fields.report("links", "is missing: expected at least one link");
  fields.for_each("flows", kMaxFlows, [this](const OrderedJson& flow, const std::string& at) { read_flow(flow, at); });
  if (experiment_.flows.empty()) fields.report("flows", "is missing: expected at least one flow");
  experiment_.parameters = read_parameters(fields);
  fields.for_each("expect", kMaxEntries,
                  [this](const OrderedJson& expectation, const std::string& at) { read_expectation(expectation, at); });
  fields.finish();
  if (problem_.found()) return problem_.error();
  return std::move(experiment_);
}

PathConfig ExperimentReader::read_path(JsonFields& fields, const std::string& name, const PathConfig& fallback) {
  const OrderedJson* value = fields.find(name);
  if (value == nullptr) return fallback;
  const auto* text = value->get_ptr<const std::string*>();
  if (text == nullptr) {
    fields.report(name, quoted_json(*value) + ": expected a path, as in \"rate=1M,delay=50ms,queue=300ms\"");
    return fallback;
  }
  Result<PathConfig> path = read_path_option(*text, folder_, experiment_.duration);
  if (!path) fields.report(name, "is wrong: " + path.error().message.text());
  return path ? *path : fallback;
}

void ExperimentReader::read_link(const OrderedJson& json, const std::string& pointer) {
  JsonFields fields(json, pointer, problem_);
  LabLink link;
  link.name = fields.need("name", name_field());
  if (fields.find("forward") == nullptr) fields.report("forward", "is missing: expected a path");
  link.forward = read_path(fields, "forward", {});
  link.backward = read_path(fields, "backward", {.delay = link.forward.delay});
  read_wireless(fields, link);
  if (std::ranges::any_of(experiment_.links, [&](const LabLink& other) { return other.name == link.name; })) {
    fields.report("name", "\"" + link.name + "\" is there twice");
  }
  fields.finish();
  experiment_.links.push_back(std::move(link));
}

/// The rates of such a link are the means of capacities that are drawn, each by the seed of its path; a queue's time is
/// that at the mean.
void ExperimentReader::read_wireless(JsonFields& fields, LabLink& link) {
  const std::optional<Wireless> kind = fields.find("wireless", choice_field(kWireless));
  if (!kind) return;
  const bool has_steps = !link.forward.steps.empty() || !link.backward.steps.empty();
  if (link.forward.rate.is_unlimited() || has_steps) {
    fields.report("wireless", "is for a link whose \"forward\" has a rate, and no path a trace or changes");
  }
  if (experiment_.duration > kMaxWireless) {
    fields.report("wireless", "is for experiments of at most " + to_text(kMaxWireless));
  }
  for (const PathConfig* path : {&link.forward, &link.backward}) {
    if (path->rate.is_unlimited() || path->rate <= kMaxWirelessRate) continue;
    fields.report("wireless", "is for rates of at most " + to_text(kMaxWirelessRate));
  }
  if (problem_.found()) return;
  for (PathConfig* path : {&link.forward, &link.backward}) {
    if (path->rate.is_unlimited()) continue;
    Rng rng(seed_of(path->seed, (path == &link.forward ? "forward capacity " : "backward capacity ") + link.name));
    const auto draw = *kind == Wireless::kLan ? wireless_lan_capacity : cellular_capacity;
    path->steps = draw(path->rate, experiment_.duration, rng);
    const auto* const time = std::get_if<Duration>(&path->queue);
    if (time != nullptr) path->queue = std::min(path->rate * *time, kMaxQueueSize);
  }
}

std::vector<std::size_t> ExperimentReader::read_route(JsonFields& fields) {
  std::vector<std::size_t> route;
  if (fields.find("links") == nullptr) {
    for (std::size_t i = 0; i < experiment_.links.size(); ++i) route.push_back(i);
    return route;
  }
  fields.for_each("links", kMaxLinks, [&](const OrderedJson& name, const std::string& at) {
    const auto link = std::ranges::find_if(experiment_.links, [&](const LabLink& l) { return name == l.name; });
    const auto index = static_cast<std::size_t>(link - experiment_.links.begin());
    if (link == experiment_.links.end()) {
      problem_.report(at, quoted_json(name) + ": expected the name of a link");
    } else if (std::ranges::find(route, index) != route.end()) {
      problem_.report(at, quoted_json(name) + ": a flow passes each link once");
    } else {
      route.push_back(index);
    }
  });
  if (route.empty()) fields.report("links", "is empty: a flow passes at least one link");
  return route;
}

void ExperimentReader::read_flow(const OrderedJson& json, const std::string& pointer) {
  JsonFields fields(json, pointer, problem_);
  const Duration end = experiment_.duration;
  LabFlow flow;
  flow.name = fields.need("name", name_field());
  const LoadKind kind = fields.need("kind", choice_field(kLoadKinds));
  flow.links = read_route(fields);
  flow.backward = fields.get("direction", choice_field(kDirections), false);
  flow.access_delay = fields.get("access_delay", time_field(0s, kMaxDelay), Duration());
  flow.start = fields.get("start", time_field(0s, end), Duration());
  flow.stop = fields.get("stop", time_field(0s, end), end);
  const std::uint64_t count = fields.get("count", whole_number_field(1, kMaxFlows), std::uint64_t{1});
  const Duration stagger = fields.get("stagger", time_field(0s, end), Duration());
  switch (kind) {
    case LoadKind::kMedia:
      flow.load = read_media(fields);
      break;
    case LoadKind::kTcp:
      flow.load = read_tcp(fields);
      break;
    case LoadKind::kUdp:
      flow.load = read_cross(fields);
      break;
  }
  fields.finish();
  if (!problem_.found()) add_flows(flow, count, stagger, pointer);
}

void ExperimentReader::add_flows(const LabFlow& first, std::uint64_t count, Duration stagger,
                                 const std::string& pointer) {
  for (std::uint64_t i = 0; i < count; ++i) {
    LabFlow flow = first;
    if (count > 1) flow.name += "-" + std::to_string(i + 1);
    flow.start += stagger * static_cast<std::int64_t>(i);
    if (flow.start >= flow.stop) return problem_.report(pointer, "\"" + flow.name + "\" stops before it starts");
    if (std::ranges::any_of(experiment_.flows, [&](const LabFlow& other) { return other.name == flow.name; })) {
      return problem_.report(pointer + "/name", "\"" + flow.name + "\" is there twice");
    }
    if (experiment_.flows.size() == kMaxFlows) {
      return problem_.report(pointer, "is too much: at most " + std::to_string(kMaxFlows) + " flows");
    }
    experiment_.flows.push_back(std::move(flow));
  }
}

MediaLoad ExperimentReader::read_media(JsonFields& fields) {
  MediaLoad load;
  load.min_rate = fields.get("min_rate", video_rate(), load.min_rate);
  load.max_rate = fields.get("max_rate", video_rate(), load.max_rate);
  load.start_rate = fields.get("start_rate", video_rate(), load.start_rate);
  load.fixed_rate = fields.get("fixed_rate", video_rate(), load.fixed_rate);
  load.audio_rate = fields.get(
      "audio_rate", rate_field(DataRate::kilobits_per_second(6), DataRate::kilobits_per_second(256)), load.audio_rate);
  load.audio_packet_time =
      fields.get("audio_packet_time", time_choice_field(kAudioPacketDurations), load.audio_packet_time);
  load.frame_rate = FrameRate::per_second(fields.get("frame_rate", number_field(1, 60), load.frame_rate.per_second()));
  load.resolution = fields.get("size", frame_size_field(), load.resolution);
  load.packet_size =
      fields.get("packet_size", size_field(DataSize::bytes(228), DataSize::bytes(1480)), load.packet_size);
  load.both_ways = fields.get("both_ways", flag_field(), false);
  load.video_over_tcp = fields.get("video_transport", choice_field(kVideoTransports), false);
  load.receiver_skew = fields.get("receiver_skew", number_field(-1000, 1000), 0.0);
  load.mode = read_mode(fields);
  load.parameters = read_parameters(fields);
  fields.for_each("pauses", kMaxEntries, [&](const OrderedJson& pause, const std::string& at) {
    JsonFields span_fields(pause, at, problem_);
    const LabSpan span = read_span(span_fields, {.from = {}, .to = experiment_.duration});
    span_fields.finish();
    if (!load.pauses.empty() && span.from <= load.pauses.back().to) {
      problem_.report(at, "does not come after the pause before it");
    }
    load.pauses.push_back(span);
  });
  if (load.min_rate > load.max_rate) fields.report("min_rate", "is above max_rate");
  if (load.start_rate < load.min_rate || load.start_rate > load.max_rate) {
    fields.report("start_rate", "is not between min_rate and max_rate");
  }
  return load;
}

TcpLoad ExperimentReader::read_tcp(JsonFields& fields) {
  TcpLoad load;
  load.variant = fields.get("variant", choice_field(kTcpVariants), load.variant);
  load.segment_size = fields.get("segment_size", size_field(DataSize::bytes(100), kMaxSegmentSize), load.segment_size);
  load.receive_window =
      fields.get("receive_window", size_field(DataSize::bytes(1000), DataSize::bytes(64'000'000)), load.receive_window);
  if (const OrderedJson* transfers = fields.find("transfers")) {
    JsonFields of_transfers(*transfers, fields.pointer("transfers"), problem_);
    const FieldKind<DataSize> size = size_field(DataSize::bytes(1), DataSize::bytes(1'000'000'000));
    TcpLoad::Transfers drawn;
    drawn.min_size = of_transfers.need("least", size);
    drawn.max_size = of_transfers.need("most", size);
    drawn.mean_idle = of_transfers.need("mean_idle", time_field(0s, kMaxDuration));
    if (drawn.min_size > drawn.max_size) of_transfers.report("least", "is above most");
    of_transfers.finish();
    load.transfers = drawn;
  }
  return load;
}

CrossLoad ExperimentReader::read_cross(JsonFields& fields) {
  CrossLoad load;
  load.rate = fields.get("rate", rate_field(DataRate::bits_per_second(1), kMaxRate), load.rate);
  load.packet_size =
      fields.get("packet_size", size_field(DataSize::bytes(64), DataSize::bytes(1500)), load.packet_size);
  load.on = fields.get("on", time_field(0s, kMaxDuration), load.on);
  load.off = fields.get("off", time_field(0s, kMaxDuration), load.off);
  load.exponential = fields.get("exponential", flag_field(), load.exponential);
  if ((load.on > Duration::zero()) != (load.off > Duration::zero())) {
    fields.report("on", "and \"off\" go together: give both, or neither");
  }
  return load;
}

LabSpan ExperimentReader::read_span(JsonFields& fields, const LabSpan& fallback) {
  LabSpan span;
  span.from = fields.get("from", time_field(0s, experiment_.duration), fallback.from);
  span.to = fields.get("to", time_field(0s, experiment_.duration), fallback.to);
  if (span.from >= span.to) fields.report("from", "is not before \"to\"");
  return span;
}

std::string ExperimentReader::read_mode(JsonFields& fields) {
  const std::optional<std::string> mode = fields.find("mode", name_field());
  if (!mode || find_mode(*mode) != nullptr) return mode.value_or(std::string());
  // The last one is TCP, which is a flow of another kind.
  fields.report("mode", quoted_json(*mode) + ": expected " + names_of(lab_modes().first(lab_modes().size() - 1)));
  return {};
}

std::map<std::string, ParameterValues> ExperimentReader::read_parameters(JsonFields& fields) {
  std::map<std::string, ParameterValues> read;
  const OrderedJson* all = fields.find("parameters");
  if (all == nullptr) return read;
  if (!all->is_object()) {
    fields.report("parameters", quoted_json(*all) + ": expected an object { ... }");
    return read;
  }
  JsonFields of_modes(*all, fields.pointer("parameters"), problem_);
  for (const Mode& mode : modes()) {
    const std::string name(mode.name);
    const OrderedJson* given = of_modes.find(name);
    if (given == nullptr) continue;
    JsonFields values(*given, of_modes.pointer(name), problem_);
    for (const Parameter& parameter : parameters_of(mode)) {
      const std::string field(parameter.name);
      const auto value = values.find(field, number_field(parameter.min, parameter.max));
      if (value) read[name][field] = *value;
    }
    values.finish();
  }
  of_modes.finish();
  return read;
}

void ExperimentReader::read_expectation(const OrderedJson& json, const std::string& pointer) {
  JsonFields fields(json, pointer, problem_);
  constexpr double kMax = std::numeric_limits<double>::max();
  Expectation expectation;
  expectation.metric = fields.need("metric", name_field("_"));
  expectation.flow = fields.get("flow", name_field(), std::string());
  expectation.span = read_span(fields, {.from = {}, .to = experiment_.duration});
  expectation.at_least = fields.find("at_least", number_field(-kMax, kMax));
  expectation.at_most = fields.find("at_most", number_field(-kMax, kMax));
  fields.for_each("modes", kMaxEntries, [&](const OrderedJson& mode, const std::string& at) {
    if (!mode.is_string() || !is_mode(mode.get<std::string>())) {
      problem_.report(at, quoted_json(mode) + ": expected " + names_of(lab_modes()));
    }
    if (mode.is_string()) expectation.modes.push_back(mode.get<std::string>());
  });
  const std::optional<std::string> only_case = fields.find("case", name_field("."));
  fields.finish();
  if (only_case && !cases_.contains(*only_case)) fields.report("case", "\"" + *only_case + "\" is none of the cases");
  if (!expectation.at_least && !expectation.at_most) fields.report("at_least", "and at_most are missing: give one");
  if (expectation.at_least && expectation.at_most && *expectation.at_least > *expectation.at_most) {
    fields.report("at_least", "is above at_most");
  }
  if (only_case && *only_case != experiment_.case_name) return;
  const auto is_named = [&](const LabFlow& flow) { return flow.name == expectation.flow; };
  if (!expectation.flow.empty() && std::ranges::none_of(experiment_.flows, is_named)) {
    fields.report("flow", "\"" + expectation.flow + "\" is no flow");
  }
  experiment_.expectations.push_back(std::move(expectation));
}

}  // namespace

Result<std::vector<Experiment>> parse_experiment(std::string_view json, const std::filesystem::path& folder) {
  Result<OrderedJson> whole = parse_json_text(json);
  if (!whole) return whole.error();
  const Result<std::vector<ExperimentCase>> cases = split_cases(std::move(*whole));
  if (!cases) return cases.error();
  std::set<std::string> names;
  for (const ExperimentCase& one : *cases) names.insert(one.name);
  std::vector<Experiment> experiments;
  for (const ExperimentCase& one : *cases) {
    Result<Experiment> experiment = ExperimentReader(folder, names, one.name).read(one.json);
    if (!experiment) {
      const std::string where = one.name.empty() ? "" : "in case \"" + one.name + "\": ";
      return Error{ErrorKind::kInvalidArgument, where + experiment.error().message.text()};
    }
    experiments.push_back(std::move(*experiment));
  }
  return experiments;
}

}  // namespace counterpoint

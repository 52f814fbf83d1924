// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/record/run_record.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "app/files/save_file.h"
#include "app/json/json_fields.h"
#include "app/lab/experiment/experiment_file.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/record/csv_fields.h"
#include "core/base/quantity_text.h"
#include "core/log/session_log.h"

namespace counterpoint {
namespace {

constexpr std::string_view kPacketsHead = "time_s,flow,direction,bytes,queued_s,fate";
constexpr double kMaxSeconds = 1e9;
constexpr std::size_t kMaxCamera = 4096;  // The longest path of a file.
constexpr std::array<std::string_view, 2> kDirections = {"forward", "backward"};
constexpr std::array<std::string_view, 3> kFates = {"carried", "dropped", "lost"};

template <std::size_t kSize>
std::optional<std::size_t> index_of(const std::array<std::string_view, kSize>& names, std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

std::optional<PacketOutcome> read_packet(std::string_view line, const std::vector<LabFlow>& flows) {
  const std::optional<Duration> at = read_seconds(take_until(line, ','));
  const std::string_view flow_name = take_until(line, ',');
  const auto flow = std::ranges::find(flows, flow_name, &LabFlow::name);
  const auto direction = index_of(kDirections, take_until(line, ','));
  const auto bytes = read_whole<std::uint32_t>(take_until(line, ','));
  const std::optional<Duration> queued = read_seconds(take_until(line, ','));
  const auto fate = index_of(kFates, line);
  if (!at || flow == flows.end() || !direction || !bytes || !queued || !fate) return std::nullopt;
  return PacketOutcome{.at = *at,
                       .flow = static_cast<std::uint32_t>(flow - flows.begin()),
                       .backward = *direction == 1,
                       .wire_size = DataSize::bytes(*bytes),
                       .queued = *queued,
                       .fate = static_cast<PathRecord::Fate>(*fate)};
}

Result<std::vector<PacketOutcome>> read_packets(const RunFolder& folder, const std::vector<LabFlow>& flows) {
  const std::filesystem::path path = folder.packets();
  const Result<std::string> text = read_text(path);
  if (!text) return text.error();
  std::vector<PacketOutcome> packets;
  std::string_view rest = *text;
  if (take_until(rest, '\n') != kPacketsHead) {
    return malformed_line(path, 1, "expected \"" + std::string(kPacketsHead) + "\"");
  }
  for (std::size_t line = 2; !rest.empty(); ++line) {
    const std::optional<PacketOutcome> packet = read_packet(take_until(rest, '\n'), flows);
    if (!packet) return malformed_line(path, line, "is no packet of a flow of this experiment");
    packets.push_back(*packet);
  }
  std::ranges::stable_sort(packets, {}, &PacketOutcome::at);
  return packets;
}

Result<EndStatistics> read_end(const std::filesystem::path& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.error();
  const Result<SessionLog> log = parse_session_log(*text);
  if (!log) return Error{ErrorKind::kMalformed, path.string() + ": " + log.error().message.text()};
  const auto& settings = std::get<LogHeader>(log->records.front().body).settings;
  const auto setting = settings.find(kLabStartSetting);
  const std::optional<double> start = setting == settings.end() ? std::nullopt : parse_number(setting->second);
  if (!start || *start > kMaxSeconds) {
    return malformed_line(path, 1, std::string("expected the setting ") + kLabStartSetting + ", a number of seconds");
  }
  EndStatistics end{.start = Duration(std::llround(*start * 1e9)), .seconds = {}};
  for (const LogRecord& record : log->records) {
    if (const auto* second = std::get_if<LogStats>(&record.body)) {
      end.seconds.push_back({.at = end.start + record.time, .stats = second->stats});
    }
  }
  return end;
}

}  // namespace

Result<void> begin_run(const RunFolder& folder, const RunHeader& header) {
  std::error_code error;
  std::filesystem::create_directories(folder.path, error);
  if (error) {
    return Error{ErrorKind::kUnavailable, "cannot make the folder " + folder.path.string() + ": " + error.message()};
  }
  OrderedJson json;
  json["program"] = header.program;
  json["level"] = header.level;
  json["mode"] = header.mode;
  json["seed"] = header.seed;
  json["real_encoder"] = header.real_encoder;
  if (!header.camera.empty()) json["camera"] = header.camera;
  json["experiment"] = OrderedJson::parse(to_json(header.experiment));
  return save_file(folder.header(), json_file_text(json));
}

Result<RunHeader> read_run_header(const RunFolder& folder) {
  const Result<std::string> text = read_text(folder.header());
  if (!text) return text.error();
  const auto wrong = [&folder](const Error& error) {
    return Error{ErrorKind::kMalformed, folder.header().string() + ": " + error.message.text()};
  };
  const Result<OrderedJson> json = parse_json_text(*text);
  if (!json) return wrong(json.error());
  JsonProblem problem;
  JsonFields fields(*json, "", problem);
  RunHeader header;
  header.program = fields.need("program", line_field(200));
  header.level = fields.need("level", name_field());
  header.mode = fields.need("mode", name_field());
  header.seed = fields.need("seed", whole_number_field(0, std::numeric_limits<std::uint64_t>::max()));
  header.real_encoder = fields.need("real_encoder", flag_field());
  header.camera = fields.get("camera", line_field(kMaxCamera), std::string());
  const OrderedJson* described = fields.find("experiment");
  if (described == nullptr) fields.report("experiment", "is missing");
  fields.finish();
  if (problem.found()) return wrong(problem.error());
  Result<std::vector<Experiment>> experiments = parse_experiment(described->dump(), folder.path);
  if (!experiments) return wrong(experiments.error());
  header.experiment = std::move(experiments->front());
  return header;
}

Result<void> write_packets(const RunFolder& folder, const std::vector<PacketOutcome>& packets) {
  const Result<RunHeader> header = read_run_header(folder);
  if (!header) return header.error();
  const std::vector<LabFlow>& flows = header->experiment.flows;
  std::string text = std::string(kPacketsHead) + "\n";
  for (const PacketOutcome& packet : packets) {
    text += seconds_text(packet.at);
    text += ',';
    text += flows.at(packet.flow).name;
    text += ',';
    text += kDirections.at(packet.backward ? 1 : 0);
    text += ',';
    text += std::to_string(packet.wire_size.bytes());
    text += ',';
    text += seconds_text(packet.queued);
    text += ',';
    text += kFates.at(static_cast<std::size_t>(packet.fate));
    text += '\n';
  }
  return save_file(folder.packets(), text);
}

Result<RunRecord> read_run(const RunFolder& folder) {
  Result<RunHeader> header = read_run_header(folder);
  if (!header) return header.error();
  RunRecord run;
  run.header = std::move(*header);
  const std::vector<LabFlow>& flows = run.header.experiment.flows;
  Result<std::vector<PacketOutcome>> packets = read_packets(folder, flows);
  if (!packets) return packets.error();
  run.packets = std::move(*packets);
  run.senders.resize(flows.size());
  run.receivers.resize(flows.size());
  run.pictures.resize(flows.size());
  run.looks.resize(flows.size());
  for (std::size_t i = 0; i < flows.size(); ++i) {
    if (!flow_in_mode(flows[i], run.header.mode).is_media()) continue;
    Result<EndStatistics> sender = read_end(folder.sender_log(flows[i]));
    if (!sender) return sender.error();
    Result<EndStatistics> receiver = read_end(folder.receiver_log(flows[i]));
    if (!receiver) return receiver.error();
    std::error_code ignored;
    if (std::filesystem::exists(folder.pictures(flows[i]), ignored)) {
      Result<std::vector<ShownPicture>> pictures = read_shown_pictures(folder.pictures(flows[i]));
      if (!pictures) return pictures.error();
      run.pictures[i] = std::move(*pictures);
    }
    if (std::filesystem::exists(folder.looks(flows[i]), ignored)) {
      Result<std::vector<ScreenLook>> looks = read_screen_looks(folder.looks(flows[i]));
      if (!looks) return looks.error();
      run.looks[i] = std::move(*looks);
    }
    run.senders[i] = std::move(*sender);
    run.receivers[i] = std::move(*receiver);
  }
  return run;
}

}  // namespace counterpoint

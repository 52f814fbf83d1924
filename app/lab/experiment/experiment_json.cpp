// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <nlohmann/json.hpp>

#include "app/lab/experiment/experiment_file.h"
#include "core/base/quantity_text.h"

namespace counterpoint {
namespace {

using Json = nlohmann::ordered_json;

void write_span(Json& json, const LabSpan& span) {
  json["from"] = to_text(span.from);
  json["to"] = to_text(span.to);
}

void write_load(Json& json, const MediaLoad& load) {
  json["kind"] = "media";
  json["min_rate"] = to_text(load.min_rate);
  json["max_rate"] = to_text(load.max_rate);
  json["start_rate"] = to_text(load.start_rate);
  json["fixed_rate"] = to_text(load.fixed_rate);
  json["audio_rate"] = to_text(load.audio_rate);
  json["audio_packet_time"] = to_text(load.audio_packet_time);
  json["frame_rate"] = load.frame_rate.per_second();
  json["size"] = std::to_string(load.resolution.width) + "x" + std::to_string(load.resolution.height);
  json["packet_size"] = to_text(load.packet_size);
  for (const LabSpan& pause : load.pauses) write_span(json["pauses"].emplace_back(Json::object()), pause);
  json["both_ways"] = load.both_ways;
  json["video_transport"] = load.video_over_tcp ? "tcp" : "udp";
  if (load.receiver_skew != 0) json["receiver_skew"] = load.receiver_skew;
  if (!load.mode.empty()) json["mode"] = load.mode;
  for (const auto& [mode, values] : load.parameters) json["parameters"][mode] = values;
}

void write_load(Json& json, const TcpLoad& load) {
  constexpr std::array<const char*, 3> kVariants = {"reno", "cubic", "bbr"};
  json["kind"] = "tcp";
  json["variant"] = kVariants.at(static_cast<std::size_t>(load.variant));
  if (load.transfers) {
    json["transfers"] = {{"least", to_text(load.transfers->min_size)},
                         {"most", to_text(load.transfers->max_size)},
                         {"mean_idle", to_text(load.transfers->mean_idle)}};
  }
  json["segment_size"] = to_text(load.segment_size);
  json["receive_window"] = to_text(load.receive_window);
}

void write_load(Json& json, const CrossLoad& load) {
  json["kind"] = "udp";
  json["rate"] = to_text(load.rate);
  json["packet_size"] = to_text(load.packet_size);
  json["on"] = to_text(load.on);
  json["off"] = to_text(load.off);
  json["exponential"] = load.exponential;
}

Json flow_json(const LabFlow& flow, const std::vector<LabLink>& links) {
  Json json;
  json["name"] = flow.name;
  for (const std::size_t link : flow.links) json["links"].push_back(links.at(link).name);
  json["direction"] = flow.backward ? "backward" : "forward";
  json["access_delay"] = to_text(flow.access_delay);
  json["start"] = to_text(flow.start);
  json["stop"] = to_text(flow.stop);
  std::visit([&json](const auto& load) { write_load(json, load); }, flow.load);
  return json;
}

Json expectation_json(const Expectation& expectation) {
  Json json;
  json["metric"] = expectation.metric;
  if (!expectation.flow.empty()) json["flow"] = expectation.flow;
  write_span(json, expectation.span);
  if (expectation.at_least) json["at_least"] = *expectation.at_least;
  if (expectation.at_most) json["at_most"] = *expectation.at_most;
  if (!expectation.modes.empty()) json["modes"] = expectation.modes;
  return json;
}

}  // namespace

std::string to_json(const Experiment& experiment) {
  Json json;
  json["name"] = experiment.name;
  json["title"] = experiment.title;
  if (!experiment.source.empty()) json["source"] = experiment.source;
  json["duration"] = to_text(experiment.duration);
  json["sample_interval"] = to_text(experiment.sample_interval);
  for (const LabLink& link : experiment.links) {
    json["links"].push_back(
        {{"name", link.name}, {"forward", to_string(link.forward)}, {"backward", to_string(link.backward)}});
  }
  for (const auto& [mode, values] : experiment.parameters) json["parameters"][mode] = values;
  for (const LabFlow& flow : experiment.flows) json["flows"].push_back(flow_json(flow, experiment.links));
  if (!experiment.case_name.empty()) json["cases"].push_back({{"name", experiment.case_name}});
  for (const Expectation& expectation : experiment.expectations) {
    json["expect"].push_back(expectation_json(expectation));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace counterpoint

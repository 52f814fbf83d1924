// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/experiments/ns3/ns3_run.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/experiment/seed_of.h"

#include <ns3/rng-seed-manager.h>
#include <ns3/simulator.h>

#include <algorithm>

#include "app/lab/levels/level.h"
#include "app/lab/levels/ns3/ns3_level.h"
#include "app/lab/levels/sim/sim_network.h"
#include "tests/experiments/ns3/media_flow.h"
#include "tests/experiments/ns3/ns3_network.h"
#include "tests/experiments/ns3/ns3_time.h"
#include "tests/experiments/ns3/tcp_flow.h"
#include "tests/experiments/ns3/udp_flow.h"

namespace counterpoint {
namespace {

/// The longest that a packet may be under way after the last link has served it: until then its fate is not logged.
Duration longest_delay(const Experiment& experiment) {
  Duration longest{};
  const auto consider = [&longest](const PathConfig& path) {
    longest = std::max(longest, path.delay);
    for (const PathStep& step : path.steps) longest = std::max(longest, step.delay.value_or(0s));
  };
  for (const LabLink& link : experiment.links) {
    consider(link.forward);
    consider(link.backward);
  }
  for (const LabFlow& flow : experiment.flows) longest = std::max(longest, flow.access_delay);
  return 2 * longest;
}

}  // namespace

Result<void> run_in_ns3(const RunFolder& folder, const std::string& camera,
                        const std::function<void(Duration)>& progress) {
  const Result<RunHeader> header = read_run_header(folder);
  if (!header) return header.error();
  const Experiment& experiment = header->experiment;
  if (Result<void> possible = check_ns3_models(*header); !possible) return possible;
  ns3::RngSeedManager::SetRun(header->seed);
  Ns3Network network(experiment.links);
  Result<void> ran;
  const auto failed = [&ran](const std::string& flow, const Error& error) {
    if (ran) ran = Error{error.kind, "flow " + flow + ": " + error.message.text()};
    ns3::Simulator::Stop();
  };
  for (std::size_t i = 0; i < experiment.flows.size(); ++i) {
    const LabFlow flow = flow_in_mode(experiment.flows[i], header->mode);
    const Ns3Network::Ends ends = network.add_flow(static_cast<std::uint32_t>(i), flow);
    // The same as at the level sim, so that media and cross traffic are the same.
    const std::uint64_t seed = seed_of(header->seed, "flow " + flow.name);
    if (const auto* tcp = std::get_if<TcpLoad>(&flow.load)) {
      add_tcp_flow(flow, *tcp, ends, seed);
    } else if (const auto* udp = std::get_if<CrossLoad>(&flow.load)) {
      add_udp_flow(flow, *udp, ends, seed);
    } else {
      add_media_flow({.flow = flow,
                      .folder = folder,
                      .program = header->program,
                      .mode = mode_of(flow, header->mode),
                      .parameters = parameters_of(experiment, flow, header->mode),
                      .real_encoder = header->real_encoder,
                      .camera = camera,
                      .seed = seed},
                     ends, [&failed, name = flow.name](const Error& error) { failed(name, error); });
    }
  }
  for (Duration at = 1s; at <= experiment.duration; at += 1s) {
    ns3::Simulator::Schedule(to_ns3(at), [&progress, at] { progress(at); });
  }
  // Events at the very end come first.
  ns3::Simulator::Stop(to_ns3(experiment.duration + longest_delay(experiment) + 1ns));
  ns3::Simulator::Run();
  if (ran) ran = write_packets(folder, network.outcomes().until(experiment.duration));
  ns3::Simulator::Destroy();
  return ran;
}

}  // namespace counterpoint

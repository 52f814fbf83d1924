// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/kernel_level.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/experiment/seed_of.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lab/levels/experiment_load.h"
#include "app/lab/levels/experiment_network.h"
#include "app/lab/levels/kernel/media_traffic.h"
#include "app/lab/levels/kernel/router.h"
#include "app/lab/levels/kernel/tcp_traffic.h"
#include "app/lab/levels/kernel/udp_traffic.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

/// Losses outside of the emulation beyond this share of all packets spoil a run.
constexpr double kMaxForeignLoss = 0.001;

std::string find_cli() {
  if (const char* given = std::getenv("COUNTERPOINT_CLI")) return given;
  std::error_code none;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", none);
  return own.parent_path() / "counterpoint-cli";
}

/// One run of an experiment.
class KernelRun {
 public:
  KernelRun(const RunRequest& request, KernelHosts hosts)
      : request_(request),
        experiment_(request.header.experiment),
        hosts_(std::move(hosts)),
        router_(hosts_, make_network(experiment_, false, request.header.seed),
                make_network(experiment_, true, request.header.seed), experiment_.flows.size()) {}

  [[nodiscard]] Result<void> run();

 private:
  [[nodiscard]] Result<void> add_flows();
  [[nodiscard]] Result<std::unique_ptr<KernelFlow>> make_flow(std::size_t index);
  [[nodiscard]] Result<void> carry_out();
  void wait(Duration now);
  [[nodiscard]] Result<void> write_results();
  [[nodiscard]] std::vector<PacketOutcome> outcomes(const RouterReport& report) const;

  const RunRequest& request_;
  const Experiment& experiment_;
  KernelHosts hosts_;
  Router router_;
  std::vector<std::unique_ptr<KernelFlow>> flows_;  // They end before the router and the hosts do.
  Timestamp start_{};
};

Result<void> KernelRun::run() {
  if (Result<void> added = add_flows(); !added) return added;
  start_ = session_now();
  router_.start();
  if (Result<void> carried_out = carry_out(); !carried_out) return carried_out;
  for (const auto& flow : flows_) {
    if (Result<void> finished = flow->finish(start_); !finished) return finished;
  }
  return write_results();
}

Result<void> KernelRun::add_flows() {
  for (std::size_t i = 0; i < experiment_.flows.size(); ++i) {
    auto flow = make_flow(i);
    if (!flow) return flow.error();
    flows_.push_back(std::move(*flow));
  }
  for (const auto& flow : flows_) {
    auto* media = dynamic_cast<MediaTraffic*>(flow.get());
    if (media == nullptr) continue;
    if (Result<void> ready = media->wait_until_ready(); !ready) return ready;
  }
  return {};
}

template <typename Flow>
Result<std::unique_ptr<KernelFlow>> as_flow(Result<std::unique_ptr<Flow>> flow) {
  if (!flow) return flow.error();
  return std::unique_ptr<KernelFlow>(std::move(*flow));
}

Result<std::unique_ptr<KernelFlow>> KernelRun::make_flow(std::size_t index) {
  const LabFlow flow = flow_in_mode(experiment_.flows[index], request_.header.mode);
  FlowEnds ends{.sender = &hosts_.left(),
                .receiver = &hosts_.right(),
                .sender_address = KernelHosts::left_address(index),
                .receiver_address = KernelHosts::right_address(index)};
  if (flow.backward) {
    std::swap(ends.sender, ends.receiver);
    std::swap(ends.sender_address, ends.receiver_address);
  }
  // The same seed as in virtual time, so that sizes and pauses are the same.
  const std::uint64_t seed = seed_of(request_.header.seed, "flow " + flow.name);
  if (const auto* tcp = std::get_if<TcpLoad>(&flow.load)) {
    return std::unique_ptr<KernelFlow>(std::make_unique<TcpTraffic>(ends, flow, *tcp, seed));
  }
  if (const auto* udp = std::get_if<CrossLoad>(&flow.load)) return as_flow(UdpTraffic::create(ends, flow, *udp, seed));
  return as_flow(MediaTraffic::create({.program = find_cli(),
                                       .ends = ends,
                                       .flow = flow,
                                       .load = std::get<MediaLoad>(flow.load),
                                       .folder = request_.folder,
                                       .mode = mode_of(flow, request_.header.mode),
                                       .parameters = parameters_of(experiment_, flow, request_.header.mode),
                                       .camera = request_.camera,
                                       .real_encoder = request_.header.real_encoder,
                                       // The program takes 0 for "unpredictable", and the other end has the next seed.
                                       .seed = (seed >> 2) + 1}));
}

Result<void> KernelRun::carry_out() {
  constexpr Duration kProgressInterval = 200ms;
  Duration next_progress{};
  for (Duration now{}; now < experiment_.duration; now = session_now() - start_) {
    if (request_.stop.stop_requested()) return Error{ErrorKind::kUnavailable, kStopped};
    for (const auto& flow : flows_) {
      if (Result<void> ran = flow->run(now); !ran) return ran;
    }
    if (request_.progress && now >= next_progress) {
      request_.progress(now);
      next_progress = now + kProgressInterval;
    }
    wait(now);
  }
  return {};
}

void KernelRun::wait(Duration now) {
  // The wait is short, so that progress is shown and the end is not missed.
  Duration deadline = std::min(experiment_.duration, now + 200ms);
  std::vector<pollfd> descriptors;
  for (const auto& flow : flows_) {
    deadline = std::min(deadline, flow->next_deadline());
    std::ranges::move(flow->descriptors(), std::back_inserter(descriptors));
  }
  const Duration left = std::max(start_ + deadline - session_now(), Duration::zero());
  const timespec timeout{.tv_sec = static_cast<std::time_t>(left / 1s),
                         .tv_nsec = static_cast<long>((left % 1s).count())};
  ppoll(descriptors.data(), descriptors.size(), &timeout, nullptr);
}

Result<void> KernelRun::write_results() {
  const RouterReport report = router_.stop();
  const std::uint64_t dropped = hosts_.left().dropped() + hosts_.right().dropped();
  const nlohmann::ordered_json json = {{"packets", report.packets},
                                       {"foreign_packets", report.foreign},
                                       {"lost_at_devices", dropped},
                                       {"not_written", report.unsent},
                                       {"lateness_p99_ms", to_milliseconds(report.lateness_p99)},
                                       {"lateness_max_ms", to_milliseconds(report.lateness_max)}};
  std::ofstream(request_.folder.path / "router.json") << json.dump(2) << '\n';
  const std::uint64_t lost = dropped + report.unsent;
  if (static_cast<double>(lost) > kMaxForeignLoss * static_cast<double>(report.packets)) {
    return Error{ErrorKind::kUnavailable, std::to_string(lost) + " of " + std::to_string(report.packets) +
                                              " packets were lost outside of the emulation: the machine is too busy"};
  }
  return write_packets(request_.folder, outcomes(report));
}

std::vector<PacketOutcome> KernelRun::outcomes(const RouterReport& report) const {
  std::vector<PacketOutcome> result;
  for (const bool backward : {false, true}) {
    for (const PathRecord& record : backward ? report.backward : report.forward) {
      const Duration at = record.at - start_;
      // Later packets only say goodbye at the calls' ends.
      if (at > experiment_.duration) continue;
      result.push_back({.at = std::max(at, Duration::zero()),
                        .flow = record.flow,
                        .backward = backward,
                        .wire_size = record.wire_size,
                        .queued = record.queued,
                        .fate = record.fate});
    }
  }
  std::ranges::stable_sort(result, {}, &PacketOutcome::at);
  return result;
}

}  // namespace

Result<void> check_kernel_level(const RunHeader& header) {
  const auto cannot = [](std::string why) -> Result<void> {
    return Error{ErrorKind::kUnavailable, "the level 'kernel' cannot run here: " + std::move(why)};
  };
  const Experiment& experiment = header.experiment;
  if (experiment.flows.size() > KernelHosts::kMaxFlows) {
    return Error{ErrorKind::kInvalidArgument,
                 "the level 'kernel' has room for " + std::to_string(KernelHosts::kMaxFlows) + " flows"};
  }
  if (Result<void> fine = check_load(header); !fine) return fine;
  for (const LabFlow& flow : experiment.flows) {
    const auto* media = std::get_if<MediaLoad>(&flow.load);
    if (media == nullptr || media->receiver_skew == 0 || header.mode == "tcp") continue;
    return Error{
        ErrorKind::kInvalidArgument,
        "flow " + flow.name + ": both hosts of the level 'kernel' have one clock; use level sim for receiver_skew"};
  }
  if (geteuid() != 0) return cannot("it needs root; run it with sudo, or choose --level sim");
  if (const Result<KernelHosts> hosts = KernelHosts::create(0); !hosts) return cannot(hosts.error().message.text());
  for (const LabFlow& original : experiment.flows) {
    const LabFlow flow = flow_in_mode(original, header.mode);
    if (const auto* tcp = std::get_if<TcpLoad>(&flow.load)) {
      if (const auto why = why_no_tcp(tcp->variant)) return cannot(*why);
    }
    if (flow.is_media() && access(find_cli().c_str(), X_OK) != 0) {
      return cannot("there is no program " + find_cli() + "; name it in COUNTERPOINT_CLI");
    }
  }
  return {};
}

Result<void> run_kernel_level(const RunRequest& request) {
  if (Result<void> possible = check_kernel_level(request.header); !possible) return possible;
  if (Result<void> begun = begin_run(request.folder, request.header); !begun) return begun;
  Result<KernelHosts> hosts = KernelHosts::create(request.header.experiment.flows.size());
  if (!hosts) return hosts.error();
  return KernelRun(request, std::move(*hosts)).run();
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// Linux's TCP through the router, driven by iperf3: it must find the path that it is promised, and share it.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/lab/levels/kernel/child_process.h"
#include "app/lab/levels/kernel/router.h"
#include "net/adapters/session_clock.h"
#include "tests/emulation/emulation_test.h"
#include "tests/emulation/temporary_folder.h"

namespace counterpoint {
namespace {

/// RFC 8867's bottleneck.
constexpr const char* kPath = "rate=2M,delay=50ms,queue=300ms";
constexpr double kRate = 2e6;
/// The first share of the time, in which TCP finds its rate and nothing is counted.
constexpr double kSettling = 0.25;

struct TcpCase {
  std::string name;
  std::vector<std::string> congestion_controls;  ///< One flow each.
  double min_utilisation = 0;                    ///< 0 to 1, of IP packets on the link.
  double max_unfair = 1;                         ///< The largest deviation of a flow from its share, 0 to 1.
};

struct Client {
  ChildProcess process;
  std::filesystem::path output;
};

/// A server that has answered one test ends; one a flow.
Result<ChildProcess> start_server(const KernelHosts& hosts, const std::string& iperf, std::size_t flow,
                                  const std::filesystem::path& output) {
  Result<ChildProcess> server = ChildProcess::start(
      hosts.right().network,
      {.words = {iperf, "--server", "--one-off", "--forceflush", "--bind", KernelHosts::right_address(flow)},
       .output = output,
       .errors = {},
       .input = {}});
  if (!server) return server.error();
  constexpr Duration kStep = 10ms;
  const Timestamp end = session_now() + 60s;
  while (session_now() < end && !server->wait(kStep)) {
    std::ifstream said(output);
    for (std::string line; std::getline(said, line);) {
      if (line.starts_with("Server listening")) return server;
    }
  }
  return Error{ErrorKind::kUnavailable, "iperf3 --server does not listen"};
}

Result<Client> start_client(const KernelHosts& hosts, const std::string& iperf, std::size_t flow,
                            const std::string& congestion_control, Duration duration,
                            const std::filesystem::path& output) {
  Result<ChildProcess> client = ChildProcess::start(
      hosts.left().network, {.words = {iperf, "--client", KernelHosts::right_address(flow), "--congestion",
                                       congestion_control, "--time", std::to_string(duration / 1s), "--json"},
                             .output = output,
                             .errors = {},
                             .input = {}});
  if (!client) return client.error();
  return Client{.process = std::move(*client), .output = output};
}

/// Checks iperf3's own figures: goodput in bit/s and its congestion control.
Result<CaseResult> check_client(Client& client, Duration duration, const std::string& congestion_control) {
  constexpr Duration kPatience = 60s;
  const auto status = client.process.wait(duration + kPatience);
  std::ifstream file(client.output);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (status != 0 || json.is_discarded()) {
    const std::string why = json.is_object() ? json.value("error", "") : "";
    return Error{ErrorKind::kUnavailable, "iperf3 failed: " + why};
  }
  const nlohmann::json& end = json["end"];
  CaseResult result;
  result.figures = congestion_control + " " + figure(end["sum_received"].value("bits_per_second", 0.0) / 1e6) +
                   " Mbit/s goodput, " + std::to_string(end["sum_sent"].value("retransmits", 0)) + " retransmitted; ";
  result.expect(end.value("sender_tcp_congestion", "") == congestion_control, "the congestion control was not set");
  return result;
}

/// Each flow's rate on the link, and how full that was, after the settling.
CaseResult judge(const TcpCase& one, const std::vector<PathRecord>& records, Timestamp start, Duration duration) {
  const Timestamp from = start + std::chrono::duration_cast<Duration>(duration * kSettling);
  const Timestamp to = start + duration;
  std::vector<double> rates(one.congestion_controls.size());
  std::vector<Duration> queued;
  for (const PathRecord& record : records) {
    if (record.fate != PathRecord::Fate::kCarried || record.at < from || record.at >= to) continue;
    rates[record.flow] += static_cast<double>(record.wire_size.bits()) / to_seconds(to - from);
    queued.push_back(record.queued);
  }
  double sum = 0;
  for (const double rate : rates) sum += rate;
  CaseResult result;
  result.figures = "link " + figure(100 * sum / kRate) + " % full";
  result.expect(sum > 0, "nothing was carried");
  result.expect_in_time(sum >= one.min_utilisation * kRate, "the link is not filled");
  const double share = sum / static_cast<double>(rates.size());
  for (const double rate : rates) {
    result.figures += ", " + figure(rate / 1e6) + " Mbit/s";
    result.expect_in_time(std::abs(rate - share) <= one.max_unfair * share, "the flows do not share the link");
  }
  std::ranges::sort(queued);
  if (!queued.empty()) {
    result.figures += ", queueing delay median " + figure(to_milliseconds(queued[queued.size() / 2]), 1) + " ms";
  }
  return result;
}

Result<CaseResult> run(const TcpCase& one, const EmulationOptions& options) {
  const std::string iperf = find_program("iperf3");
  const Result<PathConfig> path = parse_path_config(kPath);
  if (!path) return path.error();
  const std::size_t flows = one.congestion_controls.size();
  Result<KernelHosts> hosts = KernelHosts::create(flows);
  if (!hosts) return hosts.error();
  EmulatedNetwork forward({*path});
  EmulatedNetwork backward({*path});
  for (std::size_t i = 0; i < flows; ++i) {
    (void)forward.add_flow({.links = {0}});
    (void)backward.add_flow({.links = {0}});
  }
  Router router(*hosts, std::move(forward), std::move(backward), flows);
  const TemporaryFolder folder;
  std::vector<ChildProcess> servers;
  std::vector<Client> clients;
  for (std::size_t i = 0; i < flows; ++i) {
    auto server = start_server(*hosts, iperf, i, folder.path() / ("server-" + std::to_string(i)));
    if (!server) return server.error();
    servers.push_back(std::move(*server));
  }
  router.start();
  const Timestamp start = session_now();
  for (std::size_t i = 0; i < flows; ++i) {
    auto client = start_client(*hosts, iperf, i, one.congestion_controls[i], options.duration,
                               folder.path() / ("client-" + std::to_string(i)));
    if (!client) return client.error();
    clients.push_back(std::move(*client));
  }
  std::string figures;
  std::vector<std::string> failures;
  for (std::size_t i = 0; i < flows; ++i) {
    Result<CaseResult> checked = check_client(clients[i], options.duration, one.congestion_controls[i]);
    if (!checked) return checked.error();
    figures += checked->figures;
    std::ranges::move(checked->failures, std::back_inserter(failures));
  }
  CaseResult result = judge(one, router.stop().forward, start, options.duration);
  result.figures = figures + result.figures;
  std::ranges::move(failures, std::back_inserter(result.failures));
  return result;
}

std::vector<TcpCase> cases() {
  return {
      {"one Reno flow fills the link", {"reno"}, 0.93},
      {"two Reno flows share the link", {"reno", "reno"}, 0.93, 0.2},
      {"Cubic", {"cubic"}, 0.93},
      {"BBR", {"bbr"}, 0.8},
  };
}

std::optional<std::string> why_not() {
  if (find_program("iperf3").empty()) return "iperf3 is not installed: see cmake/debian-packages.txt";
  return why_no_kernel_hosts();
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  using namespace counterpoint;
  std::vector<EmulationCase> cases;
  for (const TcpCase& one : counterpoint::cases()) {
    cases.push_back({one.name, [one](const EmulationOptions& options) { return run(one, options); }});
  }
  return run_emulation_cases({argv + 1, argv + argc}, {.duration = 30s, .parallel = true}, cases, why_not());
}

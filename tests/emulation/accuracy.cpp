// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how exactly the router keeps to its paths: time-stamped probes against what EmulatedPath makes of the same
// packets in virtual time.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>

#include "app/lab/levels/kernel/router.h"
#include "tests/emulation/emulation_test.h"
#include "tests/emulation/probe.h"

namespace counterpoint {
namespace {

constexpr double kMaxRateError = 0.01;
constexpr Duration kMaxDelayError = 1ms;

/// One path, what is sent over it, and what must come of it.
struct AccuracyCase {
  std::string name;
  std::string path;
  ProbeTraffic traffic;
  double packets_per_second;  ///< The rate that must arrive; 0: as many as in virtual time.
  /// Queues that are always nearly full drop by microseconds: then single packets have another fate.
  bool same_fates = false;
};

struct Measured {
  double packets_per_second = 0;
  std::size_t received = 0;
  std::vector<Duration> delays;
};

Measured measure(const std::vector<Probe>& probes) {
  Measured measured;
  Timestamp first = kNever;
  Timestamp last = Timestamp::min();
  for (const Probe& probe : probes) {
    if (!probe.received_at) continue;
    ++measured.received;
    measured.delays.push_back(*probe.received_at - probe.sent_at);
    first = std::min(first, *probe.received_at);
    last = std::max(last, *probe.received_at);
  }
  if (measured.received > 1) {
    measured.packets_per_second = static_cast<double>(measured.received - 1) / to_seconds(last - first);
  }
  return measured;
}

/// The same packets, sent at the same times, in virtual time.
std::vector<Probe> in_virtual_time(const PathConfig& path, const std::vector<Probe>& probes, DataSize size) {
  EmulatedPath emulated(path);
  std::vector<Probe> result;
  for (const Probe& probe : probes) result.push_back({.sent_at = probe.sent_at, .received_at = {}});
  const auto take = [&](Timestamp now) {
    while (const auto arrival = emulated.receive_packet(now))
      result[arrival->packet.flow].received_at = arrival->arrived_at;
  };
  for (std::size_t i = 0; i < probes.size(); ++i) {
    take(probes[i].sent_at);
    emulated.send({.data = {}, .wire_size = size, .flow = static_cast<FlowNumber>(i)}, probes[i].sent_at);
  }
  take(probes.back().sent_at + 3600s);
  return result;
}

Duration percentile(std::vector<Duration> values, std::size_t percent) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  return values[(values.size() - 1) * percent / 100];
}

CaseResult compare(const AccuracyCase& one, const std::vector<Probe>& real, const std::vector<Probe>& ideal,
                   const RouterReport& report) {
  std::vector<Duration> errors;
  std::size_t other_fates = 0;
  for (std::size_t i = 0; i < real.size(); ++i) {
    if (real[i].received_at && ideal[i].received_at) {
      errors.push_back(std::chrono::abs(*real[i].received_at - *ideal[i].received_at));
    } else if (real[i].received_at.has_value() != ideal[i].received_at.has_value()) {
      ++other_fates;
    }
  }
  const Measured measured = measure(real);
  const double expected = one.packets_per_second > 0 ? one.packets_per_second : measure(ideal).packets_per_second;
  const double rate_error = std::abs(measured.packets_per_second / expected - 1);
  const Duration p50 = percentile(errors, 50);
  const Duration p99 = percentile(errors, 99);
  CaseResult result;
  result.figures =
      figure(measured.packets_per_second, 1) + " packets/s (" + figure(100 * rate_error, 3) + " % off), delay median " +
      figure(to_milliseconds(percentile(measured.delays, 50))) + " ms, off by " + figure(to_milliseconds(p50), 3) +
      " ms (median), " + figure(to_milliseconds(p99), 3) + " ms (p99), " +
      figure(to_milliseconds(percentile(errors, 100)), 3) + " ms (max); " + std::to_string(measured.received) + " of " +
      std::to_string(real.size()) + " arrived, " + std::to_string(other_fates) +
      " unlike virtual time; router late by " + figure(to_milliseconds(report.lateness_p99), 3) + " ms (p99)";
  result.expect(measured.received > 50, "only " + std::to_string(measured.received) + " packets arrived");
  result.expect_in_time(rate_error <= kMaxRateError, "the rate is off by more than 1 %");
  result.expect_in_time(p99 <= kMaxDelayError, "the delay is off by more than 1 ms at p99");
  result.expect_in_time(!one.same_fates || other_fates == 0, "packets had another fate than in virtual time");
  result.expect_in_time(report.unsent == 0, std::to_string(report.unsent) + " packets could not be written out");
  return result;
}

Result<CaseResult> run(const AccuracyCase& one, const EmulationOptions& options) {
  constexpr Duration kGrace = 600ms;
  const Result<PathConfig> path = parse_path_config(one.path);
  if (!path) return path.error();
  Result<KernelHosts> hosts = KernelHosts::create(1);
  if (!hosts) return hosts.error();
  EmulatedNetwork network({*path});
  EmulatedNetwork way_back({PathConfig{}});
  (void)network.add_flow({.links = {0}});
  (void)way_back.add_flow({.links = {0}});
  if (one.traffic.backward) std::swap(network, way_back);
  Router router(*hosts, std::move(network), std::move(way_back), 1);
  router.start();
  ProbeTraffic traffic = one.traffic;
  traffic.duration = options.duration;
  // The sender is as punctual as the router: its delay between stamp and packet would count as the path's.
  const Result<std::vector<Probe>> probes = std::async(std::launch::async, [&] {
                                              request_real_time_priority();
                                              return send_probes(*hosts, traffic, kGrace);
                                            }).get();
  const RouterReport report = router.stop();
  if (!probes) return probes.error();
  CaseResult result = compare(one, *probes, in_virtual_time(*path, *probes, traffic.packet_size), report);
  const std::uint64_t dropped = hosts->left().dropped() + hosts->right().dropped();
  result.expect_in_time(dropped == 0, std::to_string(dropped) + " packets were lost before the router saw them");
  return result;
}

ProbeTraffic traffic(std::int64_t kilobits_per_second, std::int64_t bytes, bool backward = false) {
  return {.rate = DataRate::kilobits_per_second(kilobits_per_second),
          .packet_size = DataSize::bytes(bytes),
          .duration = {},
          .backward = backward};
}

/// 8 bit a byte, so 2 Mbit/s are 250 packets/s of 1000 bytes.
std::vector<AccuracyCase> cases() {
  return {
      {"an idle line of 50 ms", "delay=50ms", traffic(800, 1000), 100, true},
      {"an idle line of 50 ms, backward", "delay=50ms", traffic(800, 1000, true), 100, true},
      {"below the rate", "rate=2M,delay=20ms", traffic(1600, 1000), 200, true},
      {"above the rate", "rate=2M,delay=20ms,queue=300ms", traffic(3000, 1000), 250},
      {"far above the rate, queue of one packet", "rate=2M,queue=1p", traffic(20'000, 1000), 250},
      {"a fast path", "rate=50M,delay=5ms,queue=20ms", traffic(60'000, 1500), 50e6 / 8 / 1500},
      {"packet-rate limit, small packets", "packet_rate=200,delay=20ms,queue=20p", traffic(160, 50), 200},
      {"packet-rate limit, large packets", "packet_rate=200,delay=20ms,queue=20p", traffic(4800, 1500), 200},
      {"losses", "delay=20ms,loss=10%,seed=7", traffic(2400, 600), 0, true},
      {"jitter", "delay=50ms,jitter=20ms,seed=7", traffic(800, 500), 0, true},
  };
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  using namespace counterpoint;
  std::vector<EmulationCase> cases;
  for (const AccuracyCase& one : counterpoint::cases()) {
    cases.push_back({one.name, [one](const EmulationOptions& options) { return run(one, options); }});
  }
  return run_emulation_cases({argv + 1, argv + argc}, {.duration = 3s}, cases, why_no_kernel_hosts());
}

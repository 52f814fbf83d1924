// SPDX-License-Identifier: GPL-3.0-or-later
// The TCP model against what is known of TCP: how it fills a bottleneck, how it shares it, what random loss makes of
// it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/net/tcp/tcp_simulation.h"

namespace counterpoint {
namespace {

constexpr TcpSender::Config kReno{};
constexpr TcpSender::Config kCubic{.congestion_control = TcpCongestionControl::kCubic};

struct Bottleneck {
  double utilisation = 0;
  Duration median_queued{};
  Duration max_queued{};
  std::vector<double> shares;  // Share of the carried data, by flow.
};

// From `from` to `end`, at `rate`.
Bottleneck measure(TcpSimulation& simulation, double rate, Duration from, Duration end, std::size_t flows) {
  Bottleneck result;
  result.shares.resize(flows);
  std::vector<Duration> queued;
  double carried = 0;
  for (const PathRecord& record : simulation.take_records()) {
    const Duration at = record.at - TcpSimulation::kStart;
    if (record.fate != PathRecord::Fate::kCarried || at < from || at > end) continue;
    carried += static_cast<double>(record.wire_size.bits());
    result.shares[record.flow] += static_cast<double>(record.wire_size.bits());
    queued.push_back(record.queued);
  }
  for (double& share : result.shares) share /= carried;
  result.utilisation = carried / rate / to_seconds(end - from);
  std::ranges::sort(queued);
  result.median_queued = queued[queued.size() / 2];
  result.max_queued = queued.back();
  return result;
}

TEST(TcpCalibration, OneRenoFlowFillsTheBottleneck) {
  TcpSimulation simulation("rate=2M,delay=50ms,queue=300ms", "delay=50ms");
  simulation.add(kReno).sender.write_forever();
  simulation.run_until(120s);
  const Bottleneck bottleneck = measure(simulation, 2e6, 0s, 120s, 1);
  EXPECT_GE(bottleneck.utilisation, 0.93);
  EXPECT_LE(bottleneck.utilisation, 1.0001);
  EXPECT_LE(bottleneck.max_queued, 300ms);
  // The sawtooth's window goes from half of what fills pipe and queue (400 ms) to all of it, in time longer at the top.
  EXPECT_GT(bottleneck.median_queued, 180ms);
  EXPECT_LT(bottleneck.median_queued, 250ms);
}

TEST(TcpCalibration, ASmallQueueCostsRenoAQuarterAtMost) {
  TcpSimulation simulation("rate=10M,delay=50ms,queue=5p", "delay=50ms");
  simulation.add(kReno).sender.write_forever();
  simulation.run_until(120s);
  // Without a queue, the window swings between half the pipe and all of it.
  const Bottleneck bottleneck = measure(simulation, 10e6, 40s, 120s, 1);
  EXPECT_GT(bottleneck.utilisation, 0.7);
  EXPECT_LT(bottleneck.utilisation, 0.9);
}

TEST(TcpCalibration, TwoFlowsShareWithinAFifth) {
  for (const auto& config : {kReno, kCubic}) {
    for (const Duration later : {0ms, 100ms, 1000ms, 7000ms}) {
      TcpSimulation simulation("rate=2M,delay=50ms,queue=300ms", "delay=50ms");
      simulation.add(config).sender.write_forever();
      simulation.add(config, later).sender.write_forever();
      simulation.run_until(600s);
      const Bottleneck bottleneck = measure(simulation, 2e6, 60s, 600s, 2);
      EXPECT_GE(bottleneck.utilisation, 0.93);
      // 0.45 to 0.55: within a fifth. CUBIC takes longer to converge; Linux's had 0.45 and 0.55 after two minutes.
      const bool cubic = config.congestion_control == TcpCongestionControl::kCubic;
      EXPECT_NEAR(bottleneck.shares[0], 0.5, cubic ? 0.08 : 0.05) << to_seconds(later);
    }
  }
}

TEST(TcpCalibration, TenFlowsShareFairly) {
  TcpSimulation simulation("rate=10M,delay=25ms,queue=100ms", "delay=25ms");
  for (int i = 0; i < 10; ++i) simulation.add(kReno, i * 137ms).sender.write_forever();
  simulation.run_until(300s);
  const Bottleneck bottleneck = measure(simulation, 10e6, 60s, 300s, 10);
  EXPECT_GE(bottleneck.utilisation, 0.95);
  double squares = 0;
  for (const double share : bottleneck.shares) squares += share * share;
  EXPECT_GT(1 / (10 * squares), 0.95) << "Jain's index";
}

// Shares of 10 Mbit/s for a Reno flow and another one, whose access line may have a delay of its own.
std::vector<double> shares_beside_reno(const std::string& queue, const TcpSender::Config& other,
                                       Duration access_delay) {
  TcpSimulation simulation("rate=10M,delay=10ms,queue=" + queue, "delay=10ms");
  simulation.add(kReno).sender.write_forever();
  simulation.add(other, 0s, access_delay).sender.write_forever();
  simulation.run_until(300s);
  return measure(simulation, 10e6, 60s, 300s, 2).shares;
}

TEST(TcpCalibration, AShorterRoundTripGetsMore) {
  const std::vector<double> shares = shares_beside_reno("30ms", kReno, 100ms);
  EXPECT_GT(shares[0], 0.7);
  EXPECT_GT(shares[1], 0.01);
}

// The course of one flow's window between losses.
TEST(TcpCalibration, RenosWindowIsASawtooth) {
  TcpSimulation simulation("rate=2M,delay=50ms,queue=300ms", "delay=50ms");
  TcpSimulation::Connection& tcp = simulation.add(kReno);
  tcp.sender.write_forever();
  struct Tooth {
    Duration start{};
    std::int64_t first = 0;
    std::int64_t last = 0;
    DataSize acknowledged;
    int steps = 0;
  };
  std::vector<Tooth> teeth;
  std::int64_t window = 0;
  std::int64_t largest_step = 0;
  simulation.run_until(300s, [&](Duration at) {
    const TcpSender& sender = tcp.sender;
    const std::int64_t now = sender.congestion_window();
    if (teeth.size() < sender.counters().recoveries) teeth.push_back({.start = at});
    if (now == sender.slow_start_threshold() && !teeth.empty() && teeth.back().first == 0) {
      teeth.back().first = now;
      teeth.back().acknowledged = sender.counters().acknowledged;
    } else if (!teeth.empty() && teeth.back().first > 0 && now > window) {
      ++teeth.back().steps;
      largest_step = std::max(largest_step, now - window);
    }
    if (!teeth.empty() && teeth.back().first > 0) teeth.back().last = std::max(teeth.back().last, now);
    window = now;
  });
  ASSERT_GE(teeth.size(), 10U);
  EXPECT_EQ(tcp.sender.counters().timeouts, 0U);
  EXPECT_EQ(largest_step, 1);
  for (std::size_t i = 3; i + 1 < teeth.size(); ++i) {
    // Pipe and queue hold 2 Mbit/s x 400 ms: 66.7 packets, and one is being served.
    EXPECT_NEAR(static_cast<double>(teeth[i].last), 68, 2);
    EXPECT_EQ(teeth[i + 1].first, teeth[i].last / 2);
    EXPECT_EQ(teeth[i].steps, teeth[i].last - teeth[i].first);
    // One segment a round trip, of 200 ms at the bottom and 400 ms at the top.
    const double round_trips = to_seconds(teeth[i + 1].start - teeth[i].start) / 0.3;
    EXPECT_NEAR(round_trips, 34, 5);
  }
}

// Mathis et al. 1997: rate = MSS / RTT x sqrt(3 / (2 b p)), with b = 1 since acknowledgements count segments; Padhye et
// al. 1998 take off what timeouts cost.
TEST(TcpCalibration, RandomLossGivesTheRateOfTheFormulas) {
  constexpr double kRoundTrip = 0.1;
  for (const double loss : {0.001, 0.003, 0.01, 0.03, 0.06}) {
    double rate = 0;
    for (const char* seed : {"1", "2", "3"}) {
      TcpSimulation simulation("delay=50ms,loss=" + std::to_string(loss) + ",seed=" + seed, "delay=50ms");
      TcpSimulation::Connection& tcp = simulation.add(kReno);
      tcp.sender.write_forever();
      simulation.run_until(600s);
      rate += static_cast<double>(tcp.sender.counters().acknowledged.bytes()) / 1448 / 600 / 3;
    }
    const double mathis = std::sqrt(1.5 / loss) / kRoundTrip;
    const double timeouts = 0.3 * std::min(1.0, 3 * std::sqrt(3 * loss / 8)) * loss * (1 + 32 * loss * loss);
    const double padhye = 1 / (kRoundTrip * std::sqrt(2 * loss / 3) + timeouts);
    EXPECT_LT(rate, 1.25 * mathis) << loss;
    EXPECT_GT(rate, 0.75 * padhye) << loss;
  }
}

TEST(TcpCalibration, AnOutageIsSurvived) {
  TcpSimulation simulation("rate=2M,delay=50ms,queue=300ms,at=20s:rate=0,at=30s:rate=2M", "delay=50ms");
  TcpSimulation::Connection& tcp = simulation.add(kReno);
  tcp.sender.write_forever();
  simulation.run_until(20s);
  const DataSize before = tcp.receiver.received();
  simulation.run_until(30s);
  EXPECT_LT(tcp.receiver.received() - before, DataSize::bytes(100'000));
  // Doubled timeouts of some 0.6 s to begin with: at most as many as fit in.
  EXPECT_GE(tcp.sender.counters().timeouts, 3U);
  EXPECT_LE(tcp.sender.counters().timeouts, 5U);
  simulation.run_until(80s);
  (void)simulation.take_records();
  simulation.run_until(140s);
  EXPECT_GE(measure(simulation, 2e6, 80s, 140s, 1).utilisation, 0.93);
}

TEST(TcpCalibration, CubicBeatsRenoOnALongFatPath) {
  std::vector<double> utilisation;
  for (const auto& config : {kReno, kCubic}) {
    TcpSender::Config wide = config;
    wide.receive_window = DataSize::bytes(64'000'000);
    TcpSimulation simulation("rate=100M,delay=100ms,queue=40ms", "delay=100ms");
    simulation.add(wide).sender.write_forever();
    simulation.run_until(150s);
    utilisation.push_back(measure(simulation, 100e6, 30s, 150s, 1).utilisation);
  }
  EXPECT_GT(utilisation[1], utilisation[0] + 0.1);
  EXPECT_GT(utilisation[1], 0.85);
}

TEST(TcpCalibration, CubicDoesNotStarveRenoOnAShortPath) {
  const std::vector<double> shares = shares_beside_reno("50ms", kCubic, 0s);
  EXPECT_GT(shares[0], 0.3);
  EXPECT_LT(shares[0], 0.6);
}

TEST(TcpCalibration, ShortTransfersTakeTheRoundTripsOfSlowStart) {
  // 40 kB are 28 segments: 10, then 18 of the 20 that the second round trip allows.
  TcpSimulation simulation("rate=100M,delay=50ms", "delay=50ms");
  TcpSimulation::Connection& tcp = simulation.add(kReno);
  tcp.sender.write(DataSize::bytes(40'000));
  Duration done{};
  simulation.run_until(10s, [&](Duration at) {
    if (done == Duration::zero() && tcp.sender.done()) done = at;
  });
  EXPECT_NEAR(to_milliseconds(done), 200, 50);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// BBR over paths: what it estimates, how its modes follow each other, and what it makes of losses and of others.
#include "net/emulation/tcp/tcp_bbr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/net/tcp/tcp_simulation.h"

namespace counterpoint {
namespace {

constexpr TcpSender::Config kBbr{.congestion_control = TcpCongestionControl::kBbr};
constexpr double kPacketBits = 1500 * 8;

struct Use {
  double utilisation = 0;
  double median_queued = 0;  // ms
  double max_queued = 0;
};

// The part of `rate` that a flow had from `from` to `end`, and its queueing delay.
Use use_of(const std::vector<PathRecord>& records, double rate, Duration from, Duration end, FlowNumber flow = 0) {
  double bits = 0;
  std::vector<double> queued;
  for (const PathRecord& record : records) {
    const Duration at = record.at - TcpSimulation::kStart;
    if (record.fate != PathRecord::Fate::kCarried || record.flow != flow || at < from || at >= end) continue;
    bits += static_cast<double>(record.wire_size.bits());
    queued.push_back(to_milliseconds(record.queued));
  }
  std::ranges::sort(queued);
  return {.utilisation = bits / rate / to_seconds(end - from),
          .median_queued = queued.at(queued.size() / 2),
          .max_queued = queued.back()};
}

/// Each mode of a connection and when it began.
struct ModeChange {
  TcpBbr::Mode mode;
  Duration at;
};

void follow_mode(const TcpSender& sender, Duration at, std::vector<ModeChange>& changes) {
  const TcpBbr::Mode mode = sender.bbr()->mode();
  if (changes.empty() || changes.back().mode != mode) changes.push_back({.mode = mode, .at = at});
}

TEST(TcpBbr, StartsDrainsAndKnowsThePath) {
  TcpSimulation simulation("rate=10M,delay=25ms,queue=1s", "delay=25ms");
  auto& connection = simulation.add(kBbr);
  connection.sender.write_forever();
  std::vector<ModeChange> changes;
  simulation.run_until(9s, [&](Duration at) { follow_mode(connection.sender, at, changes); });
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].mode, TcpBbr::Mode::kStartup);
  EXPECT_EQ(changes[1].mode, TcpBbr::Mode::kDrain);
  EXPECT_EQ(changes[2].mode, TcpBbr::Mode::kProbeBandwidth);
  // Ten segments double to more than 42 in three rounds of 50 ms; four more, of which each takes 2.9 times as long when
  // the queue is full, show that the pipe is.
  EXPECT_LT(changes[1].at, 750ms);
  EXPECT_LT(changes[2].at - changes[1].at, 500ms);
  EXPECT_NEAR(connection.sender.bbr()->bandwidth() * kPacketBits, 10e6, 0.02 * 10e6);
  EXPECT_NEAR(to_milliseconds(connection.sender.bbr()->min_round_trip()), 51.2, 1);
}

TEST(TcpBbr, ProbesTheRoundTripWhenOthersKeepAQueue) {
  TcpSimulation simulation("rate=10M,delay=25ms,queue=300ms", "delay=25ms");
  auto& connection = simulation.add(kBbr);
  connection.sender.write_forever();
  simulation.add({}, 3s).sender.write_forever();
  std::vector<ModeChange> changes;
  simulation.run_until(60s, [&](Duration at) { follow_mode(connection.sender, at, changes); });
  int probes = 0;
  Duration last{};
  for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
    if (changes[i].mode != TcpBbr::Mode::kProbeRoundTrip) continue;
    EXPECT_GE(changes[i].at - last, 10s);
    EXPECT_GE(changes[i + 1].at - changes[i].at, 200ms);
    EXPECT_EQ(changes[i + 1].mode, TcpBbr::Mode::kProbeBandwidth);
    last = changes[i].at;
    ++probes;
  }
  EXPECT_GE(probes, 2);
}

TEST(TcpBbr, FillsThePathWithLittleQueue) {
  TcpSimulation simulation("rate=10M,delay=25ms,queue=1s", "delay=25ms");
  simulation.add(kBbr).sender.write_forever();
  simulation.run_until(60s);
  const Use use = use_of(simulation.take_records(), 10e6, 10s, 60s);
  EXPECT_GT(use.utilisation, 0.95);
  EXPECT_LT(use.median_queued, 15);
  // An eighth of the time it sends a quarter more, for a round trip.
  EXPECT_LT(use.max_queued, 60);
}

TEST(TcpBbr, ProbesInACycleOfEightPhases) {
  TcpSimulation simulation("rate=10M,delay=50ms,queue=1s", "delay=50ms");
  auto& connection = simulation.add(kBbr);
  connection.sender.write_forever();
  // The pacing rate is 0.99 of 1.25, 0.75 and 1 times the bandwidth.
  std::vector<Duration> probes;
  double before = 0;
  simulation.run_until(9s, [&](Duration at) {
    const TcpBbr& bbr = *connection.sender.bbr();
    if (bbr.mode() != TcpBbr::Mode::kProbeBandwidth) return;
    const double gain = *bbr.pacing_rate() / bbr.bandwidth() / 0.99;
    EXPECT_TRUE(std::abs(gain - 1.25) < 1e-6 || std::abs(gain - 0.75) < 1e-6 || std::abs(gain - 1) < 1e-6) << gain;
    if (gain > 1.1 && before < 1.1) probes.push_back(at);
    before = gain;
  });
  ASSERT_GE(probes.size(), 8U);
  // Eight phases of a round trip each; that of 0.75 may be shorter, and that of 1.25 longer.
  for (std::size_t i = 2; i < probes.size(); ++i) {
    EXPECT_GT(probes[i] - probes[i - 1], 7 * 100ms);
    EXPECT_LT(probes[i] - probes[i - 1], 10 * 100ms + 100ms);
  }
}

TEST(TcpBbr, RandomLossDoesNotSlowItDown) {
  for (const char* loss : {"loss=1%", "loss=5%"}) {
    TcpSimulation simulation(std::string("rate=10M,delay=25ms,queue=300ms,") + loss, "delay=25ms");
    simulation.add(kBbr).sender.write_forever();
    simulation.run_until(60s);
    EXPECT_GT(use_of(simulation.take_records(), 10e6, 5s, 60s).utilisation, 0.85) << loss;
  }
}

TEST(TcpBbr, TwoOfThemShare) {
  TcpSimulation simulation("rate=10M,delay=25ms,queue=300ms", "delay=25ms");
  simulation.add(kBbr).sender.write_forever();
  TcpSender::Config other = kBbr;
  other.seed = 2;
  simulation.add(other, 5s).sender.write_forever();
  simulation.run_until(180s);
  const std::vector<PathRecord> records = simulation.take_records();
  const double first = use_of(records, 10e6, 60s, 180s, 0).utilisation;
  const double second = use_of(records, 10e6, 60s, 180s, 1).utilisation;
  EXPECT_GT(first + second, 0.95);
  EXPECT_NEAR(first, second, 0.3);
}

// In a shallow buffer Reno halves its window at each loss, and BBR does not.
TEST(TcpBbr, TakesMoreThanRenoFromAShallowBuffer) {
  TcpSimulation simulation("rate=10M,delay=25ms,queue=20ms", "delay=25ms");
  simulation.add(kBbr).sender.write_forever();
  simulation.add({}).sender.write_forever();
  simulation.run_until(120s);
  const std::vector<PathRecord> records = simulation.take_records();
  EXPECT_GT(use_of(records, 10e6, 20s, 120s, 0).utilisation, 2 * use_of(records, 10e6, 20s, 120s, 1).utilisation);
}

}  // namespace
}  // namespace counterpoint

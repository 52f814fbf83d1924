// SPDX-License-Identifier: GPL-3.0-or-later
// The level "ns3" against what is known beforehand: rates, delays, losses, and how flows share a bottleneck.
#include "app/lab/levels/ns3/ns3_level.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "app/lab/levels/sim/sim_level.h"
#include "app/lab/metrics/metrics.h"
#include "tests/experiments/ns3/run_folder_fixture.h"

namespace counterpoint {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

constexpr auto kLevel = run_ns3_level;

/// Rate at which one flow's main direction left the bottleneck in a span.
DataRate carried(const RunRecord& run, std::uint32_t flow, LabSpan span) {
  DataSize size;
  for (const PacketOutcome& packet : run.packets) {
    const bool counts = packet.flow == flow && !packet.backward && packet.fate == PathRecord::Fate::kCarried;
    if (counts && packet.at >= span.from && packet.at < span.to) size += packet.wire_size;
  }
  return size / (span.to - span.from);
}

std::size_t count(const RunRecord& run, PathRecord::Fate fate) {
  return static_cast<std::size_t>(std::ranges::count(run.packets, fate, &PacketOutcome::fate));
}

Duration median_queueing(const RunRecord& run, std::uint32_t flow) {
  std::vector<Duration> queued;
  for (const PacketOutcome& packet : run.packets) {
    if (packet.flow == flow && !packet.backward && packet.fate == PathRecord::Fate::kCarried) {
      queued.push_back(packet.queued);
    }
  }
  if (queued.empty()) return Duration::max();
  std::ranges::sort(queued);
  return queued[queued.size() / 2];
}

class Ns3Level : public RunFolderFixture {};

TEST_F(Ns3Level, CarriesWhatIsOfferedUpToTheCapacity) {
  for (const std::string queue : {"1p", "20kB", "50ms", "300ms", "unlimited"}) {
    for (const double load : {0.3, 0.95, 1.0, 1.05, 3.0}) {
      Experiment experiment = dumbbell("rate=1M,delay=20ms,queue=" + queue, 20s);
      add(experiment, "cross", CrossLoad{.rate = DataRate::kilobits_per_second(1000) * load});
      const RunRecord run = carry_out(kLevel, experiment);
      const double expected = 1e6 * std::min(load, 1.0);
      EXPECT_THAT(static_cast<double>(carried(run, 0, {1s, 20s}).bits_per_second()),
                  DoubleNear(expected, expected * 0.01))
          << queue << ", load " << load;
    }
  }
}

TEST_F(Ns3Level, DelaysAreExact) {
  // A segment of 1000 bytes is a packet of 1052 bytes, a SYN one of 60: 20 of IP, 20 of TCP, 20 of options.
  Experiment experiment = dumbbell("rate=1M,delay=20ms", 5s);
  experiment.links.push_back({"second", path("rate=500k,delay=7ms"), path("rate=250k,delay=11ms")});
  add(experiment, "tcp", TcpLoad{.segment_size = DataSize::bytes(1000)});
  experiment.flows[0].links = {0, 1};
  experiment.flows[0].access_delay = 3ms;
  const RunRecord run = carry_out(kLevel, experiment);
  ASSERT_GT(run.packets.size(), 10U);
  const PacketOutcome& syn = run.packets[0];
  const PacketOutcome& answer = run.packets[1];
  const PacketOutcome& acknowledgement = run.packets[2];
  ASSERT_FALSE(syn.backward);
  ASSERT_TRUE(answer.backward);
  const DataRate second = DataRate::kilobits_per_second(500);
  const Duration reached = 3ms + syn.wire_size / DataRate::kilobits_per_second(1000) + 20ms + syn.wire_size / second;
  EXPECT_EQ(syn.at, reached);
  const DataRate back = DataRate::kilobits_per_second(250);
  // The first link's way back has the delay alone.
  const Duration answered = reached + 7ms + answer.wire_size / back + 11ms;
  EXPECT_EQ(answer.at, answered);
  const Duration returned = answered + 20ms + 3ms;
  EXPECT_EQ(acknowledgement.at, returned + 3ms + acknowledgement.wire_size / DataRate::kilobits_per_second(1000) +
                                    20ms + acknowledgement.wire_size / second);
}

TEST_F(Ns3Level, QueueingIsTheTimeInQueuesAlone) {
  // 2 Mbit/s into 1 Mbit/s: the queue of ten packets fills at once, then each packet waits for ten others.
  Experiment experiment = dumbbell("rate=1M,delay=20ms,queue=10p", 10s);
  add(experiment, "cross", CrossLoad{.rate = DataRate::kilobits_per_second(2000)});
  const RunRecord run = carry_out(kLevel, experiment);
  const Duration service = DataSize::bytes(1000) / DataRate::kilobits_per_second(1000);
  for (const PacketOutcome& packet : run.packets) {
    if (packet.fate == PathRecord::Fate::kCarried && packet.at > 1s) {
      EXPECT_GT(packet.queued, 9 * service);
      EXPECT_LE(packet.queued, 10 * service);
    }
  }
  const auto dropped = static_cast<double>(count(run, PathRecord::Fate::kDropped));
  EXPECT_THAT(dropped / static_cast<double>(run.packets.size()), DoubleNear(0.5, 0.02));
}

TEST_F(Ns3Level, OnePacketMayWaitHoweverSmallTheQueue) {
  // Always three packets at once, each larger than the queue: one is served, one waits, one is dropped.
  Experiment experiment = dumbbell("rate=1M,delay=20ms,queue=100B", 10s);
  for (const char* name : {"one", "two", "three"}) {
    add(experiment, name, CrossLoad{.rate = DataRate::kilobits_per_second(80), .packet_size = DataSize::bytes(1000)});
  }
  const RunRecord run = carry_out(kLevel, experiment);
  EXPECT_THAT(carried(run, 0, {0s, 10s}).kilobits_per_second(), DoubleNear(80, 1));
  EXPECT_THAT(carried(run, 1, {0s, 10s}).kilobits_per_second(), DoubleNear(80, 1));
  EXPECT_EQ(carried(run, 2, {0s, 10s}), DataRate{});
}

TEST_F(Ns3Level, CapacityFollowsItsSchedule) {
  Experiment experiment = dumbbell("rate=1M,delay=20ms,queue=300ms,at=10s:rate=2.5M,at=20s:rate=600k", 30s);
  add(experiment, "cross", CrossLoad{.rate = DataRate::kilobits_per_second(3000)});
  const RunRecord run = carry_out(kLevel, experiment);
  const std::map<Duration, double> rates = {{1s, 1e6}, {11s, 2.5e6}, {21s, 0.6e6}};
  for (const auto& [from, rate] : rates) {
    EXPECT_THAT(static_cast<double>(carried(run, 0, {from, from + 9s}).bits_per_second()),
                DoubleNear(rate, rate * 0.01));
  }
}

TEST_F(Ns3Level, LosesAtRandomAsAsked) {
  Experiment experiment = dumbbell("rate=10M,delay=20ms,loss=5%", 30s);
  add(experiment, "cross", CrossLoad{.rate = DataRate::kilobits_per_second(4000)});
  const RunRecord run = carry_out(kLevel, experiment);
  EXPECT_EQ(count(run, PathRecord::Fate::kDropped), 0U);
  const double share =
      static_cast<double>(count(run, PathRecord::Fate::kLost)) / static_cast<double>(run.packets.size());
  EXPECT_THAT(share, DoubleNear(0.05, 0.01));
}

TEST_F(Ns3Level, TcpFillsTheBottleneck) {
  for (const TcpVariant variant : {TcpVariant::kReno, TcpVariant::kCubic, TcpVariant::kBbr}) {
    Experiment experiment = dumbbell("rate=2M,delay=25ms,queue=300ms", 60s);
    add(experiment, "tcp", TcpLoad{.variant = variant});
    const RunRecord run = carry_out(kLevel, experiment);
    EXPECT_GE(carried(run, 0, {10s, 60s}), DataRate::kilobits_per_second(1860)) << static_cast<int>(variant);
  }
}

TEST_F(Ns3Level, TwoRenoFlowsShareTheBottleneck) {
  Experiment experiment = dumbbell("rate=2M,delay=25ms,queue=300ms", 180s);
  add(experiment, "one", TcpLoad{});
  add(experiment, "two", TcpLoad{});
  experiment.flows[1].start = 5s;
  const RunRecord run = carry_out(kLevel, experiment);
  const DataRate one = carried(run, 0, {60s, 180s});
  const DataRate two = carried(run, 1, {60s, 180s});
  EXPECT_GE(one + two, DataRate::kilobits_per_second(1860));
  EXPECT_THAT(one / two, DoubleNear(1, 0.2));
}

TEST_F(Ns3Level, TransfersComeOneAfterAnotherAndWhole) {
  Experiment experiment = dumbbell("rate=2M,delay=25ms,queue=300ms", 60s);
  const TcpLoad::Transfers transfers{
      .min_size = DataSize::bytes(30'000), .max_size = DataSize::bytes(50'000), .mean_idle = 1s};
  add(experiment, "short", TcpLoad{.transfers = transfers});
  experiment.flows[0].stop = 50s;
  const RunRecord run = carry_out(kLevel, experiment);
  DataSize sum;
  std::size_t connections = 0;
  for (const PacketOutcome& packet : run.packets) {
    // A SYN has 60 bytes, and its answer is the only packet of that size that goes back.
    if (packet.backward && packet.wire_size > DataSize::bytes(52)) ++connections;
    if (!packet.backward && packet.wire_size > DataSize::bytes(60)) sum += packet.wire_size - DataSize::bytes(52);
    EXPECT_LT(packet.at, 51s);
  }
  ASSERT_GT(connections, 15U);
  EXPECT_LT(connections, 60U);
  EXPECT_GT(sum, DataSize::bytes(30'000) * static_cast<std::int64_t>(connections - 1));
  EXPECT_LT(sum, DataSize::bytes(50'000) * static_cast<std::int64_t>(connections));
}

TEST_F(Ns3Level, MediaBelowTheCapacityIsUndisturbed) {
  Experiment experiment = dumbbell("rate=1M,delay=50ms,queue=300ms", 20s);
  add(experiment, "media", MediaLoad{});
  const RunRecord run = carry_out(kLevel, experiment);
  EXPECT_EQ(count(run, PathRecord::Fate::kDropped), 0U);
  // 500 kbit/s of video and 20 of audio, and 40 bytes of headers on about 52 + 50 packets a second.
  const DataRate rate = carried(run, 0, {5s, 20s});
  EXPECT_GT(rate, DataRate::kilobits_per_second(520));
  EXPECT_LT(rate, DataRate::kilobits_per_second(620));
  ASSERT_GE(run.receivers[0].seconds.size(), 19U);
  EXPECT_GT(run.receivers[0].seconds.back().stats.video_in.frames_rendered, 15U * 30);
}

TEST_F(Ns3Level, MediaAboveTheCapacityFillsQueueAndLink) {
  Experiment experiment = dumbbell("rate=400k,delay=50ms,queue=300ms", 20s);
  add(experiment, "media", MediaLoad{});
  const RunRecord run = carry_out(kLevel, experiment);
  EXPECT_THAT(static_cast<double>(carried(run, 0, {5s, 20s}).bits_per_second()), DoubleNear(400e3, 4e3));
  EXPECT_GT(count(run, PathRecord::Fate::kDropped), 100U);
  EXPECT_GT(median_queueing(run, 0), 250ms);
  // The packet that is being served, of at most 1228 bytes, does not count against the limit.
  const Duration longest = 300ms + DataSize::bytes(1228) / DataRate::kilobits_per_second(400);
  for (const PacketOutcome& packet : run.packets) EXPECT_LE(packet.queued, longest);
}

TEST_F(Ns3Level, MediaPauseAndGoBothWays) {
  Experiment experiment = dumbbell("rate=2M,delay=50ms", 20s);
  add(experiment, "media", MediaLoad{.pauses = {{.from = 8s, .to = 14s}}, .both_ways = true});
  experiment.flows[0].start = 2s;
  experiment.flows[0].stop = 18s;
  const RunRecord run = carry_out(kLevel, experiment);
  EXPECT_GT(carried(run, 0, {4s, 8s}), DataRate::kilobits_per_second(500));
  EXPECT_LT(carried(run, 0, {9s, 14s}), DataRate::kilobits_per_second(120));
  EXPECT_GT(carried(run, 0, {15s, 18s}), DataRate::kilobits_per_second(500));
  EXPECT_GE(run.packets.front().at, 2s);
  EXPECT_LT(run.packets.back().at, 18100ms);
  for (const EndStatistics& end : {run.senders[0], run.receivers[0]}) {
    ASSERT_GE(end.seconds.size(), 16U);
    EXPECT_EQ(end.seconds.front().at, 3s);
    EXPECT_GT(end.seconds.back().stats.video_in.frames_rendered, 8U * 30);
  }
}

TEST_F(Ns3Level, AgreesWithTheLevelSim) {
  for (const std::string capacity : {"rate=400k", "rate=560k", "rate=1M"}) {
    Experiment experiment = dumbbell(capacity + ",delay=50ms,queue=300ms", 30s);
    add(experiment, "media", MediaLoad{});
    const RunRecord sim = carry_out(run_sim_level, experiment);
    const RunRecord ns3 = carry_out(kLevel, experiment);
    const LabSpan span = {5s, 30s};
    for (const auto& [name, tolerance] : {std::pair("utilisation", 5.0), std::pair("queueing_delay_p50", 10.0)}) {
      const Metric* const metric = find_metric(name);
      ASSERT_NE(metric, nullptr);
      const std::optional<double> expected = metric->compute(sim, 0, span);
      const std::optional<double> found = metric->compute(ns3, 0, span);
      ASSERT_TRUE(expected && found) << name;
      EXPECT_THAT(*found, DoubleNear(*expected, tolerance)) << name << " at " << capacity;
    }
  }
}

TEST_F(Ns3Level, TwoBottlenecksEachLimitTheirFlows) {
  Experiment experiment = dumbbell("rate=2M,delay=10ms", 60s);
  experiment.links.push_back({"second", path("rate=1M,delay=10ms"), path("delay=10ms")});
  add(experiment, "both", TcpLoad{});
  add(experiment, "first", TcpLoad{}).links = {0};
  add(experiment, "second", TcpLoad{}).links = {1};
  const RunRecord run = carry_out(kLevel, experiment);
  const LabSpan span = {20s, 60s};
  const DataRate both = carried(run, 0, span);
  // Reno gives little to a flow with losses at two queues and the longest way.
  EXPECT_GT(both, DataRate::kilobits_per_second(20));
  EXPECT_THAT((both + carried(run, 1, span)).kilobits_per_second(), DoubleNear(2000, 100));
  EXPECT_THAT((both + carried(run, 2, span)).kilobits_per_second(), DoubleNear(1000, 50));
}

TEST_F(Ns3Level, BackwardFlowsUseTheOtherDirection) {
  Experiment experiment = dumbbell("rate=300k,delay=20ms", 20s);
  experiment.links[0].backward = path("rate=700k,delay=20ms");
  add(experiment, "cross", CrossLoad{.rate = DataRate::kilobits_per_second(1000)}).backward = true;
  const RunRecord run = carry_out(kLevel, experiment);
  DataSize size;
  for (const PacketOutcome& packet : run.packets) {
    EXPECT_TRUE(packet.backward);
    if (packet.fate == PathRecord::Fate::kCarried && packet.at >= 1s) size += packet.wire_size;
  }
  EXPECT_THAT((size / 19s).kilobits_per_second(), DoubleNear(700, 7));
}

TEST_F(Ns3Level, AWindowOfTheReceiverLimitsTcp) {
  // 20 kB a round trip of 100 ms and its own transmission.
  Experiment experiment = dumbbell("rate=100M,delay=50ms", 20s);
  add(experiment, "tcp", TcpLoad{.receive_window = DataSize::bytes(20'000)});
  const RunRecord run = carry_out(kLevel, experiment);
  EXPECT_GT(carried(run, 0, {2s, 20s}), DataRate::kilobits_per_second(1200));
  EXPECT_LT(carried(run, 0, {2s, 20s}), DataRate::kilobits_per_second(1700));
}

TEST_F(Ns3Level, RefusesWhatItHasNoModelOf) {
  const std::map<std::string, std::string> refused = {{"packet_rate=100", "packet_rate"},
                                                      {"jitter=5ms", "jitter"},
                                                      {"loss=1%,burst=3", "burst"},
                                                      {"reorder=1%", "reorder"},
                                                      {"duplicate=1%", "duplicate"},
                                                      {"rate=1M,at=1s:jitter=5ms", "jitter"},
                                                      {"rate=1M,at=1s:packet_rate=10", "packet_rate"},
                                                      {"rate=0", "outage"},
                                                      {"rate=1M,at=1s:rate=0", "outage"},
                                                      {"rate=1M,at=1s:rate=1k,at=2s:rate=1M", "outage"},
                                                      {"delay=50ms,at=1s:delay=40ms", "delay"}};
  for (const auto& [forward, setting] : refused) {
    const Experiment experiment = dumbbell(forward, 10s);
    const Result<void> checked = check_ns3_level(request(experiment).header);
    ASSERT_FALSE(checked) << forward;
    EXPECT_EQ(checked.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_THAT(checked.error().message.text(), HasSubstr("link bottleneck, forward: ns-3's models have no"));
    EXPECT_THAT(checked.error().message.text(), HasSubstr(setting));
  }
  Experiment round = dumbbell("rate=1M", 10s);
  add(round, "tcp", TcpLoad{}).links = {0, 0};
  EXPECT_THAT(check_ns3_level(request(round).header).error().message.text(), HasSubstr("flow tcp"));
  Experiment perfect = dumbbell("", 10s);
  add(perfect, "media", MediaLoad{});
  RunHeader header = request(perfect).header;
  EXPECT_TRUE(check_ns3_level(header));
  header.mode = "tcp";
  EXPECT_THAT(check_ns3_level(header).error().message.text(), HasSubstr("flow media"));
}

TEST_F(Ns3Level, ForwardsWhatTheProgramHasToSay) {
  Experiment experiment = dumbbell("rate=1M", 2s);
  add(experiment, "media", MediaLoad{});
  RunRequest asked = request(experiment);
  asked.header.real_encoder = true;
  asked.camera = "/nowhere/no-such-film.mkv";
  const Result<void> ran = run_ns3_level(asked);
  ASSERT_FALSE(ran);
  EXPECT_THAT(ran.error().message.text(), HasSubstr("no-such-film"));
  EXPECT_THAT(ran.error().message.text(), testing::Not(HasSubstr("\n")));
}

TEST_F(Ns3Level, TellsItsProgressAndStopsWhenAsked) {
  Experiment experiment = dumbbell("rate=1M", 5s);
  add(experiment, "cross", CrossLoad{});
  RunRequest asked = request(experiment);
  std::vector<Duration> progress;
  asked.progress = [&progress](Duration done) { progress.push_back(done); };
  ASSERT_TRUE(run_ns3_level(asked));
  EXPECT_THAT(progress, testing::ElementsAre(1s, 2s, 3s, 4s, 5s));
  std::stop_source stop;
  asked = request(experiment);
  asked.header.experiment.duration = asked.header.experiment.flows[0].stop = std::chrono::hours(1);
  asked.stop = stop.get_token();
  asked.progress = [&stop](Duration) { stop.request_stop(); };
  const Result<void> ran = run_ns3_level(asked);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().message, kStopped);
}

TEST_F(Ns3Level, TheSameSeedLeavesTheSameFolder) {
  Experiment experiment = dumbbell("rate=1M,delay=50ms,queue=300ms,loss=1%", 10s);
  add(experiment, "media", MediaLoad{.both_ways = true});
  add(experiment, "tcp", TcpLoad{.variant = TcpVariant::kCubic});
  add(experiment, "cross", CrossLoad{.on = 500ms, .off = 500ms, .exponential = true});
  EXPECT_EQ(files(carry_out_in_folder(kLevel, experiment, 7)), files(carry_out_in_folder(kLevel, experiment, 7)));
  EXPECT_NE(files(carry_out_in_folder(kLevel, experiment, 7)), files(carry_out_in_folder(kLevel, experiment, 8)));
}

}  // namespace
}  // namespace counterpoint

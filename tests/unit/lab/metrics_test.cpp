// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/metrics/metrics.h"

#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

#include "app/lab/metrics/metrics_timeline.h"
#include "app/lab/metrics/quantiser_map.h"
#include "tests/unit/lab/run_builder.h"

namespace counterpoint {
namespace {

using Fate = PathRecord::Fate;
using testing::DoubleNear;
using testing::HasSubstr;
using testing::Optional;

std::optional<double> value(RunBuilder& builder, std::string_view name, std::size_t flow = kWholeRun,
                            std::optional<LabSpan> span = std::nullopt) {
  const RunRecord& run = builder.run();
  const Metric* metric = find_metric(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric->compute(run, flow, span.value_or(LabSpan{.from = {}, .to = run.header.experiment.duration}));
}

auto about(double expected) { return Optional(DoubleNear(expected, 1e-9)); }

TEST(Metrics, HaveUniqueNamesAndSayWhatTheyAre) {
  std::set<std::string_view> names;
  for (const Metric& metric : metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_TRUE(metric.description.ends_with('.')) << metric.name;
    EXPECT_NE(metric.compute, nullptr) << metric.name;
    EXPECT_EQ(find_metric(metric.name), &metric);
  }
  EXPECT_EQ(find_metric("beauty"), nullptr);
}

TEST(Metrics, AreDocumented) {
  std::ostringstream text;
  text << std::ifstream(COUNTERPOINT_SOURCE_DIR "/docs/manual/laboratory.md").rdbuf();
  for (const Metric& metric : metrics()) {
    EXPECT_THAT(text.str(), HasSubstr("`" + std::string(metric.name) + "`"));
  }
}

TEST(Metrics, OfARunWithoutPacketsAreNothingOrZero) {
  RunBuilder builder(20s);
  builder.add_flow("media", MediaLoad{});
  builder.add_flow("tcp", TcpLoad{});
  for (const Metric& metric : metrics()) {
    for (const LabSpan& span : {LabSpan{0s, 20s}, LabSpan{5s, 5s}, LabSpan{30s, 40s}}) {
      EXPECT_EQ(metric.compute(builder.run(), metric.is_of_run() ? kWholeRun : 0, span).value_or(0), 0) << metric.name;
    }
  }
}

TEST(Utilisation, IsWhatWasCarriedOfWhatTheScheduleOffered) {
  RunBuilder builder(10s, "rate=1M,at=5s:rate=2M");  // 5 + 10 = 15 Mbit
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 10s}, 45);  // 4.5 Mbit
  builder.send(0, {0s, 10s}, 10, 0ms, Fate::kDropped);
  EXPECT_THAT(value(builder, "utilisation"), about(30));
  EXPECT_THAT(value(builder, "utilisation", kWholeRun, LabSpan{0s, 5s}), about(45));
  EXPECT_THAT(value(builder, "utilisation", kWholeRun, LabSpan{4s, 6s}), about(100 * 0.9 / 3));
}

TEST(Utilisation, IsOfTheTightestLinkAndTheFlowsOverItInTheMainDirection) {
  RunBuilder builder(10s, "rate=4M");
  builder.add_link("rate=1M");
  builder.add_flow("over-both", MediaLoad{}).links = {0, 1};
  builder.add_flow("over-the-wide-one", TcpLoad{});
  builder.add_flow("back", MediaLoad{}).backward = true;
  builder.send(0, {0s, 10s}, 50).send(1, {0s, 10s}, 200).send(2, {0s, 10s}, 20);
  EXPECT_THAT(value(builder, "utilisation"), about(50));
}

TEST(Utilisation, IsOfTheBusierOfTwoLinksOfOneCapacity) {
  for (const std::uint32_t busier : {0U, 1U}) {
    RunBuilder builder(10s, "rate=1M");
    builder.add_link("rate=1M");
    builder.add_flow("first", MediaLoad{}).links = {0};
    builder.add_flow("second", MediaLoad{}).links = {1};
    builder.send(busier, {0s, 10s}, 50).send(1 - busier, {0s, 10s}, 20);
    EXPECT_THAT(value(builder, "utilisation"), about(50)) << busier;
  }
}

TEST(Utilisation, OfAnUnlimitedLinkCannotBeTold) {
  RunBuilder builder(10s, "delay=50ms");
  builder.add_flow("tcp", TcpLoad{});
  builder.send(0, {0s, 10s}, 50);
  EXPECT_EQ(value(builder, "utilisation"), std::nullopt);
  EXPECT_EQ(value(builder, "usable_utilisation"), std::nullopt);
}

TEST(UsableUtilisation, IsOfWhatTheSourcesCanUse) {
  RunBuilder builder(10s, "rate=1M,at=8s:rate=100k");
  builder.add_flow("media", MediaLoad{.max_rate = DataRate::kilobits_per_second(200),
                                      .audio_rate = DataRate::kilobits_per_second(20),
                                      .frame_rate = FrameRate::per_second(10),
                                      .pauses = {{4s, 6s}}});
  builder.send(0, {0s, 10s}, 10);  // 1 Mbit
  // Video: 2500 bytes a frame in 3 packets: 200 + 10 x 3 x 0.448 = 213.44; audio: 20 + 50 x 0.448 = 42.4 kbit/s.
  // 0-4 and 6-8 s: 255.84 each; 4-6 s: 42.4; 8-10 s: the link's 100 kbit/s.
  EXPECT_THAT(value(builder, "usable_utilisation"), about(100 * 1000 / (6 * 255.84 + 2 * 42.4 + 2 * 100)));
  // In packets of 60 ms audio has 33.3 headers fewer.
  std::get<MediaLoad>(builder.run().header.experiment.flows[0].load).audio_packet_time = 60ms;
  const double saved = (50 - 1 / 0.06) * 0.448;
  EXPECT_THAT(value(builder, "usable_utilisation"),
              about(100 * 1000 / (6 * (255.84 - saved) + 2 * (42.4 - saved) + 2 * 100)));
  builder.run().header.mode = "tcp";
  EXPECT_THAT(value(builder, "usable_utilisation"), about(100 * 1000 / 8200.0));
}

TEST(Throughput, CountsCarriedPacketsWhileTheFlowIsActive) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{}).start = 5s;
  builder.add_flow("back", TcpLoad{}).backward = true;
  builder.send(0, {5s, 10s}, 50).send(1, {0s, 10s}, 10).send(0, {5s, 10s}, 30, 0ms, Fate::kLost);
  EXPECT_THAT(value(builder, "throughput", 0), about(500));
  EXPECT_THAT(value(builder, "packet_rate", 0), about(50));
  EXPECT_THAT(value(builder, "throughput", 1), about(100));
  EXPECT_THAT(value(builder, "throughput"), about(350));  // 2.5 and 1 Mbit in 10 s
  EXPECT_EQ(value(builder, "throughput", 0, LabSpan{0s, 5s}), std::nullopt);
}

TEST(QueueingDelay, IsANearestRankOverCarriedPackets) {
  RunBuilder builder(20s);
  builder.add_flow("media", MediaLoad{});
  builder.add_flow("tcp", TcpLoad{});
  for (int i = 1; i <= 20; ++i) builder.send(0, {i * 100ms, i * 100ms + 1ms}, 1, 1ms * i);  // 1, 2 ... 20 ms
  builder.send(1, {0s, 20s}, 1, 100ms).send(0, {0s, 20s}, 5, 999ms, Fate::kDropped);
  EXPECT_THAT(value(builder, "queueing_delay_p50", 0), about(10));
  EXPECT_THAT(value(builder, "queueing_delay_p95", 0), about(19));
  EXPECT_THAT(value(builder, "queueing_delay_p99", 0), about(20));
  EXPECT_THAT(value(builder, "queueing_delay_p50"), about(20));  // The 20th of 40.
  EXPECT_THAT(value(builder, "queueing_delay_p95"), about(100));
}

TEST(Loss, IsOfAllPacketsInTheMainDirection) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 10s}, 6).send(0, {0s, 10s}, 1, 0ms, Fate::kDropped).send(0, {0s, 10s}, 1, 0ms, Fate::kLost);
  EXPECT_THAT(value(builder, "loss", 0), about(25));
  EXPECT_THAT(value(builder, "loss"), about(25));
  builder.run().packets.front().backward = true;  // A report that is carried counts nowhere: 20 of 79.
  EXPECT_THAT(value(builder, "loss", 0), about(100 * 20 / 79.0));
}

TEST(RateVariation, IsTheCoefficientOfVariationOfSamples) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  for (Duration at{}; at < 10s; at += 400ms) {  // 2 and 6 packets in turn in 200 ms: 100 and 300 kbit/s
    builder.send(0, {at, at + 200ms}, 10).send(0, {at + 200ms, at + 400ms}, 30);
  }
  EXPECT_THAT(value(builder, "rate_variation", 0), about(0.5));
}

TEST(ConvergenceTime, IsUntilTheSmoothedRateStays) {
  RunBuilder builder(20s);
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 4s}, 100).send(0, {4s, 20s}, 50);
  // Over 1 s: 900, 800, 700, 600 and, with the sample that ends at 5 s, 500 kbit/s.
  EXPECT_THAT(value(builder, "convergence_time", 0), about(5));
}

TEST(ConvergenceTime, IsTheLongestOfAllChangesAndSeesWhatQueuesDrop) {
  RunBuilder builder(40s, "rate=1M,at=20s:rate=500k");
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 20s}, 100).send(0, {20s, 40s}, 50).send(0, {20s, 27s}, 50, 0ms, Fate::kDropped);
  EXPECT_THAT(value(builder, "convergence_time", 0, LabSpan{0s, 20s}), about(0.2));  // Steady from its first sample.
  EXPECT_THAT(value(builder, "convergence_time", 0), about(8));  // 7 s at 1 Mbit/s, then 1 s to forget it.
}

TEST(ConvergenceTime, StartsAnewWhenAnotherFlowComesAndIsNothingForOneThatNeverSettles) {
  RunBuilder builder(40s, "rate=2M");
  builder.add_flow("first", MediaLoad{});
  builder.add_flow("second", MediaLoad{}).start = 20s;
  builder.add_flow("never", MediaLoad{});
  builder.send(0, {0s, 23s}, 100).send(0, {23s, 40s}, 50).send(1, {20s, 40s}, 50);
  for (Duration at{}; at < 40s; at += 4s) builder.send(2, {at, at + 2s}, 50);
  EXPECT_THAT(value(builder, "convergence_time", 0), about(4));
  EXPECT_THAT(value(builder, "convergence_time", 1), about(0.2));
  EXPECT_EQ(value(builder, "convergence_time", 2), std::nullopt);
}

TEST(ConvergenceTime, NeedsSamplesHoweverLongTheirInterval) {
  RunBuilder builder(40s);
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 20s}, 100).send(0, {20s, 40s}, 50);
  builder.run().header.experiment.sample_interval = 10s;
  EXPECT_THAT(value(builder, "convergence_time", 0), about(30));
  builder.run().header.experiment.sample_interval = 60s;
  EXPECT_EQ(value(builder, "convergence_time", 0), std::nullopt);
}

TEST(ConvergenceTime, LeavesPausesOut) {
  RunBuilder builder(60s);
  builder.add_flow("media", MediaLoad{.pauses = {{10s, 30s}}});
  builder.send(0, {0s, 10s}, 50).send(0, {30s, 60s}, 50);  // Nothing is sent in the pause: it would never converge.
  EXPECT_THAT(value(builder, "convergence_time", 0), about(1));
}

TEST(ConvergenceTime, StartsAnewWhenAnotherFlowStops) {
  RunBuilder builder(40s, "rate=2M");
  builder.add_flow("first", MediaLoad{});
  builder.add_flow("second", TcpLoad{}).stop = 20s;
  builder.send(0, {0s, 23s}, 50).send(0, {23s, 40s}, 100);
  EXPECT_THAT(value(builder, "convergence_time", 0), about(3.8));  // 900 of 1000 kbit/s is near enough.
}

TEST(TimeTo85, IsUntilTheRateReachesWhatIsUsable) {
  RunBuilder builder(40s, "rate=1M,at=20s:rate=1.5M");
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 6s}, 50).send(0, {6s, 20s}, 90).send(0, {20s, 30s}, 90).send(0, {30s, 40s}, 140);
  // 500 + n x 80 kbit/s n samples after 6 s: 850 with the fifth.
  EXPECT_THAT(value(builder, "time_to_85", 0, LabSpan{0s, 20s}), about(7));
  // 900 + n x 100 kbit/s n samples after 30 s: 1275 (of 1500) with the fourth, 10.8 s after the rise.
  EXPECT_THAT(value(builder, "time_to_85", 0), about(10.8));
}

TEST(TimeTo85, IsNotFooledByOneSecond) {
  RunBuilder builder(30s, "rate=1M");
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 3s}, 50).send(0, {3s, 5s}, 95).send(0, {5s, 15s}, 50).send(0, {15s, 20s}, 95);
  builder.send(0, {20s, 27s}, 50).send(0, {27s, 30s}, 95);
  EXPECT_THAT(value(builder, "time_to_85", 0, LabSpan{0s, 20s}), about(15.8)) << "it lasts to the end of the span";
  EXPECT_THAT(value(builder, "time_to_85", 0), about(27.8));
  EXPECT_EQ(value(builder, "time_to_85", 0, LabSpan{0s, 10s}), std::nullopt);
}

TEST(TimeTo85, IsOfAnEqualShareAndNothingIfItIsNeverReached) {
  RunBuilder builder(20s, "rate=2.5M");
  builder.add_flow("one", MediaLoad{});
  builder.add_flow("two", TcpLoad{});
  builder.add_flow("cross", CrossLoad{.rate = DataRate::kilobits_per_second(1000), .on = 1s, .off = 1s});
  builder.send(0, {0s, 20s}, 86).send(1, {0s, 20s}, 84);  // (2.5 - 0.5) / 2 = 1 Mbit/s
  EXPECT_THAT(value(builder, "time_to_85", 0), about(1));
  EXPECT_EQ(value(builder, "time_to_85", 1), std::nullopt);
}

TEST(DrainTime, IsUntilNoPacketWaitsMuchLongerThanBefore) {
  RunBuilder builder(40s, "rate=1M,at=20s:rate=500k");
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 20s}, 50, 20ms).send(0, {20s, 23s}, 50, 400ms).send(0, {23s, 40s}, 50, 119ms);
  EXPECT_THAT(value(builder, "drain_time", 0), about(3));
  EXPECT_EQ(value(builder, "drain_time", 0, LabSpan{0s, 20s}), std::nullopt) << "there is no drop";
  builder.send(0, {23s, 40s}, 1, 121ms);  // One packet a second, until the end.
  EXPECT_EQ(value(builder, "drain_time", 0), std::nullopt) << "it never drains";
}

TEST(LossAfterDrop, IsOfFiveSecondsAndTheWorstDrop) {
  RunBuilder builder(60s, "rate=2M,at=20s:rate=1M,at=40s:rate=500k");
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 60s}, 50);
  builder.send(0, {20s, 21s}, 50, 0ms, Fate::kDropped);  // 50 of 300
  builder.send(0, {40s, 41s}, 10, 0ms, Fate::kDropped).send(0, {50s, 60s}, 50, 0ms, Fate::kDropped);
  EXPECT_THAT(value(builder, "loss_after_drop", 0), about(100 / 6.0));
  EXPECT_THAT(value(builder, "loss_after_drop", 0, LabSpan{30s, 60s}), about(100 * 10 / 260.0));
}

TEST(Jain, IsItsFormula) {
  EXPECT_DOUBLE_EQ(jains_index(std::vector<double>{1, 1, 2}), 16.0 / 18);
  EXPECT_DOUBLE_EQ(jains_index(std::vector<double>{5, 0, 0, 0, 0}), 0.2);
  EXPECT_DOUBLE_EQ(jains_index({}), 1);
  EXPECT_DOUBLE_EQ(jains_index(std::vector<double>{0, 0}), 1);
}

TEST(Jain, IsOfMediaFlowsWhileAllAreActive) {
  RunBuilder builder(30s, "rate=4M");
  builder.add_flow("one", MediaLoad{});
  builder.add_flow("two", MediaLoad{}).start = 10s;
  builder.add_flow("three", MediaLoad{}).stop = 20s;
  builder.add_flow("tcp", TcpLoad{});
  builder.send(0, {0s, 30s}, 50).send(1, {10s, 30s}, 50).send(2, {0s, 20s}, 100).send(3, {0s, 30s}, 7);
  EXPECT_THAT(value(builder, "jain"), about(16.0 / 18));
  EXPECT_THAT(value(builder, "max_min_ratio"), about(2));
  EXPECT_THAT(value(builder, "jain", kWholeRun, LabSpan{20s, 30s}), about(1)) << "the third has stopped";
  std::get<MediaLoad>(builder.run().header.experiment.flows[2].load).pauses = {{15s, 16s}};
  EXPECT_THAT(value(builder, "jain"), about(1)) << "one that pauses is left out";
}

TEST(Jain, OfBulkTransfersWhereThereAreNoMedia) {
  RunBuilder builder(30s, "rate=4M");
  builder.add_flow("one", TcpLoad{});
  EXPECT_EQ(value(builder, "jain"), std::nullopt) << "one has nobody to share with";
  builder.add_flow("two", TcpLoad{});
  builder.add_flow("short", TcpLoad{.transfers = TcpLoad::Transfers{}});
  builder.send(0, {0s, 30s}, 50);
  EXPECT_THAT(value(builder, "jain"), about(0.5));
  EXPECT_EQ(value(builder, "max_min_ratio"), std::nullopt) << "the other has nothing at all";
  builder.send(1, {0s, 30s}, 40);
  EXPECT_THAT(value(builder, "max_min_ratio"), about(1.25));
}

TEST(TcpRatio, IsOfMeansWhileAllAreActive) {
  RunBuilder builder(30s, "rate=4M");
  builder.add_flow("media-1", MediaLoad{}).start = 10s;
  builder.add_flow("media-2", MediaLoad{});
  builder.add_flow("tcp", TcpLoad{});
  builder.add_flow("short", TcpLoad{.transfers = TcpLoad::Transfers{}});
  builder.send(0, {10s, 30s}, 20).send(1, {0s, 30s}, 40).send(2, {0s, 10s}, 100).send(2, {10s, 30s}, 60);
  builder.send(3, {0s, 30s}, 3);
  EXPECT_THAT(value(builder, "tcp_ratio"), about(0.5));
}

TEST(TcpShare, IsOfAnEqualShareOfTheLink) {
  RunBuilder builder(10s, "rate=1M");
  builder.add_flow("media", MediaLoad{});
  builder.add_flow("tcp-1", TcpLoad{});
  EXPECT_THAT(value(builder, "tcp_share"), about(0));
  builder.send(0, {0s, 10s}, 50).send(1, {0s, 10s}, 40);  // 400 of 500 kbit/s
  EXPECT_THAT(value(builder, "tcp_share"), about(0.8));
  builder.add_flow("tcp-2", TcpLoad{});
  builder.send(2, {0s, 10s}, 10);  // 1.2 and 0.3 of 333 kbit/s
  EXPECT_THAT(value(builder, "tcp_share"), about(0.75));
}

TEST(DelayedPackets, AreThoseOfVideoLongAfterTheOneBefore) {
  RunBuilder builder(10s, "rate=1M");
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 1s}, 20);
  EXPECT_THAT(value(builder, "delayed_packets", 0), about(0));
  builder.send(0, {1s, 2s}, 5);
  // Each 50 ms up to 0.95 s, then from 1 s on each 200 ms: 4 of 24.
  EXPECT_THAT(value(builder, "delayed_packets", 0), about(100 * 4 / 24.0));
}

/// Statistics of each second from 1 s on, as `at_second` gives them.
template <typename AtSecond>
void fill(EndStatistics& end, int seconds, AtSecond at_second) {
  for (int i = 1; i <= seconds; ++i)
    end.seconds.push_back({.at = 1s * i, .stats = at_second(static_cast<unsigned>(i))});
}

TEST(MediaMetrics, AreGrowthsBetweenTheFirstAndTheLastTimeOfTheSpan) {
  RunBuilder builder(11s);
  builder.add_flow("media", MediaLoad{});
  fill(builder.run().receivers[0], 11, [](unsigned second) {
    SessionStats stats;
    stats.video_in.frames_rendered = second <= 6 ? 30 * second : 180 + 14 * (second - 6);
    stats.video_in.freeze_count = second <= 6 ? 1 : 4;
    stats.video_in.bytes_received = second <= 6 ? 1000 * second : 6000 + 2000 * (second - 6);
    stats.audio_in.packets_received = 49 * second;
    stats.audio_in.packets_lost = second;
    stats.audio_in.concealed_samples = second <= 6 ? 480 * second : 2880 + 4800 * (second - 6);
    return stats;
  });
  EXPECT_THAT(value(builder, "frames_per_second", 0), about(250 / 11.0));
  EXPECT_THAT(value(builder, "frames_per_second", 0, LabSpan{2s, 6s}), about(30));
  EXPECT_THAT(value(builder, "goodput", 0), about(8 * 16 / 11.0));
  EXPECT_THAT(value(builder, "goodput", 0, LabSpan{2s, 6s}), about(8));
  EXPECT_THAT(value(builder, "freezes", 0), about(4)) << "one of them in the first second";
  EXPECT_THAT(value(builder, "freezes", 0, LabSpan{1s, 11s}), about(3));
  EXPECT_THAT(value(builder, "audio_loss", 0, LabSpan{0s, 6s}), about(2)) << "1 of 50 lost, 1 % concealed";
  EXPECT_THAT(value(builder, "audio_loss", 0, LabSpan{6s, 11s}), about(10)) << "10 % concealed";
  EXPECT_EQ(value(builder, "frames_per_second", 0, LabSpan{2s, 2500ms}), std::nullopt);
}

TEST(MediaMetrics, CountTheFirstSecondOfAFlowThatStartsLater) {
  RunBuilder builder(5s);
  builder.add_flow("media", MediaLoad{}).start = 2s;
  EndStatistics& end = builder.run().receivers[0];
  end.start = 2s;
  for (unsigned second = 1; second <= 3; ++second) {
    SessionStats stats;
    stats.video_in.frames_rendered = 30 * second;
    stats.audio_in.packets_received = 50 * second;
    stats.audio_in.concealed_samples = 4800;  // All in the first second: a tenth of it.
    end.seconds.push_back({.at = 2s + 1s * second, .stats = stats});
  }
  EXPECT_THAT(value(builder, "frames_per_second", 0), about(30));
  EXPECT_THAT(value(builder, "frames_per_second", 0, LabSpan{0s, 3s}), about(30));
  EXPECT_THAT(value(builder, "audio_loss", 0, LabSpan{0s, 3s}), about(10));
  EXPECT_THAT(value(builder, "audio_loss", 0, LabSpan{3s, 5s}), about(0));
}

TEST(Freezes, OfACallThatShowsNothingCannotBeTold) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  fill(builder.run().receivers[0], 10, [](unsigned second) {
    SessionStats stats;
    stats.video_in.frames_rendered = second <= 5 ? 30 * second : 150;
    return stats;
  });
  EXPECT_THAT(value(builder, "freezes", 0), about(0));
  EXPECT_EQ(value(builder, "freezes", 0, LabSpan{5s, 10s}), std::nullopt);
  EXPECT_THAT(value(builder, "frames_per_second", 0, LabSpan{5s, 10s}), about(0));
}

TEST(AudioLoss, LeavesOutWhatWasRepairedAndIsAllWithoutAPacket) {
  RunBuilder builder(11s);
  builder.add_flow("media", MediaLoad{});
  builder.add_flow("silent", MediaLoad{});
  fill(builder.run().receivers[0], 11, [](unsigned second) {
    SessionStats stats;
    stats.audio_in.packets_received = 40 * second;
    stats.audio_in.packets_lost = 10 * second;
    stats.audio_in.packets_discarded = 5 * second;
    stats.audio_in.fec_packets_received = 8 * second;
    return stats;
  });
  fill(builder.run().receivers[1], 11, [](unsigned) { return SessionStats(); });
  EXPECT_THAT(value(builder, "audio_loss", 0), about(14));  // (10 + 5 - 8) / 50
  EXPECT_THAT(value(builder, "audio_loss", 1), about(100));
}

TEST(AudioDelay, IsPropagationAndQueueAndJitterBuffer) {
  RunBuilder builder(10s, "rate=1M,delay=50ms,at=5s:delay=100ms");
  builder.add_flow("media", MediaLoad{}).access_delay = 10ms;
  builder.send(0, {0s, 10s}, 50, 30ms).send(0, {0s, 10s}, 50, 50ms);
  fill(builder.run().receivers[0], 10, [](unsigned second) {
    SessionStats stats;
    stats.audio_in.packets_received = second <= 8 ? 50 * second : 400;
    stats.audio_in.jitter_buffer_target_delay = 0.060;
    return stats;
  });
  EXPECT_THAT(value(builder, "audio_delay", 0), Optional(DoubleNear(10 + 75 + 40 + 60, 1e-6)));
  EXPECT_EQ(value(builder, "audio_delay", 0, LabSpan{8s, 10s}), std::nullopt) << "no sound came";
}

TEST(SpeechQuality, CountsThePacketAsDelay) {
  RunBuilder builder(10s, "rate=1M,delay=50ms");
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 10s}, 50);
  fill(builder.run().receivers[0], 10, [](unsigned second) {
    SessionStats stats;
    stats.audio_in.packets_received = 50 * second;
    return stats;
  });
  const auto mos = [](double delay) {
    const double r = 93.2 - 0.024 * delay;
    return 1 + 0.035 * r + 7e-6 * r * (r - 60) * (100 - r);
  };
  EXPECT_THAT(value(builder, "speech_quality", 0), Optional(DoubleNear(mos(50 + 26.5), 1e-6)));
  std::get<MediaLoad>(builder.run().header.experiment.flows[0].load).audio_packet_time = 60ms;
  EXPECT_THAT(value(builder, "speech_quality", 0), Optional(DoubleNear(mos(50 + 66.5), 1e-6)));
  for (EndStatistics::Second& second : builder.run().receivers[0].seconds) second.stats.audio_in.packet_duration = 0.04;
  EXPECT_THAT(value(builder, "speech_quality", 0), Optional(DoubleNear(mos(50 + 46.5), 1e-6))) << "the mode's choice";
}

TEST(FeedbackOverhead, IsWhatGoesBackOfWhatGoesForth) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 10s}, 50);
  for (int i = 0; i < 100; ++i) {
    builder.run().packets.push_back({.at = 100ms * i, .flow = 0, .backward = true, .wire_size = DataSize::bytes(125)});
  }
  EXPECT_THAT(value(builder, "feedback_overhead", 0), about(2));  // 12.5 of 625 kB
  std::get<MediaLoad>(builder.run().header.experiment.flows[0].load).both_ways = true;
  EXPECT_EQ(value(builder, "feedback_overhead", 0), std::nullopt) << "packets cannot tell it, and there is no log";
  const auto statistics = [](unsigned second) {
    SessionStats stats;
    stats.transport = {.bytes_sent = 1000 * second, .feedback_bytes_sent = 30 * second};
    return stats;
  };
  fill(builder.run().senders[0], 10, statistics);
  fill(builder.run().receivers[0], 10, statistics);
  EXPECT_THAT(value(builder, "feedback_overhead", 0), about(3));
}

TEST(OperatingPointMetrics, AreMeansOverTheSeconds) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  fill(builder.run().senders[0], 10, [](unsigned second) {
    SessionStats stats;  // 1000 bytes a frame: 80 or 240 kbit/s
    stats.operating_point = {.frame_size = DataSize::bytes(1000),
                             .frame_rate = FrameRate::per_second(second <= 5 ? 10 : 30)};
    return stats;
  });
  EXPECT_THAT(value(builder, "operating_rate", 0), Optional(DoubleNear(160, 0.01)));
  EXPECT_THAT(value(builder, "least_operating_rate", 0), Optional(DoubleNear(80, 0.01)));
  EXPECT_THAT(value(builder, "operating_frame_rate", 0), about(20));
  const double coarse = quantiser_for(80).snr;
  const double fine = quantiser_for(240).snr;
  EXPECT_GT(fine, coarse);
  EXPECT_THAT(value(builder, "coded_snr", 0), Optional(DoubleNear((coarse + fine) / 2, 1e-9)));
  EXPECT_THAT(value(builder, "coded_snr_deviation", 0), Optional(testing::Gt((fine - coarse) / 2 - 1e-9)));
}

TEST(QuantiserMap, FinerScalesTakeMoreBitsAndTheFinestThatFitsIsTaken) {
  const auto map = quantiser_map();
  EXPECT_EQ(map.front().scale, 31);
  EXPECT_EQ(map.back().scale, 2);
  EXPECT_TRUE(std::ranges::is_sorted(map, {}, &QuantiserPoint::kilobits_per_second));
  EXPECT_TRUE(std::ranges::is_sorted(map, {}, &QuantiserPoint::snr));
  EXPECT_EQ(quantiser_for(0).scale, 31) << "the coarsest, although nothing fits";
  EXPECT_EQ(quantiser_for(1e6).scale, 2);
  EXPECT_EQ(quantiser_for(map[10].kilobits_per_second).scale, map[10].scale);
  EXPECT_EQ(quantiser_for(map[10].kilobits_per_second - 0.1).scale, map[9].scale);
}

TEST(SenderMetrics, SayHowLongPacketsWaitedAndHowManyFramesFoundNoRoom) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  EXPECT_EQ(value(builder, "send_delay", 0), std::nullopt);
  EXPECT_EQ(value(builder, "frames_skipped", 0), std::nullopt);
  fill(builder.run().senders[0], 10, [](unsigned second) {
    SessionStats stats;  // 50 packets a second wait 40 ms each, and a frame finds no room.
    stats.video_out.packets_sent = 50 * second;
    stats.video_out.total_packet_send_delay = 2.0 * second;
    stats.video_out.frames_dropped = second;
    return stats;
  });
  EXPECT_THAT(value(builder, "send_delay", 0), about(40));
  EXPECT_THAT(value(builder, "frames_skipped", 0), about(10));
}

TEST(Judge, HoldsEachExpectationOfTheModeAgainstItsValue) {
  RunBuilder builder(10s);
  builder.add_flow("media", MediaLoad{});
  builder.send(0, {0s, 10s}, 50);
  builder.expect({.metric = "utilisation", .at_least = 50})
      .expect({.metric = "utilisation", .at_most = 49.9})
      .expect({.metric = "utilisation", .span = {2s, 3s}, .at_least = 40, .at_most = 60, .modes = {"1d", "fixed"}})
      .expect({.metric = "utilisation", .at_least = 99, .modes = {"2d"}})
      .expect({.metric = "frames_per_second", .flow = "media", .at_least = 0});
  const std::vector<Verdict> verdicts = judge(builder.run());
  ASSERT_EQ(verdicts.size(), 4U);
  EXPECT_TRUE(verdicts[0].passed);
  EXPECT_FALSE(verdicts[1].passed);
  EXPECT_TRUE(verdicts[2].passed);
  EXPECT_FALSE(verdicts[3].passed) << "what cannot be told is not fulfilled";
  EXPECT_EQ(verdicts[3].value, std::nullopt);
}

TEST(Judge, AsksEachFlowWhenAnExpectationNamesNone) {
  RunBuilder builder(10s);
  builder.add_flow("one", MediaLoad{});
  builder.add_flow("two", MediaLoad{});
  builder.add_flow("tcp", TcpLoad{});
  builder.send(0, {0s, 10s}, 50).send(1, {0s, 10s}, 50);
  builder.expect({.metric = "feedback_overhead", .at_most = 5}).expect({.metric = "throughput", .at_least = 1000});
  const std::vector<Verdict> verdicts = judge(builder.run());
  ASSERT_EQ(verdicts.size(), 3U);
  EXPECT_EQ(verdicts[0].expectation.flow, "one");
  EXPECT_EQ(verdicts[1].expectation.flow, "two");
  EXPECT_EQ(verdicts[2].expectation.flow, "") << "throughput is also one of the run";
  EXPECT_TRUE(verdicts[2].passed);
}

TEST(CheckExpectations, NamesWhatThereIsNot) {
  RunBuilder good(10s);
  good.add_flow("media", MediaLoad{});
  good.expect({.metric = "loss", .flow = "media"}).expect({.metric = "jain"}).expect({.metric = "audio_loss"});
  EXPECT_TRUE(check_expectations(good.run().header.experiment));
  const auto complaint = [](const Expectation& expectation) {
    RunBuilder builder(10s);
    builder.add_flow("tcp", TcpLoad{});
    builder.expect(expectation);
    const Result<void> checked = check_expectations(builder.run().header.experiment);
    return checked ? std::string() : checked.error().message.text();
  };
  EXPECT_THAT(complaint({.metric = "beauty"}), HasSubstr("\"beauty\""));
  EXPECT_THAT(complaint({.metric = "loss", .flow = "media"}), HasSubstr("\"media\""));
  EXPECT_THAT(complaint({.metric = "audio_loss", .flow = "tcp"}), HasSubstr("\"tcp\""));
  EXPECT_THAT(complaint({.metric = "audio_loss"}), HasSubstr("any flow"));
  EXPECT_THAT(complaint({.metric = "jain", .flow = "tcp"}), HasSubstr("\"tcp\""));
}

TEST(StepFunction, KeepsItsStepsApart) {
  StepFunction function(1);
  function.change(0s, 2);
  function.change(5s, 2);
  function.change(5s, 4);
  function.change(6s, 7);
  function.change(6s, 4);
  EXPECT_THAT(function.steps(), testing::ElementsAre(StepFunction::Step{0s, 2}, StepFunction::Step{5s, 4}));
  EXPECT_DOUBLE_EQ(function.at(4999ms), 2);
  EXPECT_DOUBLE_EQ(function.at(5s), 4);
  EXPECT_DOUBLE_EQ(function.integral({1s, 10s}), 4 * 2 + 5 * 4);
  EXPECT_DOUBLE_EQ(function.integral({3s, 3s}), 0);
}

}  // namespace
}  // namespace counterpoint

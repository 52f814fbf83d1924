// SPDX-License-Identifier: GPL-3.0-or-later
// Mode 2d over one bottleneck in virtual time: what its user would notice.
#include <gmock/gmock.h>

#include "core/adaptation/mode/mode.h"
#include "core/base/rank.h"
#include "tests/support/media_sender.h"

namespace counterpoint {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::Not;

constexpr DataRate kbit(std::int64_t n) { return DataRate::kilobits_per_second(n); }
constexpr Timestamp kStart{1000s};
constexpr Duration kTick = 1ms;
constexpr std::uint64_t kSeeds[] = {1, 2, 3};

/// Calls, and perhaps a bulk transfer, that share one bottleneck.
class Network {
 public:
  explicit Network(const Bottleneck::Config& config = {}, std::uint64_t seed = 1)
      : path(config, seed), seed_(100 * seed) {}

  Bottleneck path;
  std::optional<WindowSender> bulk;

  MediaSender& add_call(MediaSender::Config config = {}) {
    config.seed = seed_++;
    const Mode& mode = *find_mode("2d");
    calls_.push_back(std::make_unique<MediaSender>(calls_.size(), config, *mode.estimator, *mode.scaler, now_));
    return *calls_.back();
  }
  void add_bulk() { bulk.emplace(kBulk, path.config.one_way); }

  /// Measures anew.
  void run(Duration duration) {
    arrived_.clear();
    waited_.clear();
    measured_ = duration;
    for (const Timestamp end = now_ + duration; now_ < end;) step();
  }
  void step() {
    now_ += kTick;
    for (const QueuedPacket& packet : path.serve(now_)) {
      arrived_[packet.flow] += packet.wire_size;
      if (packet.flow == kBulk) {
        bulk->handle_arrival(packet);
        continue;
      }
      waited_.push_back(packet.left_at - packet.sent_at - path.service_time(packet));
      calls_[packet.flow]->handle_arrival(packet, path.delay_behind());
    }
    for (const auto& call : calls_) call->step(path, now_);
    if (bulk) bulk->step(path, now_);
  }
  /// The time until that holds; at most `most`.
  template <typename Condition>
  Duration time_until(const Condition& condition, Duration most) {
    const Timestamp began = now_;
    while (!condition() && now_ - began < most) step();
    return now_ - began;
  }

  /// kbit/s that came through in the last run().
  [[nodiscard]] double throughput(std::size_t flow = 0) { return (arrived_[flow] / measured_).kilobits_per_second(); }
  [[nodiscard]] double bulk_throughput() { return throughput(kBulk); }
  /// Milliseconds in the queue of 95 % of the calls' packets in the last run().
  [[nodiscard]] double p95_queue() {
    if (waited_.empty()) return 1e9;
    const auto rank = static_cast<std::ptrdiff_t>(waited_.size() * 95 / 100);
    std::ranges::nth_element(waited_, waited_.begin() + rank);
    return to_milliseconds(waited_[static_cast<std::size_t>(rank)]);
  }

 private:
  static constexpr std::size_t kBulk = 99;
  std::uint64_t seed_;
  Timestamp now_ = kStart;
  std::vector<std::unique_ptr<MediaSender>> calls_;
  std::map<std::size_t, DataSize> arrived_;
  std::vector<Duration> waited_;
  Duration measured_{};
};

constexpr const char* kCompeting = "sharing the path with others";

TEST(AvailableRate, TheStartReachesMostOfThePathSoon) {
  for (const std::uint64_t seed : kSeeds) {
    Network network({}, seed);
    const MediaSender& call = network.add_call();
    EXPECT_LE(network.time_until([&] { return call.rate() >= kbit(850); }, 10s), 1500ms);
    network.run(2s);
    EXPECT_GE(network.throughput(), 880);
    EXPECT_LE(network.p95_queue(), 70);
  }
}

TEST(AvailableRate, AloneItFillsThePathWithoutAStandingQueue) {
  for (const auto& [one_way, longest] : {std::pair(5ms, 35), std::pair(50ms, 35), std::pair(100ms, 40)}) {
    for (const std::uint64_t seed : kSeeds) {
      SCOPED_TRACE(testing::Message() << to_milliseconds(one_way) << " ms, seed " << seed);
      Network network({.one_way = one_way}, seed);
      network.add_call();
      network.run(5s);
      network.run(60s);
      EXPECT_GE(network.throughput(), 920);
      EXPECT_LE(network.p95_queue(), longest);
    }
  }
}

TEST(AvailableRate, JitterNeitherEndsTheStartNorKeepsTheRateLow) {
  for (const std::uint64_t seed : kSeeds) {
    Network network({.jitter = 30ms}, seed);
    const MediaSender& call = network.add_call();
    EXPECT_LE(network.time_until([&] { return call.rate() >= kbit(850); }, 30s), 4s) << "seed " << seed;
    network.run(30s);
    EXPECT_GE(network.throughput(), 900) << "seed " << seed;
    EXPECT_LE(network.p95_queue(), 90) << "seed " << seed;
  }
}

TEST(AvailableRate, OnANarrowPathWithJitterItsOwnRiseAndFallIsNotTakenForChance) {
  for (const std::uint64_t seed : kSeeds) {
    Network network({.rate = kbit(236), .one_way = 20ms, .jitter = 20ms}, seed);
    network.add_call({.video = kbit(150), .max_video = kbit(250), .report_interval = 100ms});
    network.run(10s);
    network.run(60s);
    EXPECT_GE(network.throughput(), 220) << "seed " << seed;
    EXPECT_LE(network.p95_queue(), 100) << "seed " << seed << "; two packets of 500 bytes take 34 ms";
  }
}

TEST(AvailableRate, AfterALossOfCapacityItGivesWayAtOnceAndDrainsTheQueue) {
  std::vector<Duration> times;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(2500)}, seed);
    const MediaSender& call = network.add_call();
    network.run(20s);
    ASSERT_GE(network.throughput(), 2200);
    network.path.config.rate = kbit(600);
    // The queue of before takes four times as long now: therefore it is more than a round trip and 100 ms.
    const Duration knows = network.time_until([&] { return call.rate() < kbit(600); }, 5s);
    EXPECT_LE(knows, 260ms + 160ms) << "a round trip and a report later, if a frame came through before the queue grew";
    times.push_back(knows);
    EXPECT_LE(knows + network.time_until([&] { return network.path.waiting() < 10ms; }, 5s), 1s);
    network.run(2s);
    network.run(10s);
    EXPECT_GE(network.throughput(), 540);
    EXPECT_LE(network.p95_queue(), 45);
  }
  EXPECT_LE(nth_smallest(times, times.size() / 2), 260ms);
}

TEST(AvailableRate, ItGrowsSoonWhenThePathBecomesFaster) {
  for (const std::uint64_t seed : kSeeds) {
    Network network({}, seed);
    const MediaSender& call = network.add_call();
    network.run(20s);
    ASSERT_LE(call.rate(), kbit(1200));
    network.path.config.rate = kbit(2500);
    EXPECT_LE(network.time_until([&] { return call.rate() >= kbit(2100); }, 20s), 3s);
  }
}

TEST(AvailableRate, WhereFeedbackTakesLongItGrowsMoreSlowly) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(500), .one_way = 300ms}, seed);
    network.add_call();
    network.run(10s);
    network.run(60s);
    EXPECT_GE(network.throughput(), 450);
    EXPECT_LE(network.p95_queue(), 75);
  }
}

TEST(AvailableRate, EqualCallsComeToEqualRates) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(1800)}, seed);
    network.add_call({.video = kbit(1300)});
    network.add_call({.video = kbit(200)});
    network.run(2s);
    ASSERT_GE(network.throughput(0), 2 * network.throughput(1));
    network.run(28s);
    network.run(20s);
    // 1.1 to 1.4 with other seeds.
    EXPECT_THAT(network.throughput(0) / network.throughput(1), AllOf(Ge(1 / 1.35), Le(1.35)));
    EXPECT_GE(network.throughput(0) + network.throughput(1), 1650);
    EXPECT_LE(network.p95_queue(), 40);
  }
}

TEST(AvailableRate, BesideAStandingQueueItCompetesAndStopsWhenTheOtherGoes) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(2000)}, seed);
    const MediaSender& call = network.add_call();
    network.run(10s);
    network.add_bulk();
    EXPECT_LE(network.time_until([&] { return call.estimate().cause.text().starts_with(kCompeting); }, 30s), 5s);
    network.run(60s);
    EXPECT_GE(network.throughput(), 500);
    EXPECT_GE(network.bulk_throughput(), 500);
    network.bulk->sends = false;
    network.run(20s);
    EXPECT_THAT(call.estimate().cause.text(), Not(HasSubstr(kCompeting)));
    network.run(20s);
    EXPECT_GE(network.throughput(), 1800);
    EXPECT_LE(network.p95_queue(), 40);
  }
}

TEST(AvailableRate, WhoJoinsWhenTheQueueIsFullCompetesAsWell) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(2000)}, seed);
    network.add_bulk();
    network.run(20s);
    ASSERT_GE(network.bulk_throughput(), 1800);
    const MediaSender& call = network.add_call();
    EXPECT_LE(network.time_until([&] { return call.estimate().cause.text().starts_with(kCompeting); }, 60s), 10s);
    network.run(60s);
    EXPECT_GE(network.throughput(), 500);
  }
}

TEST(AvailableRate, AShortQueueThatOthersOverflowIsWorthCompetingFor) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(8000), .one_way = 25ms, .longest_queue = 30ms}, seed);
    network.add_call();
    network.add_bulk();
    network.run(20s);
    network.run(60s);
    EXPECT_GE(network.throughput(), network.bulk_throughput() / 3);
  }
}

TEST(AvailableRate, AShortSilenceOfThePeerIsNoCollapseAndALongOneIsOneForAWhile) {
  Network network;
  MediaSender& call = network.add_call();
  network.run(20s);
  const DataRate before = call.rate();
  call.silent = true;
  network.run(250ms);
  EXPECT_GE(call.rate(), before * 0.8);
  call.silent = false;
  network.run(1s);
  EXPECT_GE(call.rate(), before * 0.8);
  network.run(5s);
  call.silent = true;
  network.run(2s);
  EXPECT_LE(call.rate(), before * 0.5);
  EXPECT_EQ(call.estimate().verdict, PathEstimate::Verdict::kUnknown);
  EXPECT_THAT(call.estimate().cause.text(), HasSubstr("no report"));
  call.silent = false;
  EXPECT_LE(network.time_until([&] { return call.rate() >= kbit(750); }, 20s), 3s);
}

TEST(AvailableRate, WhereThePathCountsPacketsFramesAreWholePacketsUntilItNoLongerDoes) {
  Network network({.rate = kbit(10'000), .one_way = 30ms});
  const MediaSender& call = network.add_call();
  network.run(10s);
  EXPECT_FALSE(call.estimate().packet_rate);
  network.path.config.packet_rate = PacketRate::per_second(90);
  EXPECT_LE(network.time_until([&] { return call.estimate().packet_rate.has_value(); }, 60s), 10s);
  network.run(20s);
  ASSERT_TRUE(call.estimate().packet_rate);
  network.run(20s);
  // The audio's fifty packets, and forty for frames.
  EXPECT_THAT(call.estimate().packet_rate->per_second(), AllOf(Ge(50), Le(125)));
  EXPECT_LE(network.p95_queue(), 60);
  EXPECT_GE(call.frame_rate(), FrameRate::per_second(15));

  network.path.config.packet_rate.reset();
  EXPECT_LE(network.time_until([&] { return !call.estimate().packet_rate; }, 60s), 30s);
  network.run(20s);
  EXPECT_GE(call.video_rate(), kbit(3500));
}

TEST(AvailableRate, APathThatCountedPacketsAndNowCountsBytesIsFilledSoon) {
  for (const std::uint64_t seed : kSeeds) {
    Network network({.rate = kbit(10'000), .packet_rate = PacketRate::per_second(90), .one_way = 30ms}, seed);
    const MediaSender& call = network.add_call();
    EXPECT_LE(network.time_until([&] { return call.estimate().packet_rate.has_value(); }, 60s), 20s);
    network.run(20s);
    network.path.config.packet_rate.reset();
    network.path.config.rate = kbit(500);
    EXPECT_LE(network.time_until([&] { return !call.estimate().packet_rate; }, 60s), 5s);
    network.run(10s);
    network.run(20s);
    EXPECT_GE(network.throughput(), 450);
    EXPECT_LE(network.p95_queue(), 60);
  }
}

TEST(AvailableRate, TwoCallsBothSoonFindOutThatThePathCountsPackets) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(10'000), .packet_rate = PacketRate::per_second(120), .one_way = 30ms}, seed);
    const MediaSender& one = network.add_call();
    const MediaSender& other = network.add_call();
    const auto know = [&] { return one.estimate().packet_rate && other.estimate().packet_rate; };
    EXPECT_LE(network.time_until(know, 60s), 5s);
  }
}

TEST(AvailableRate, TwoCallsOnAPathThatCountsBytesNeverTakeItForOneThatCountsPackets) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(1800)}, seed);
    const MediaSender& one = network.add_call({.video = kbit(1300)});
    const MediaSender& other = network.add_call({.video = kbit(200)});
    const auto counts = [&] { return one.estimate().packet_rate || other.estimate().packet_rate; };
    EXPECT_EQ(network.time_until(counts, 30s), 30s);
  }
}

TEST(AvailableRate, RandomLossDoesNotRatchetTheRateDown) {
  for (const auto& [loss, min_share] : {std::pair(0.02, 0.8), std::pair(0.15, 0.5)}) {
    for (const std::uint64_t seed : kSeeds) {
      SCOPED_TRACE(testing::Message() << loss << ", seed " << seed);
      Network network({.loss = loss}, seed);
      network.add_call({.report_loss = loss});
      network.run(50s);
      network.run(10s);
      EXPECT_GE(network.throughput(), 1000 * min_share * (1 - loss));
      EXPECT_LE(network.p95_queue(), 45);
    }
  }
}

TEST(AvailableRate, MuchRandomLossDoesNotKeepAFastPathSlow) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(5000), .loss = 0.08}, seed);
    network.add_call({.report_loss = 0.08});
    network.run(60s);
    network.run(20s);
    EXPECT_GE(network.throughput(), 1500);
  }
}

TEST(AvailableRate, AShortQueueThatStaysFullLowersTheRate) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({.rate = kbit(2500), .longest_queue = 50ms}, seed);
    const MediaSender& call = network.add_call();
    network.run(20s);
    network.path.config.rate = kbit(1000);
    EXPECT_LE(network.time_until([&] { return call.rate() <= kbit(1000); }, 10s), 1s);
    network.run(5s);
    network.run(20s);
    EXPECT_GE(network.throughput(), 850);
    EXPECT_LE(network.p95_queue(), 45);
  }
}

TEST(AvailableRate, APolicerThatDropsMuchLowersTheRate) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({}, seed);
    const MediaSender& call = network.add_call();
    network.run(60s);
    ASSERT_GE(call.rate(), kbit(800));
    network.path.config.policing = kbit(450);
    EXPECT_LE(network.time_until([&] { return call.rate() <= kbit(520); }, 20s), 3s);
    network.run(30s);
    EXPECT_GE(network.throughput(), 400);
    EXPECT_LE(call.rate(), kbit(650));
  }
}

TEST(AvailableRate, APathThatBecomesLongerIsLearnt) {
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(seed);
    Network network({}, seed);
    const MediaSender& call = network.add_call();
    network.run(20s);
    network.path.config.one_way += 60ms;
    network.run(25s);
    EXPECT_GE(network.throughput(), 850);
    network.run(20s);
    EXPECT_GE(network.throughput(), 900);
    EXPECT_LE(network.p95_queue(), 45);
    EXPECT_THAT(call.estimate().cause.text(), Not(HasSubstr(kCompeting)));
  }
}

TEST(AvailableRate, TheRateKeepsToTheCallsLimits) {
  Network fast({.rate = kbit(50'000)});
  const MediaSender& limited = fast.add_call({.max_video = kbit(800)});
  fast.run(20s);
  EXPECT_THAT(limited.video_rate(), AllOf(Ge(kbit(780)), Le(kbit(800))));
  EXPECT_LE(limited.rate(), kbit(1000));

  Network slow({.rate = kbit(60)});
  const MediaSender& squeezed = slow.add_call();
  slow.run(20s);
  EXPECT_THAT(squeezed.video_rate(), AllOf(Ge(kbit(39)), Le(kbit(60))));
}

TEST(AvailableRate, AClockThatRunsAtAnotherSpeedIsNoQueue) {
  for (const double skew : {1e-4, -1e-4}) {
    SCOPED_TRACE(skew);
    Network network;
    network.add_call({.clock_skew = skew});
    network.run(100s);
    network.run(60s);
    EXPECT_GE(network.throughput(), 920);
    EXPECT_LE(network.p95_queue(), 40);
  }
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>

#include "core/adaptation/measure/tcp_equation.h"
#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

constexpr Timestamp kStart{1000s};
constexpr Duration kGop = 1001ms;

/// A sender of a packet of 1000 bytes each 10 ms through a path of 100 ms: 0.8 Mbit/s.
class Path {
 public:
  explicit Path(const ParameterValues& values = {}) {
    const AdaptationContext start{
        .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(700), FrameRate::per_second(30),
                                           {.width = 640, .height = 360}),
        .wire = {},
        .limits = {.min_video_rate = DataRate::kilobits_per_second(100),
                   .max_video_rate = DataRate::kilobits_per_second(20'000)},
        .now = kStart};
    tfrcp_ = find_mode("mpeg-tfrcp")->estimator->make(start, values);
  }

  /// One report a packet; one packet in `lost_each` is lost, 0: none. Until `until`, or a new rate.
  void run_until(Timestamp until, int lost_each = 0) {
    const std::uint64_t number = tfrcp_->estimate().verdict_count;
    while (now_ < until && tfrcp_->estimate().verdict_count == number) step(lost_each);
  }
  /// The length of the next interval.
  Duration next_interval(int lost_each = 0) {
    const Timestamp began = now_;
    run_until(kNever, lost_each);
    return now_ - began;
  }

  void step(int lost_each) {
    now_ += 10ms;
    ++sequence_;
    const DataSize size = DataSize::bytes(972);  // Headers add 28.
    tfrcp_->handle_sent({StreamKind::kVideo, sequence_, size, now_});
    const bool lost = lost_each != 0 && sequence_ % lost_each == 0;
    PacketFeedback packet{
        .stream = StreamKind::kVideo, .sequence = sequence_, .size = size, .sent_at = now_ - 100ms, .lost = lost};
    if (!lost) packet.arrived_at = now_;
    tfrcp_->handle_feedback({.received_at = now_, .packets = {packet}, .round_trip_time = 100ms});
    tfrcp_->poll({}, now_);
  }

  [[nodiscard]] double kilobits() const { return tfrcp_->estimate().rate->kilobits_per_second(); }
  [[nodiscard]] const PathEstimate& estimate() const { return tfrcp_->estimate(); }
  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] Estimator& tfrcp() { return *tfrcp_; }

 private:
  std::unique_ptr<Estimator> tfrcp_;
  Timestamp now_ = kStart;
  std::int64_t sequence_ = 0;
};

double equation(double loss) {
  // 4 deviations have come to nothing on a steady path, so T0 is RTT and the least of 200 ms.
  return tcp_throughput({.segment = DataSize::bytes(1000),
                         .round_trip_time = 100ms,
                         .retransmission_timeout = 300ms,
                         .loss = loss})
      .kilobits_per_second();
}

TEST(Tfrcp, AnIntervalIs32RoundTripsInWholeGops) {
  Path path;
  // 32 x 100 ms are 3.2 GoPs: four. Packets come each 10 ms.
  EXPECT_NEAR(to_seconds(path.next_interval()), to_seconds(4 * kGop), 0.021);
  EXPECT_NEAR(to_seconds(path.next_interval()), to_seconds(4 * kGop), 0.021);
  Path sixteen({{"interval", 16}});
  EXPECT_NEAR(to_seconds(sixteen.next_interval()), to_seconds(2 * kGop), 0.021);
  Path each_round_trip({{"interval", 1}, {"gop", 0}});
  each_round_trip.next_interval();
  EXPECT_NEAR(to_seconds(each_round_trip.next_interval()), 0.1, 0.011);
}

TEST(Tfrcp, WithLossItIsWhatTheEquationGivesForTheIntervalsLossRatio) {
  Path path;
  path.next_interval(50);
  EXPECT_NEAR(path.kilobits(), equation(1.0 / 50), 15);
  EXPECT_EQ(path.estimate().verdict, PathEstimate::Verdict::kCongestion);
  EXPECT_THAT(path.estimate().cause.text(), HasSubstr("2.0 % of packets lost in 4.0 s"));
  EXPECT_THAT(path.estimate().evidence, HasSubstr("RTT 100 ms"));
  // Each interval has its own p, whatever the one before.
  path.next_interval(25);
  EXPECT_NEAR(path.kilobits(), equation(1.0 / 25), 15);
}

TEST(Tfrcp, TheRateIsHeldWithinAnInterval) {
  Path path;
  const double before = path.kilobits();
  path.run_until(kStart + 3900ms, 3);
  EXPECT_EQ(path.kilobits(), before);
}

TEST(Tfrcp, WithoutLossItGrowsByASegmentEachRoundTrip) {
  Path path({{"gop", 0}, {"interval", 4}, {"most_growth", 4}});
  path.next_interval();
  const double before = path.kilobits();
  path.next_interval();
  // Eq. (6): MTU I / RTT^2 = 8 kbit x 0.4 s / (0.1 s)^2.
  EXPECT_NEAR(path.kilobits() - before, 320, 10);
  EXPECT_EQ(path.estimate().verdict, PathEstimate::Verdict::kHeadroom);
}

TEST(Tfrcp, ThePlainVariantDoublesWithoutLoss) {
  Path path({{"variant", 0}});
  const double before = path.kilobits();
  path.next_interval();
  // 0.8 Mbit/s were sent, and no more than twice that is tried.
  EXPECT_NEAR(path.kilobits(), std::min(2 * before, 1600.0), 8);
}

TEST(Tfrcp, WhatWasNotTriedIsNotKnown) {
  Path path;
  for (int i = 0; i < 6; ++i) path.next_interval();
  // 1.5 times the 0.8 Mbit/s that were sent.
  EXPECT_NEAR(path.kilobits(), 1200, 8);
  ASSERT_GT(equation(1.0 / 1000), 2000);
  path.next_interval(1000);
  EXPECT_NEAR(path.kilobits(), 1200, 8);
}

TEST(Tfrcp, LossEventsAreCountedOnceARoundTripIfAskedFor) {
  Path path({{"loss_events", 1}});
  // Each second packet is lost: in each round trip of ten packets five, which are one event.
  path.next_interval(2);
  EXPECT_NEAR(path.kilobits(), equation(1.0 / 10), 10);
}

TEST(Tfrcp, SmoothedLossHasTheWeightsOfEquation7) {
  for (const double weight : {0.125, 0.875}) {
    Path path({{"variant", 2}, {"loss_weight", weight}});
    path.next_interval(20);
    EXPECT_NEAR(path.kilobits(), equation(0.05), 12) << weight;
    path.next_interval(10);
    EXPECT_NEAR(path.kilobits(), equation((1 - weight) * 0.05 + weight * 0.1), 12) << weight;
    // Without loss, it goes on by the equation: p^s only fades.
    const double before = (1 - weight) * 0.05 + weight * 0.1;
    path.next_interval();
    EXPECT_NEAR(path.kilobits(), equation((1 - weight) * before), 0.05 * equation((1 - weight) * before)) << weight;
  }
}

TEST(Tfrcp, TheBudgetIsTheIntervalsAndOnlyALittleOfItIsForNow) {
  Path path;
  path.tfrcp().poll({}, kStart);
  const DataRate rate = *path.estimate().rate;
  ASSERT_TRUE(path.estimate().budget);
  // Half a second of the rate at the start, all else as time passes.
  EXPECT_EQ(*path.estimate().budget, rate * Duration(500ms));
  DataSize sent;
  Timestamp now = kStart;
  while (*path.estimate().budget > DataSize()) {
    path.tfrcp().handle_sent({StreamKind::kVideo, 1, DataSize::bytes(1172), now});
    sent += DataSize::bytes(1200);
  }
  EXPECT_NEAR(static_cast<double>(sent.bytes()), static_cast<double>((rate * Duration(500ms)).bytes()), 1200);
  // There is a time at which a packet may leave again, and then it may.
  const Timestamp again = path.tfrcp().next_deadline();
  EXPECT_GT(again, now);
  EXPECT_LE(again, now + 50ms);
  path.tfrcp().poll({}, again);
  EXPECT_GE(*path.estimate().budget, DataSize::bytes(1190));
}

TEST(Tfrcp, SilenceHalvesTheRateAgainAndAgain) {
  Path path;
  path.run_until(kStart + 1s);
  const double before = path.kilobits();
  path.tfrcp().handle_sent({StreamKind::kAudio, 1, DataSize::bytes(100), path.now() + 20ms});
  EXPECT_EQ(path.tfrcp().next_deadline(), path.now() + 520ms);
  path.tfrcp().poll({}, path.now() + 520ms);
  EXPECT_NEAR(path.kilobits(), before / 2, 1);
  EXPECT_EQ(path.estimate().verdict, PathEstimate::Verdict::kUnknown);
  path.tfrcp().poll({}, path.now() + 1020ms);
  EXPECT_NEAR(path.kilobits(), before / 4, 1);
}

TEST(Tfrcp, WhoSendsNothingIsNotSilenced) {
  Path path;
  path.run_until(kStart + 1s);
  const double before = path.kilobits();
  for (Duration later = 10ms; later < 20s; later += 10ms) path.tfrcp().poll({}, path.now() + later);
  EXPECT_GE(path.kilobits(), before);
}

}  // namespace
}  // namespace counterpoint

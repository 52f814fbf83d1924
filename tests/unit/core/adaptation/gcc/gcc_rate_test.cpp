// SPDX-License-Identifier: GPL-3.0-or-later
// The delay-based and the loss-based controller of mode `gcc`, and the rate that arrives.
#include <gtest/gtest.h>

#include "core/adaptation/gcc/acknowledged_rate.h"
#include "core/adaptation/gcc/aimd_rate_control.h"
#include "core/adaptation/gcc/loss_based_control.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

DataRate kbit(std::int64_t rate) { return DataRate::kilobits_per_second(rate); }

class Acknowledged : public testing::Test {
 protected:
  /// 1000 bytes each `gap`.
  void run(Duration duration, Duration gap) {
    for (const Timestamp end = at_ + duration; at_ < end; at_ += gap) rate_.add(DataSize::bytes(1000), at_);
  }
  [[nodiscard]] double kilobits() const { return rate_.rate().value().kilobits_per_second(); }

  static constexpr double kMean = 8 * 8.0 / 0.15;  ///< kbit/s of eight packets in 150 ms.
  /// The variance of that mean: the square of ten times its share that is missing of the expected 800 kbit/s.
  static constexpr double kVariance = 100 * (1 - kMean / 800) * (1 - kMean / 800);

  AcknowledgedRate rate_;
  Timestamp at_ = kStart;
};

TEST_F(Acknowledged, IsTheMeanOfTheFirstHalfSecond) {
  run(500ms, 10ms);
  EXPECT_FALSE(rate_.rate());
  run(10ms, 10ms);
  EXPECT_EQ(kilobits(), 800);
}

TEST_F(Acknowledged, AMeanFarFromTheExpectedOneCountsForLittle) {
  run(5010ms, 10ms);
  // Eight packets in 150 ms.
  run(150ms, 20ms);
  EXPECT_NEAR(kilobits(), (kVariance * 800 + 5 * kMean) / (kVariance + 5), 0.01);
}

TEST_F(Acknowledged, AfterAnApplicationLimitItMayChangeQuickly) {
  run(5010ms, 10ms);
  rate_.expect_change();
  run(150ms, 20ms);
  EXPECT_NEAR(kilobits(), (kVariance * 800 + 205 * kMean) / (kVariance + 205), 0.01);
}

TEST_F(Acknowledged, AfterAPauseItGoesOnFromWhereItWas) {
  run(5s, 10ms);
  at_ += 3s;
  run(1s, 10ms);
  EXPECT_NEAR(kilobits(), 800, 1);
}

class Aimd : public testing::Test {
 protected:
  void update(BandwidthUse use, DataRate throughput, Duration later) {
    now_ += later;
    control_.update(use, throughput, now_);
  }
  [[nodiscard]] std::int64_t rate() const { return control_.rate().bits_per_second(); }

  AimdRateControl control_{GccConfig({}), kbit(500)};
  Timestamp now_ = kStart;
};

TEST_F(Aimd, GrowsByEightPercentASecondFarFromOverUse) {
  update(BandwidthUse::kNormal, kbit(500), 0s);
  EXPECT_EQ(rate(), 501'000) << "1 kbit/s at least";
  update(BandwidthUse::kNormal, kbit(500), 1s);
  EXPECT_EQ(rate(), 541'080);
  update(BandwidthUse::kNormal, kbit(540), 500ms);
  EXPECT_NEAR(static_cast<double>(rate()), 541'080 * 1.0392305, 10);
  update(BandwidthUse::kNormal, kbit(540), 5s);
  EXPECT_NEAR(static_cast<double>(rate()), 541'080 * 1.0392305 * 1.08, 10) << "a second's growth at most";
}

TEST_F(Aimd, GrowsNotBeyondOneAndAHalfTimesWhatArrives) {
  update(BandwidthUse::kNormal, kbit(330), 0s);
  update(BandwidthUse::kNormal, kbit(330), 1s);
  EXPECT_EQ(rate(), 505'000);
  control_.set_rate(kbit(900), now_);
  update(BandwidthUse::kNormal, kbit(330), 1s);
  EXPECT_EQ(rate(), 900'000) << "what a probe found stays";
}

TEST_F(Aimd, FallsToAShareOfWhatArrivesThenGrowsByHalfAPacketAResponseTime) {
  control_.set_round_trip_time(100ms);
  control_.set_rate(kbit(1200), now_);
  update(BandwidthUse::kOverusing, kbit(1000), 1s);
  EXPECT_EQ(rate(), 850'000);
  update(BandwidthUse::kUnderusing, kbit(900), 1s);
  EXPECT_EQ(rate(), 850'000);
  update(BandwidthUse::kNormal, kbit(850), 1s);
  EXPECT_EQ(rate(), 850'000);
  update(BandwidthUse::kNormal, kbit(850), 1s);
  // Frames of 28.3 kbit are three packets of 9.44; half of one in 200 ms.
  EXPECT_NEAR(static_cast<double>(rate()), 850'000 + 850'000 / 30.0 / 3 * 0.5 / 0.2, 1);
}

TEST_F(Aimd, WhatArrivesThreeDeviationsAboveTheLastOverUsesIsAnotherPath) {
  control_.set_rate(kbit(1200), now_);
  update(BandwidthUse::kOverusing, kbit(1000), 1s);
  update(BandwidthUse::kNormal, kbit(1050), 1s);
  const std::int64_t before = rate();
  // The deviation is the least one, sqrt(0.4 x 1000) = 20 kbit/s.
  update(BandwidthUse::kNormal, kbit(1055), 1s);
  EXPECT_LT(rate() - before, 30'000);
  const std::int64_t additive = rate();
  update(BandwidthUse::kNormal, kbit(1065), 1s);
  EXPECT_NEAR(static_cast<double>(rate()), 1.08 * static_cast<double>(additive), 10);
}

TEST_F(Aimd, AdditiveIncreaseIsFourKilobitsASecondAtLeast) {
  control_.set_round_trip_time(100ms);
  control_.set_rate(kbit(900), now_);
  EXPECT_NEAR(control_.additive_increase(), 0.5 * 7500 / 0.2, 1e-6);
  control_.set_rate(kbit(30), now_);
  EXPECT_EQ(control_.additive_increase(), 4000);
}

TEST_F(Aimd, WaitsARoundTripAfterAChangeUnlessLittleArrives) {
  control_.set_round_trip_time(100ms);
  EXPECT_TRUE(control_.may_decrease(kbit(500), now_));
  control_.set_rate(kbit(800), now_);
  EXPECT_FALSE(control_.may_decrease(kbit(500), now_ + 99ms));
  EXPECT_TRUE(control_.may_decrease(kbit(500), now_ + 100ms));
  EXPECT_TRUE(control_.may_decrease(kbit(399), now_ + 1ms));
}

TEST_F(Aimd, OverUseNeverRaisesTheRate) {
  update(BandwidthUse::kOverusing, kbit(1000), 1s);
  EXPECT_EQ(rate(), 500'000);
}

class LossBased : public testing::Test {
 protected:
  void report(int lost, int packets, Duration later, DataRate delay_based = kbit(5000)) {
    for (int i = 0; i < packets; ++i) control_.add(i < lost);
    now_ += later;
    control_.update(delay_based, 100ms, now_);
  }
  [[nodiscard]] std::int64_t rate() const { return control_.rate().bits_per_second(); }

  LossBasedControl control_{GccConfig({}), kbit(1000)};
  Timestamp now_ = kStart;
};

TEST_F(LossBased, TrustsDelaysForTwoSecondsWithoutLossThenGrowsByEightPercentASecond) {
  report(0, 100, 0s, kbit(1500));
  EXPECT_EQ(rate(), 1'500'000);
  report(0, 100, 2s);
  EXPECT_EQ(rate(), 1'621'000) << "1.08 and 1 kbit/s";
  report(0, 100, 500ms);
  EXPECT_EQ(rate(), 1'621'000) << "of the least rate of the last second";
  report(0, 100, 500ms);
  EXPECT_EQ(rate(), 1'751'680);
}

TEST_F(LossBased, HoldsBetweenTwoAndTenPercent) {
  for (const int lost : {3, 10}) report(lost, 100, 1s);
  EXPECT_EQ(rate(), 1'000'000);
}

TEST_F(LossBased, FallsByHalfTheShareOfLostPacketsOnceForEach) {
  report(20, 100, 0s);
  EXPECT_EQ(rate(), 900'000);
  report(0, 0, 600ms);
  EXPECT_EQ(rate(), 900'000);
  report(40, 100, 400ms);
  EXPECT_EQ(rate(), 720'000);
}

TEST_F(LossBased, AFewPacketsSayNothing) {
  report(5, 19, 0s, kbit(1000));
  EXPECT_EQ(control_.loss(), 0);
  report(0, 1, 1s, kbit(1000));
  EXPECT_EQ(control_.loss(), 0.25);
}

TEST_F(LossBased, NeverExceedsTheDelayBasedRate) {
  report(20, 100, 0s, kbit(300));
  EXPECT_EQ(rate(), 300'000);
  control_.set_rate(kbit(700));
  report(0, 100, 1s, kbit(800));
  EXPECT_EQ(rate(), 757'000);
}

}  // namespace
}  // namespace counterpoint

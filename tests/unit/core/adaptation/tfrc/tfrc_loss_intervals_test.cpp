// SPDX-License-Identifier: GPL-3.0-or-later
// The loss event rate and the receive rates of mode `tfrc` (RFC 5348, 4.3, 5.4 and 5.5).
#include <gtest/gtest.h>

#include "core/adaptation/tfrc/loss_intervals.h"
#include "core/adaptation/tfrc/receive_rates.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

DataRate kbit(std::int64_t rate) { return DataRate::kilobits_per_second(rate); }

LossIntervals of_hundred(bool discounting, int count = 8) {
  LossIntervals intervals(discounting);
  for (; count > 0; --count) intervals.close(100);
  return intervals;
}

TEST(LossIntervals, BeforeTheFirstLossTheRateIsZero) {
  LossIntervals intervals(true);
  intervals.set_open(1000);
  EXPECT_EQ(intervals.loss_event_rate(), 0);
}

TEST(LossIntervals, TheNewestFourCountFullyAndOlderOnesLessAndLess) {
  LossIntervals intervals(false);
  for (const double packets : {80.0, 70.0, 60.0, 50.0, 40.0, 30.0, 20.0, 10.0}) intervals.close(packets);
  // 10, 20, 30 and 40 fully, then 50, 60, 70 and 80.
  const double mean = (10 + 20 + 30 + 40 + 0.8 * 50 + 0.6 * 60 + 0.4 * 70 + 0.2 * 80) / 6;
  EXPECT_NEAR(intervals.loss_event_rate(), 1 / mean, 1e-12);
  intervals.close(90);  // 80 is forgotten.
  const double next = (90 + 10 + 20 + 30 + 0.8 * 40 + 0.6 * 50 + 0.4 * 60 + 0.2 * 70) / 6;
  EXPECT_NEAR(intervals.loss_event_rate(), 1 / next, 1e-12);
}

TEST(LossIntervals, TheOpenIntervalCountsOnlyOnceItMakesTheMeanLonger) {
  LossIntervals intervals = of_hundred(false);
  intervals.set_open(50);
  EXPECT_NEAR(intervals.loss_event_rate(), 0.01, 1e-12);
  intervals.set_open(400);
  // In place of the oldest one.
  EXPECT_NEAR(intervals.loss_event_rate(), 6 / (400 + 100 * (1 + 1 + 1 + 0.8 + 0.6 + 0.4 + 0.2)), 1e-12);
  LossIntervals one = of_hundred(false, 1);
  one.set_open(150);
  EXPECT_NEAR(one.loss_event_rate(), 1.0 / 150, 1e-12);
}

TEST(LossIntervals, AnOpenIntervalOfMoreThanTwiceTheMeanDiscountsTheOthers) {
  LossIntervals intervals = of_hundred(true);
  intervals.set_open(200);
  EXPECT_NEAR(intervals.loss_event_rate(), 6.0 / 700, 1e-12) << "not more than twice";
  intervals.set_open(250);
  // A discount of 200 / 250.
  EXPECT_NEAR(intervals.loss_event_rate(), (1 + 0.8 * 5) / (250 + 0.8 * 500), 1e-12);
  intervals.set_open(1000);
  EXPECT_NEAR(intervals.loss_event_rate(), (1 + 0.5 * 5) / (1000 + 0.5 * 500), 1e-12) << "half at least";
}

TEST(LossIntervals, DiscountsStayWhenTheIntervalEnds) {
  LossIntervals intervals = of_hundred(true);
  intervals.set_open(400);
  intervals.close(400);
  EXPECT_NEAR(intervals.loss_event_rate(), (1 + 0.5 * 5) / (400 + 0.5 * 500), 1e-12);
  LossIntervals plain = of_hundred(false);
  plain.set_open(400);
  plain.close(400);
  EXPECT_NEAR(plain.loss_event_rate(), 6.0 / 900, 1e-12);
}

TEST(ReceiveRates, RememberTwoRoundTrips) {
  ReceiveRates rates;
  EXPECT_FALSE(rates.largest());
  rates.update(kbit(900), 100ms, kStart);
  rates.update(kbit(500), 100ms, kStart + 100ms);
  rates.update(kbit(600), 100ms, kStart + 200ms);
  EXPECT_EQ(rates.largest(), kbit(900));
  rates.update(kbit(400), 100ms, kStart + 201ms);
  EXPECT_EQ(rates.largest(), kbit(600));
}

TEST(ReceiveRates, OfASenderThatIsLimitedByItsMediaTheLargestStays) {
  ReceiveRates rates;
  rates.update(kbit(900), 100ms, kStart);
  for (int i = 1; i < 10; ++i) rates.maximize(kbit(300), kStart + i * 100ms);
  EXPECT_EQ(rates.largest(), kbit(900));
  rates.halve();
  rates.maximize(kbit(300), kStart + 1s);
  EXPECT_EQ(rates.largest(), kbit(450));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// The search of Latecki 2004, section 3.2, worked out by hand.
#include "core/adaptation/latecki2004/rate_search.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr DataRate kbit(std::int64_t n) { return DataRate::kilobits_per_second(n); }

RateSearch search(DataRate start, double arrival_share = 0) {
  return {{.min_rate = kbit(100), .max_rate = kbit(2000), .resolution = 0.05, .arrival_share = arrival_share}, start};
}

/// Repeats carried() until rate() stays.
void finish(RateSearch& s) {
  for (DataRate before; before != s.rate(); s.carried()) before = s.rate();
}

TEST(RateSearch, HalvesTheIntervalAsInThePaper) {
  RateSearch s = search(kbit(300));
  s.carried();
  EXPECT_EQ(s.rate(), kbit(600));  // Doubles until the first failure.
  s.carried();
  EXPECT_EQ(s.rate(), kbit(1200));
  s.not_carried(kbit(1200));
  EXPECT_EQ(s.r_min(), kbit(600));
  EXPECT_EQ(s.r_max(), kbit(1200));
  EXPECT_EQ(s.rate(), kbit(900));
  s.not_carried(kbit(900));
  EXPECT_EQ(s.rate(), kbit(750));
  s.carried();
  EXPECT_EQ(s.rate(), kbit(825));
  s.carried();
  EXPECT_EQ(s.rate(), DataRate::bits_per_second(862'500));
  s.carried();
  // R_max - R_min is 37.5 kbit/s, less than 5 % of 900.
  EXPECT_EQ(s.rate(), DataRate::bits_per_second(862'500));
}

TEST(RateSearch, WhatArrivedBoundsWhatIsTriedNextOnBothSides) {
  RateSearch s = search(kbit(1000), 0.85);
  s.not_carried(kbit(600));
  EXPECT_EQ(s.r_max(), kbit(600));
  EXPECT_EQ(s.rate(), kbit(510));  // It is not (100 + 600) / 2.
  s.carried();
  EXPECT_EQ(s.rate(), kbit(555));
  s.not_carried(kbit(550));
  EXPECT_EQ(s.rate(), kbit(530));  // The middle is more than 0.85 x 550.
}

TEST(RateSearch, ReopensWithSmallStepsThatGrow) {
  RateSearch s = search(kbit(500));
  s.not_carried(kbit(500));
  finish(s);
  const DataRate found = s.rate();
  s.reopen();
  EXPECT_FALSE(s.r_max());
  EXPECT_EQ(s.r_min(), found);
  EXPECT_EQ(s.rate(), found * 1.1);
  s.carried();
  EXPECT_EQ(s.rate(), found * 1.1 * 1.2);
}

TEST(RateSearch, DropsRMinWhenTheRateOfBeforeIsNoLongerCarried) {
  RateSearch s = search(kbit(1000));
  s.carried();
  s.not_carried(kbit(2000));
  EXPECT_EQ(s.r_min(), kbit(1000));
  s.not_carried(kbit(400));
  EXPECT_EQ(s.r_min(), kbit(100));
  EXPECT_EQ(s.rate(), kbit(250));
}

TEST(RateSearch, ALossAtRMinDropsItAndOneAboveDoesNot) {
  RateSearch s = search(kbit(500));
  s.carried();
  s.lost();
  EXPECT_EQ(s.r_min(), kbit(500));
  s.not_carried(kbit(1000));
  finish(s);
  s.lost();
  EXPECT_EQ(s.r_min(), kbit(100));
}

TEST(RateSearch, KeepsToItsLimits) {
  RateSearch s = search(kbit(5));
  EXPECT_EQ(s.rate(), kbit(100));
  for (int i = 0; i < 20; ++i) s.carried();
  EXPECT_EQ(s.rate(), kbit(2000));
  for (int i = 0; i < 20; ++i) s.not_carried(DataRate());
  EXPECT_EQ(s.rate(), kbit(100));
  for (int i = 0; i < 20; ++i) s.ease(0.5);
  EXPECT_EQ(s.rate(), kbit(100));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/sim/skewed_clock.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

TEST(SkewedClock, GainsAndLosesPartsPerMillion) {
  EXPECT_EQ(SkewedClock(kStart, 200).local(kStart + 100s), kStart + 100s + 20ms);
  EXPECT_EQ(SkewedClock(kStart, -50.5).local(kStart + 1000s), kStart + 1000s - 50'500us);
  EXPECT_EQ(SkewedClock(kStart, 0).local(kStart + 1ns), kStart + 1ns);
  EXPECT_EQ(SkewedClock(kStart, 1000).local(kNever), kNever);
  EXPECT_EQ(SkewedClock(kStart, 1000).time_of(kNever), kNever);
}

// A deadline on the clock is reached at the time that the clock gives for it, or whoever waits would never go on.
TEST(SkewedClock, ReachesEachReading) {
  for (const double skew : {-1000.0, -3.7, 0.0, 0.001, 1000.0}) {
    const SkewedClock clock(kStart, skew);
    for (Duration at{}; at < 10s; at += 123'456'789ns) {
      const Timestamp reached = clock.local(clock.time_of(kStart + at));
      EXPECT_GE(reached, kStart + at);
      EXPECT_LE(reached, kStart + at + 1ns);
    }
  }
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/base_delay.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

TEST(BaseDelay, IsTheLeastOfItsIntervals) {
  BaseDelay base({.intervals = 3, .interval = 60s});
  EXPECT_FALSE(base.known());
  base.add(-5s, kStart);
  base.add(-4s, kStart + 1s);
  EXPECT_TRUE(base.known());
  EXPECT_EQ(base.least(), -5s) << "the clocks are unrelated";
  base.add(-4s, kStart + 60s);
  base.add(-3s, kStart + 120s);
  EXPECT_EQ(base.least(), -5s);
  base.add(-3s, kStart + 180s);
  EXPECT_EQ(base.least(), -4s) << "the first minute is forgotten";
  base.add(-6s, kStart + 181s);
  EXPECT_EQ(base.least(), -6s);
}

}  // namespace
}  // namespace counterpoint

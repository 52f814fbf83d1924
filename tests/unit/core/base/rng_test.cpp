// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rng.h"

#include <gtest/gtest.h>

#include <array>

namespace counterpoint {
namespace {

constexpr int kDraws = 100'000;

TEST(Rng, IsTheSameOnEveryMachine) {
  // SplitMix64's published first values for the seed 1234567.
  Rng rng(1234567);
  EXPECT_EQ(rng.next(), 6457827717110365317U);
  EXPECT_EQ(rng.next(), 3203168211198807973U);
  EXPECT_EQ(rng.next(), 9817491932198370423U);
}

TEST(Rng, SeedsDiffer) {
  Rng a(1);
  Rng b(2);
  EXPECT_NE(a.next(), b.next());
}

TEST(Rng, UniformStaysInItsRangeWithTheRightMean) {
  Rng rng(3);
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = rng.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
}

TEST(Rng, BelowReachesAllValuesEvenly) {
  Rng rng(4);
  std::array<int, 6> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts.at(rng.below(6));
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 6.0, 700.0);
}

TEST(Rng, ChanceHasItsProbability) {
  Rng rng(5);
  int hits = 0;
  for (int i = 0; i < kDraws; ++i) {
    hits += rng.chance(0.02) ? 1 : 0;
    ASSERT_FALSE(rng.chance(0.0));
    ASSERT_TRUE(rng.chance(1.0));
  }
  EXPECT_NEAR(hits, kDraws * 0.02, 200.0);
}

TEST(Rng, GaussianHasMeanZeroAndDeviationOne) {
  Rng rng(6);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = rng.gaussian();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 0.02);
  EXPECT_NEAR(squares / kDraws, 1.0, 0.03);
}

}  // namespace
}  // namespace counterpoint

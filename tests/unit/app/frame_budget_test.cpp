// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/frame_budget.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr DataRate kRate = DataRate::kilobits_per_second(80);
/// A frame's share of it, at 10 frames/s.
constexpr DataSize kShare = DataSize::bytes(1000);

/// Frames of `size` that are encoded of 100, one each 100 ms.
int encoded(FrameBudget& budget, Timestamp& now, DataSize size) {
  int frames = 0;
  for (int i = 0; i < 100; ++i, now += 100ms) {
    if (!budget.has_room(now, kRate)) continue;
    budget.spend(size);
    ++frames;
  }
  return frames;
}

TEST(FrameBudget, LeavesNoFrameOutThatHoldsTheRate) {
  FrameBudget budget;
  Timestamp now{1000s};
  EXPECT_EQ(encoded(budget, now, kShare), 100);
}

TEST(FrameBudget, HoldsTheRateWhereFramesExceedIt) {
  FrameBudget budget;
  Timestamp now{1000s};
  encoded(budget, now, kShare * 3);
  EXPECT_NEAR(encoded(budget, now, kShare * 3), 33, 1);
  // The excess is soon forgotten.
  EXPECT_GE(encoded(budget, now, kShare), 98);
}

TEST(FrameBudget, BearsAKeyFrame) {
  FrameBudget budget;
  Timestamp now{1000s};
  ASSERT_TRUE(budget.has_room(now, kRate));
  budget.spend(kShare * 5);
  EXPECT_TRUE(budget.has_room(now + 100ms, kRate));
}

TEST(FrameBudget, ALowerRateMakesNoExcessOfWhatTheFormerOneAllowed) {
  FrameBudget budget;
  const Timestamp now{1000s};
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(budget.has_room(now + i * 10ms, kRate * 10));
    budget.spend(kShare * 10);
  }
  EXPECT_TRUE(budget.has_room(now + 33ms, kRate));
}

TEST(FrameBudget, ARateThatSwingsForgivesNoExcess) {
  FrameBudget budget;
  Timestamp now{1000s};
  DataSize made;
  for (int i = 0; i < 600; ++i, now += 100ms) {
    if (!budget.has_room(now, i % 2 == 0 ? kRate : kRate * 2)) continue;
    budget.spend(kShare * 5);
    made += kShare * 5;
  }
  EXPECT_NEAR(made / (kRate * 1.5 * 60s), 1, 0.15);
}

TEST(FrameBudget, MeasuresExcessInBytesSoThatAHigherRateEndsItAtOnce) {
  FrameBudget budget;
  const Timestamp now{1000s};
  ASSERT_TRUE(budget.has_room(now, kRate));
  budget.spend(kShare * 20);
  EXPECT_FALSE(budget.has_room(now + 33ms, kRate));
  EXPECT_TRUE(budget.has_room(now + 66ms, kRate * 10));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/video_send_pipeline.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

/// The frames that are taken of `seconds` of a camera with `camera` frames/s, each late by up to `jitter`.
std::vector<Timestamp> taken(FrameRateLimiter& limiter, double camera, double limit, int seconds, Duration jitter) {
  Rng rng(1);
  std::vector<Timestamp> frames;
  for (int i = 0; i < static_cast<int>(camera) * seconds; ++i) {
    const Timestamp at = kStart + from_seconds(i / camera) + from_seconds(to_seconds(jitter) * rng.uniform());
    if (limiter.accept(at, FrameRate::per_second(limit))) frames.push_back(at);
  }
  return frames;
}

TEST(FrameRateLimiter, TakesEveryFrameOfACameraAsFastAsTheLimit) {
  for (const Duration jitter : {0ms, 10ms}) {
    FrameRateLimiter limiter;
    EXPECT_GE(taken(limiter, 30, 30, 10, jitter).size(), 298U);
  }
}

TEST(FrameRateLimiter, TakesEveryFrameOfASlowerCamera) {
  FrameRateLimiter limiter;
  EXPECT_EQ(taken(limiter, 15, 30, 10, 20ms).size(), 150U);
}

TEST(FrameRateLimiter, KeepsTheMeanAtTheLimitWhateverTheCameraGives) {
  for (const double camera : {25.0, 30.0, 48.0, 50.0, 60.0}) {
    for (const double limit : {5.0, 7.0, 10.0, 15.0, 20.0, 24.0}) {
      FrameRateLimiter limiter;
      const auto frames = taken(limiter, camera, limit, 20, 5ms);
      EXPECT_NEAR(static_cast<double>(frames.size()) / 20, limit, 0.02 * limit) << camera << " to " << limit;
    }
  }
}

TEST(FrameRateLimiter, SpacesFramesAsEvenlyAsTheCameraAllows) {
  FrameRateLimiter limiter;
  const auto frames = taken(limiter, 60, 20, 10, 0ms);
  for (std::size_t i = 1; i < frames.size(); ++i) {
    EXPECT_NEAR(to_milliseconds(frames[i] - frames[i - 1]), 50, 17) << i;
  }
}

TEST(FrameRateLimiter, FollowsALimitThatChanges) {
  FrameRateLimiter limiter;
  int slow = 0;
  int fast = 0;
  for (int i = 0; i < 300; ++i) {
    const bool first = i < 150;
    if (limiter.accept(kStart + from_seconds(i / 30.0), FrameRate::per_second(first ? 5 : 30))) ++(first ? slow : fast);
  }
  EXPECT_NEAR(slow, 25, 1);
  EXPECT_GE(fast, 144);  // All but those that the slow rate still held off.
}

TEST(FrameRateLimiter, MakesUpForNoPause) {
  FrameRateLimiter limiter;
  ASSERT_TRUE(limiter.accept(kStart, FrameRate::per_second(10)));
  int accepted = 0;
  for (int i = 0; i < 30; ++i) {
    if (limiter.accept(kStart + 60s + from_seconds(i / 30.0), FrameRate::per_second(10))) ++accepted;
  }
  EXPECT_NEAR(accepted, 10, 1);
}

}  // namespace
}  // namespace counterpoint

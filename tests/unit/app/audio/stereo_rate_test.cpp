// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/stereo_rate.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

DataRate kilobits(double rate) { return DataRate::bits_per_second(static_cast<std::int64_t>(rate * 1000)); }

TEST(StereoRate, IsAPartOfWhatVideoGets) {
  StereoRate rate({});
  EXPECT_EQ(rate.next(kilobits(150)), std::nullopt) << "a narrow path";
  EXPECT_EQ(rate.next(kilobits(500)), std::nullopt);
  EXPECT_EQ(rate.next(kilobits(640)), kilobits(80));
  EXPECT_EQ(rate.next(kilobits(5000)), kilobits(96)) << "more is not heard";
}

TEST(StereoRate, DoesNotTurnStereoOnAndOffWhereTheRateWavers) {
  StereoRate rate({});
  EXPECT_EQ(rate.next(kilobits(512)), kilobits(64));
  EXPECT_EQ(rate.next(kilobits(400)), kilobits(50));
  EXPECT_EQ(rate.next(kilobits(380)), std::nullopt);
  EXPECT_EQ(rate.next(kilobits(400)), std::nullopt);
  EXPECT_EQ(rate.next(DataRate()), std::nullopt) << "no video may leave";
}

TEST(StereoRate, FollowsTheRateThatTheUserHasSetForAudio) {
  EXPECT_EQ(StereoRate({.mono = kilobits(16)}).next(kilobits(5000)), std::nullopt);
  EXPECT_EQ(StereoRate({.mono = kilobits(24)}).next(kilobits(5000)), kilobits(72));
  EXPECT_EQ(StereoRate({.mono = kilobits(128)}).next(kilobits(150)), kilobits(128)) << "it costs no more than mono";
}

}  // namespace
}  // namespace counterpoint

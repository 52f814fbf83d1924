// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/limit_evidence.h"

#include <gtest/gtest.h>

#include "core/adaptation/measure/departure_meter.h"

namespace counterpoint {
namespace {

constexpr DataRate kMax = DataRate::kilobits_per_second(4000);

DataRate kilobits(int n) { return DataRate::kilobits_per_second(n); }

TEST(LimitEvidenceTest, AnEstimateThatTrafficReachesIsALimit) {
  LimitEvidence evidence;
  EXPECT_FALSE(evidence.limit(kMax)) << "nothing is known";
  for (int i = 0; i < 20; ++i) evidence.add(i * 1s, kilobits(900), kilobits(870));
  EXPECT_EQ(evidence.limit(kMax), (RateLimit{kilobits(900), LimitOrigin::kEstimate, 0s}));
}

// A source with little to say let the estimate climb to 1332 kbit/s on a path of 900.
TEST(LimitEvidenceTest, AnEstimateAboveAllThatArrivesIsNotTried) {
  LimitEvidence evidence;
  for (int i = 0; i < 40; ++i) evidence.add(i * 1s, kilobits(700 + 20 * i), kilobits(700 + i % 3));
  const auto limit = evidence.limit(kMax);
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->origin, LimitOrigin::kUntried);
  EXPECT_EQ(limit->rate, kilobits(702));
  EXPECT_EQ(limit->tried_ago, 32s) << "840 kbit/s were the last that traffic was close to";
}

TEST(LimitEvidenceTest, APathThatBecomesNarrowIsALimitAtOnce) {
  LimitEvidence evidence;
  for (int i = 0; i < 20; ++i) evidence.add(i * 1s, kilobits(2000), kilobits(1900));
  evidence.add(20s, kilobits(300), kilobits(310));
  EXPECT_EQ(evidence.limit(kMax)->origin, LimitOrigin::kEstimate);
  EXPECT_EQ(evidence.limit(kMax)->rate, kilobits(300));
}

TEST(LimitEvidenceTest, TheSettingsAreTheLimitWhereThePathIsNot) {
  LimitEvidence evidence;
  evidence.add(0s, kilobits(4448), kilobits(4000));
  EXPECT_EQ(evidence.limit(kMax), (RateLimit{kMax, LimitOrigin::kMaximum, 0s}));
}

TEST(DepartureMeterTest, CountsDatagramsOverASecond) {
  DepartureMeter meter;
  Timestamp now{};
  EXPECT_FALSE(meter.position(now));
  for (int i = 0; i < 200; ++i, now += 10ms) meter.add(DataSize::bytes(i % 2 == 0 ? 1000 : 200), now);
  const auto position = meter.position(now);
  ASSERT_TRUE(position);
  EXPECT_NEAR(position->packet_rate.per_second(), 100, 0.5);
  EXPECT_NEAR(position->bit_rate.kilobits_per_second(), 480, 5);
  EXPECT_FALSE(meter.position(now + 2s)) << "nothing is sent any more";
}

}  // namespace
}  // namespace counterpoint

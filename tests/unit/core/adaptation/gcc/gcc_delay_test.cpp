// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of packets, the trend of their delay, and the adaptive threshold of mode `gcc`.
#include <gtest/gtest.h>

#include "core/adaptation/gcc/packet_groups.h"
#include "core/adaptation/gcc/trendline_detector.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

TEST(PacketGroups, PacketsThatLeaveWithinFiveMillisecondsAreOne) {
  PacketGroups groups(5ms);
  for (const auto& [sent, arrived] : {std::pair(0ms, 50ms), {3ms, 60ms}, {5ms, 70ms}, {33ms, 85ms}, {38ms, 104ms}}) {
    EXPECT_FALSE(groups.add(kStart + sent, kStart + arrived));
  }
  const auto variation = groups.add(kStart + 66ms, kStart + 120ms);
  ASSERT_TRUE(variation);
  EXPECT_EQ(variation->sent, 33ms);
  EXPECT_EQ(variation->arrived, 34ms);
  EXPECT_EQ(variation->at, kStart + 104ms);
}

TEST(PacketGroups, PacketsThatThePathReleasesTogetherAreOne) {
  PacketGroups groups(5ms);
  // The second one left 20 ms later and arrives 2 ms later: both were held back.
  EXPECT_FALSE(groups.add(kStart, kStart + 100ms));
  EXPECT_FALSE(groups.add(kStart + 20ms, kStart + 102ms));
  EXPECT_FALSE(groups.add(kStart + 40ms, kStart + 130ms));
  const auto variation = groups.add(kStart + 60ms, kStart + 150ms);
  ASSERT_TRUE(variation);
  EXPECT_EQ(variation->sent, 20ms);
  EXPECT_EQ(variation->arrived, 28ms);
}

TEST(PacketGroups, APacketThatOthersOvertookIsLeftOut) {
  PacketGroups groups(5ms);
  EXPECT_FALSE(groups.add(kStart, kStart + 100ms));
  EXPECT_FALSE(groups.add(kStart + 20ms, kStart + 120ms));
  EXPECT_FALSE(groups.add(kStart + 1ms, kStart + 139ms));
  const auto variation = groups.add(kStart + 40ms, kStart + 140ms);
  ASSERT_TRUE(variation);
  EXPECT_EQ(variation->arrived, 20ms);
}

/// Groups that leave each 20 ms.
class Trendline {
 public:
  explicit Trendline(const ParameterValues& values) : detector(GccConfig(values)) {}

  void add(Duration later, int times = 1) {
    for (; times > 0; --times) {
      at_ += 20ms + later;
      detector.add({.sent = 20ms, .arrived = 20ms + later, .at = at_});
    }
  }

  TrendlineDetector detector;

 private:
  Timestamp at_ = kStart;
};

TEST(Trendline, IsTheSlopeTimesGainTimesTheNumberOfGroups) {
  Trendline line({{"smoothing", 0}});
  line.add(2ms, 19);
  EXPECT_EQ(line.detector.trend(), 0) << "the window is not full";
  line.add(2ms);
  // The sum grows by 2 ms each 22 ms.
  EXPECT_NEAR(line.detector.trend(), 20 * (2.0 / 22) * 4, 1e-9);
  line.add(2ms, 60);
  EXPECT_NEAR(line.detector.trend(), 60 * (2.0 / 22) * 4, 1e-9) << "60 at most";
}

TEST(Trendline, SmoothingTakesNineTenthsOfThePast) {
  Trendline line({{"window", 2}, {"smoothing", 0.9}});
  line.add(10ms, 2);
  // The sums 10 and 20 become 1 and 2.9 ms, 30 ms apart.
  EXPECT_NEAR(line.detector.trend(), 2 * (1.9 / 30) * 4, 1e-9);
}

TEST(Trendline, TheThresholdFallsBelowItselfAndStopsAtSixMilliseconds) {
  Trendline line({{"threshold_down", 0.001}});
  line.add(0ms);
  EXPECT_EQ(line.detector.threshold(), 12.5);
  line.add(0ms);
  EXPECT_NEAR(line.detector.threshold(), 12.5 - 0.001 * 12.5 * 20, 1e-9);
  line.add(0ms);
  EXPECT_NEAR(line.detector.threshold(), 12.25 - 0.001 * 12.25 * 20, 1e-9);
  line.add(0ms, 100);
  EXPECT_EQ(line.detector.threshold(), 6);
}

TEST(Trendline, TheThresholdFollowsATrendAboveItUnlessThatIsFarAbove) {
  // Two groups: the slope is 1/21.
  Trendline above({{"window", 2}, {"smoothing", 0}, {"gain", 100}, {"threshold", 6}});
  above.add(1ms, 2);
  EXPECT_NEAR(above.detector.trend(), 2 * 100.0 / 21, 1e-9);
  EXPECT_NEAR(above.detector.threshold(), 6 + 0.0087 * (200.0 / 21 - 6) * 21, 1e-9);
  Trendline far({{"window", 2}, {"smoothing", 0}, {"gain", 100}, {"threshold", 6}});
  far.add(3ms, 2);
  EXPECT_EQ(far.detector.threshold(), 6) << "26 ms is a sudden change of the path";
}

TEST(Trendline, AQueueThatGrowsIsOverUseOneThatDrainsUnderUseAndJitterNeither) {
  Trendline line({});
  for (int i = 0; i < 100; ++i) {
    line.add(i % 2 == 0 ? Duration(3ms) : Duration(-3ms));
    EXPECT_EQ(line.detector.use(), BandwidthUse::kNormal) << i;
  }
  line.add(4ms, 10);
  EXPECT_EQ(line.detector.use(), BandwidthUse::kOverusing);
  line.add(0ms, 30);
  EXPECT_EQ(line.detector.use(), BandwidthUse::kNormal);
  line.add(-4ms, 10);
  EXPECT_EQ(line.detector.use(), BandwidthUse::kUnderusing);
}

TEST(Trendline, OverUseHasToLast) {
  Trendline patient({{"overuse_time", 1000}});
  patient.add(4ms, 40);
  EXPECT_GT(patient.detector.trend(), patient.detector.threshold());
  EXPECT_EQ(patient.detector.use(), BandwidthUse::kNormal);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/plane/operating_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

/// Packets/s and kbit/s, as the paper's figures 1 and 2 have them: bits are cut off, not rounded.
std::pair<double, int> at(const std::vector<PlacedPoint>& points, int bytes, int frame_rate) {
  const auto found = std::ranges::find_if(points, [&](const PlacedPoint& one) {
    return one.point.frame_size == DataSize::bytes(bytes) && one.point.frame_rate == FrameRate::per_second(frame_rate);
  });
  if (found == points.end()) return {};
  return {found->position.packet_rate.per_second(), static_cast<int>(found->position.bit_rate.kilobits_per_second())};
}

TEST(OperatingPoints, OneDimensionalOnesOfThePaper) {
  const std::vector<PlacedPoint> points = nee1997_one_dimensional();
  EXPECT_EQ(points.size(), 25U);
  EXPECT_EQ(at(points, 2100, 6), std::pair(22.0, 116));  // 116.8: the figure says 117.
  EXPECT_EQ(at(points, 2100, 30), std::pair(70.0, 520));
}

TEST(OperatingPoints, TwoDimensionalOnesOfThePaper) {
  const std::vector<PlacedPoint> points = nee1997_two_dimensional();
  EXPECT_EQ(points.size(), 21U + 25U + 14U);
  EXPECT_EQ(at(points, 2100, 6), std::pair(16.0, 116));
  EXPECT_EQ(at(points, 2100, 10), std::pair(20.0, 184));
  EXPECT_EQ(at(points, 2100, 15), std::pair(30.0, 268));  // Two packets for each frame above 10.
  EXPECT_EQ(at(points, 2100, 20), std::pair(40.0, 352));
  EXPECT_EQ(at(points, 2100, 25), std::pair(45.0, 436));  // One for each above 20.
  EXPECT_EQ(at(points, 2100, 30), std::pair(50.0, 520));
  EXPECT_EQ(at(points, 1200, 10), std::pair(20.0, 112));
  EXPECT_EQ(at(points, 1200, 30), std::pair(40.0, 304));
  EXPECT_EQ(at(points, 2800, 6), std::pair(22.0, 150));
  EXPECT_EQ(at(points, 2800, 19), std::pair(48.0, 441));
  // Small frames below 10 and large ones above 19 frames/s the paper's encoder did not make.
  EXPECT_EQ(at(points, 1200, 9), std::pair(0.0, 0));
  EXPECT_EQ(at(points, 2800, 20), std::pair(0.0, 0));
}

TEST(OperatingPoints, OfALiveCallReachFrom40KilobitsTo4Megabits) {
  const WireFormat wire;
  const std::vector<PlacedPoint> points = operating_points(live_classes(wire, 50ms), wire, {});
  const auto [least, most] =
      std::ranges::minmax(points, {}, [](const PlacedPoint& one) { return one.point.video_rate(); });
  EXPECT_LT(least.point.video_rate(), DataRate::kilobits_per_second(44));
  EXPECT_GT(most.point.video_rate(), DataRate::kilobits_per_second(3700));
  for (const PlacedPoint& one : points) {
    EXPECT_EQ(one.position, plane_position(one.point, wire));
    EXPECT_GE(one.point.video_rate(), DataRate::kilobits_per_second(40));
    EXPECT_LE(one.point.video_rate(), DataRate::kilobits_per_second(4000));
  }
  // They span an area: at 40 packets/s there is a wide range of bit-rates, as in figure 2.
  DataRate lowest = DataRate::unlimited();
  DataRate highest;
  for (const PlacedPoint& one : points) {
    if (std::abs(one.position.packet_rate.per_second() - 40) > 1) continue;
    lowest = std::min(lowest, one.position.bit_rate);
    highest = std::max(highest, one.position.bit_rate);
  }
  EXPECT_GT(highest / lowest, 1.2);
}

TEST(OperatingPoints, KeepToTheLimitsAndAreNeverNone) {
  const WireFormat wire;
  ScalingLimits limits{.min_video_rate = DataRate::kilobits_per_second(200),
                       .max_video_rate = DataRate::kilobits_per_second(400),
                       .max_frame_rate = FrameRate::per_second(15),
                       .max_aggregation_delay = Duration::zero()};
  const std::vector<PlacedPoint> points = operating_points(live_classes(wire, 50ms), wire, limits);
  EXPECT_GT(points.size(), 20U);
  for (const PlacedPoint& one : points) {
    EXPECT_GE(one.point.video_rate(), limits.min_video_rate);
    EXPECT_LE(one.point.video_rate(), limits.max_video_rate);
    EXPECT_LE(one.point.frame_rate, limits.max_frame_rate);
    EXPECT_EQ(one.point.aggregation_delay, Duration::zero());
  }
  limits.min_video_rate = limits.max_video_rate = DataRate::kilobits_per_second(20'000);
  const std::vector<PlacedPoint> one = operating_points(live_classes(wire, 50ms), wire, limits);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_NEAR(one.front().point.video_rate().kilobits_per_second(), 20'000, 10);
}

TEST(OperatingPoints, SmallFramesGoWithSmallFrames) {
  const Resolution largest{.width = 1280, .height = 720};
  EXPECT_EQ(resolution_for(DataSize::bytes(20'000), largest), largest);
  // 1955 bytes are 15640 bits: enough for 391000 pixels at 0.04 bits each.
  EXPECT_EQ(resolution_for(DataSize::bytes(1955), largest), (Resolution{.width = 640, .height = 360}));
  EXPECT_EQ(resolution_for(DataSize::bytes(100), largest), (Resolution{.width = 320, .height = 180}));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/plane/operating_set.h"

#include <gtest/gtest.h>

#include <random>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/operating_points.h"

namespace counterpoint {
namespace {

AdaptationContext context_with(const ScalingLimits& limits) {
  AdaptationContext context{.point = {}, .wire = {}, .limits = limits};
  context.point = OperatingPoint::from_rate(std::min(DataRate::kilobits_per_second(300), limits.max_video_rate),
                                            limits.max_frame_rate, limits.max_resolution);
  return context;
}

const ScalingLimits kLimits[] = {
    {},
    {.min_video_rate = DataRate::kilobits_per_second(100), .max_video_rate = DataRate::kilobits_per_second(700)},
    {.max_frame_rate = FrameRate::per_second(12.5), .max_aggregation_delay = 0ms},
    {.max_video_rate = DataRate::kilobits_per_second(12'000), .max_frame_rate = FrameRate::per_second(60)},
};

OperatingSet set_of(const Scaler& scaler, const AdaptationContext& context) {
  std::vector<PlanePosition> positions;
  for (const PlacedPoint& placed : scaler.points()) positions.push_back(placed.position);
  return positions.empty() ? free_set(context.wire, context.limits) : set_of_points(positions);
}

// The plane shows this set, and a point beside it would be nonsense.
TEST(OperatingSetTest, WhateverAScalerChoosesLiesWithinItsSet) {
  for (const Mode& mode : modes()) {
    for (const ScalingLimits& limits : kLimits) {
      const AdaptationContext context = context_with(limits);
      const auto scaler = mode.scaler->make(context, {});
      const OperatingSet set = set_of(*scaler, context);
      ASSERT_FALSE(set.outline.empty()) << mode.name;
      std::mt19937 random(7);
      const auto between = [&random](double least, double most) {
        return std::exp(std::uniform_real_distribution(std::log(least), std::log(most))(random));
      };
      PathEstimate estimate;
      for (int i = 0; i < 3000; ++i) {
        estimate.rate = DataRate::bits_per_second(std::llround(between(1e4, 3e7)));
        estimate.packet_rate.reset();
        if (i % 3 == 0) estimate.packet_rate = PacketRate::per_second(between(20, 2000));
        estimate.conclude(static_cast<PathEstimate::Verdict>(random() % 4), "", "");
        const OperatingPoint point = scaler->update(estimate, Timestamp{} + i * 300ms);
        const PlanePosition position = plane_position(point, context.wire);
        ASSERT_TRUE(set.contains(position))
            << mode.name << ", step " << i << ": " << position.bit_rate.kilobits_per_second() << " kbit/s, "
            << position.packet_rate.per_second() << " packets/s, " << point.frame_size.bytes() << " bytes, "
            << point.frame_rate.per_second() << " frames/s";
      }
    }
  }
}

TEST(OperatingSetTest, OfAFreeModeIsAnAreaAndHoldsNoMoreThanThat) {
  const OperatingSet set = free_set({}, {});
  const auto at = [](double kilobits, double packets) {
    return PlanePosition{DataRate::bits_per_second(std::llround(1000 * kilobits)), PacketRate::per_second(packets)};
  };
  EXPECT_TRUE(set.contains(at(500, 80)));
  EXPECT_TRUE(set.contains(at(500, 110)));
  EXPECT_FALSE(set.contains(at(500, 40))) << "500 kbit/s need more packets than that";
  EXPECT_FALSE(set.contains(at(500, 200))) << "30 frames/s need fewer";
  EXPECT_FALSE(set.contains(at(20, 50))) << "below the least video";
  EXPECT_FALSE(set.contains(at(9000, 900))) << "above the most";
}

TEST(OperatingSetTest, OfThePaperHasTheCurvesOfItsFigures) {
  const auto positions = [](const std::vector<PlacedPoint>& placed) {
    std::vector<PlanePosition> all;
    for (const PlacedPoint& point : placed) all.push_back(point.position);
    return all;
  };
  EXPECT_EQ(curves_of(positions(nee1997_one_dimensional())).size(), 1U) << "figure 1 is a line";
  const std::vector<PlanePosition> two = positions(nee1997_two_dimensional());
  const auto curves = curves_of(two);
  ASSERT_EQ(curves.size(), 3U) << "small, medium and large frames";
  EXPECT_EQ(curves[0].size(), 21U);
  EXPECT_EQ(curves[1].size(), 25U);
  EXPECT_EQ(curves[2].size(), 14U);
  const OperatingSet set = set_of_points(two);
  EXPECT_EQ(set.points, two);
  for (const PlanePosition& point : two) EXPECT_TRUE(set.contains(point)) << point.bit_rate.kilobits_per_second();
}

TEST(OperatingSetTest, OutlinesAreReadBackAsTheyWereWritten) {
  const std::vector<PacketRateSpan> outline = free_set({}, {}).outline;
  EXPECT_EQ(outline_from(corners_of(outline)), outline);
  std::vector<PlanePosition> broken = corners_of(outline);
  std::swap(broken[10], broken[40]);
  for (std::size_t i = 1; i < outline_from(broken).size(); ++i) {
    EXPECT_GT(outline_from(broken)[i].bit_rate, outline_from(broken)[i - 1].bit_rate);
    EXPECT_LE(outline_from(broken)[i].least, outline_from(broken)[i].most);
  }
}

TEST(OperatingSetTest, AFrameRateLineStepsWhereFramesNeedAPacketMore) {
  const WireFormat wire{.max_payload = DataSize::bytes(1000), .audio_frame = {}};
  const auto line = frame_rate_line(FrameRate::per_second(10), DataSize::bytes(500), DataSize::bytes(2500), wire);
  ASSERT_EQ(line.size(), 6U);
  EXPECT_EQ(line[1].packet_rate.per_second(), 10);
  EXPECT_EQ(line[2].packet_rate.per_second(), 20);
  EXPECT_EQ(line[5].packet_rate.per_second(), 30);
}

}  // namespace
}  // namespace counterpoint

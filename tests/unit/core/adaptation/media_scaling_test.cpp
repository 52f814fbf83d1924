// SPDX-License-Identifier: GPL-3.0-or-later
// One- and two-dimensional media scaling (Nee 1997, 3.1 and 3.2).
#include <gtest/gtest.h>

#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/operating_points.h"
#include "core/adaptation/scaling/target_rate_scaler.h"

namespace counterpoint {
namespace {

using Verdict = PathEstimate::Verdict;

AdaptationContext start(double frame_rate, DataSize frame_size) {
  return {.point = {.frame_size = frame_size, .frame_rate = FrameRate::per_second(frame_rate)},
          .wire = {},
          .limits = {.min_video_rate = DataRate::kilobits_per_second(40),
                     .max_video_rate = DataRate::kilobits_per_second(500)},
          .now = Timestamp{1000s}};
}

/// A scaler and the verdicts that it is given one after another.
class Scaling {
 public:
  Scaling(const ScalerKind& kind, const AdaptationContext& start, const ParameterValues& values = {})
      : wire_(start.wire), scaler_(kind.make(start, values)) {}

  OperatingPoint after(Verdict verdict) {
    estimate_.verdict = verdict;
    ++estimate_.verdict_count;
    return again();
  }
  OperatingPoint again() { return scaler_->update(estimate_, Timestamp{1000s}); }
  PlanePosition position() { return plane_position(again(), wire_); }

 private:
  WireFormat wire_;
  PathEstimate estimate_;
  std::unique_ptr<Scaler> scaler_;
};

DataSize size_of(double half_packets) { return frame_size_of(half_packets, {}); }

std::vector<double> frame_rates(Scaling& scaling, Verdict verdict, int times) {
  std::vector<double> rates;
  for (int i = 0; i < times; ++i) rates.push_back(scaling.after(verdict).frame_rate.per_second());
  return rates;
}

TEST(FrameRateLadder, TakesTheStepsOfThePaper) {
  Scaling scaling(*find_mode("1d")->scaler, start(30, size_of(3)));
  EXPECT_EQ(frame_rates(scaling, Verdict::kCongestion, 13),
            (std::vector<double>{26, 23, 20, 17, 15, 13, 11, 9, 8, 7, 6, 6, 6}));
  EXPECT_EQ(frame_rates(scaling, Verdict::kHeadroom, 14),
            (std::vector<double>{7, 8, 9, 10, 12, 14, 16, 18, 20, 23, 26, 29, 30, 30}));
  EXPECT_EQ(scaling.again().frame_size, size_of(3));
  EXPECT_EQ(scaling.again().aggregation_delay, Duration::zero());
}

TEST(FrameRateLadder, StepsOnceForEachVerdict) {
  Scaling scaling(*find_mode("1d")->scaler, start(30, size_of(3)));
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_rate, FrameRate::per_second(26));
  EXPECT_EQ(scaling.again().frame_rate, FrameRate::per_second(26));
  EXPECT_EQ(scaling.after(Verdict::kClear).frame_rate, FrameRate::per_second(26));
}

TEST(FrameRateLadder, BeginsAtTheRungWithTheRateOfTheStart) {
  // 30 frames of 977 bytes are about 20 of 1466.
  const AdaptationContext begin = start(30, DataSize::bytes(977));
  Scaling scaling(*find_mode("1d")->scaler, begin);
  EXPECT_EQ(scaling.again(), begin.point);
  EXPECT_NEAR(scaling.after(Verdict::kClear).frame_rate.per_second(), 20, 0.1);
}

TEST(FrameRateLadder, KeepsToTheLimitsOfTheCall) {
  AdaptationContext begin = start(30, size_of(3));
  begin.limits.min_video_rate = DataRate::kilobits_per_second(1000);
  begin.limits.max_video_rate = DataRate::kilobits_per_second(2000);
  Scaling scaling(*find_mode("1d")->scaler, begin);
  for (int i = 0; i < 20; ++i) EXPECT_GE(scaling.after(Verdict::kCongestion).video_rate().kilobits_per_second(), 999);
  for (int i = 0; i < 20; ++i) EXPECT_LE(scaling.after(Verdict::kHeadroom).video_rate().kilobits_per_second(), 2001);
}

TEST(RecentSuccess, MakesFramesSmallerFirstAndKeepsTheirNumber) {
  Scaling scaling(*find_mode("2d-classic")->scaler, start(30, size_of(4)));
  const OperatingPoint before = scaling.after(Verdict::kClear);
  EXPECT_EQ(before.frame_size, size_of(4));
  EXPECT_EQ(before.aggregation_delay, Duration(50ms));
  const PlanePosition from = scaling.position();
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_size, size_of(3.5));
  EXPECT_EQ(scaling.again().frame_rate, FrameRate::per_second(30));
  EXPECT_LE(scaling.position().packet_rate.per_second(), 1.02 * from.packet_rate.per_second());
  EXPECT_LT(scaling.position().bit_rate, from.bit_rate * 0.9);
}

TEST(RecentSuccess, ChangesTheDimensionThatDoesNotHelp) {
  Scaling scaling(*find_mode("2d-classic")->scaler, start(30, size_of(4)));
  scaling.after(Verdict::kClear);
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_size, size_of(3.5));
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_size, size_of(3));
  // Two in vain: now packets.
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_size, size_of(3));
  EXPECT_EQ(scaling.again().frame_rate, FrameRate::per_second(26));
  // This helped; at the next congestion it comes first.
  scaling.after(Verdict::kClear);
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_rate, FrameRate::per_second(23));
  EXPECT_EQ(scaling.again().frame_size, size_of(3));
}

TEST(RecentSuccess, GivesTheFirstDimensionItsTurnAgain) {
  Scaling scaling(*find_mode("2d-classic")->scaler, start(30, size_of(4)), {{"stay", 2}});
  scaling.after(Verdict::kClear);
  for (int i = 0; i < 3; ++i) scaling.after(Verdict::kCongestion);
  const DataSize size = scaling.again().frame_size;
  for (int i = 0; i < 2; ++i) {
    scaling.after(Verdict::kClear);
    EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_size, size);
  }
  scaling.after(Verdict::kClear);
  EXPECT_LT(scaling.after(Verdict::kCongestion).frame_size, size);
}

TEST(RecentSuccess, GivesBackFirstWhatWasNotTheTrouble) {
  Scaling scaling(*find_mode("2d-classic")->scaler, start(30, size_of(1)), {{"first_dimension", 1}});
  scaling.after(Verdict::kClear);
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_rate, FrameRate::per_second(26));
  scaling.after(Verdict::kClear);
  // Packets are the trouble: a larger frame in the packets that there are comes before another frame.
  const PlanePosition before = scaling.position();
  scaling.after(Verdict::kHeadroom);
  EXPECT_GE(scaling.position().bit_rate, before.bit_rate);
  EXPECT_GE(scaling.again().frame_rate, FrameRate::per_second(26));
}

TEST(RecentSuccess, GoesDownToTheLeastPointAndUpToTheHighest) {
  Scaling scaling(*find_mode("2d-classic")->scaler, start(30, size_of(4)));
  for (int i = 0; i < 60; ++i) scaling.after(Verdict::kCongestion);
  EXPECT_EQ(scaling.again().frame_size, size_of(1));
  EXPECT_EQ(scaling.again().frame_rate, FrameRate::per_second(11));  // 43 kbit/s; the limit is 40.
  for (int i = 0; i < 60; ++i) scaling.after(Verdict::kHeadroom);
  EXPECT_EQ(scaling.again().frame_size, size_of(4));
  EXPECT_EQ(scaling.again().frame_rate, FrameRate::per_second(30));
}

TEST(RecentSuccess, KnowsThePapersSet) {
  AdaptationContext begin = start(20, DataSize::bytes(1610));
  begin.limits.min_video_rate = {};
  Scaling scaling(*find_mode("2d-classic")->scaler, begin, {{"paper_set", 1}});
  // 2100 of 1500 bytes: 1610 of 1150; small are 920.
  EXPECT_EQ(scaling.after(Verdict::kClear).frame_size, DataSize::bytes(1610));
  EXPECT_EQ(scaling.after(Verdict::kCongestion).frame_size, DataSize::bytes(920));
  // Smaller frames at the same packets are more frames.
  EXPECT_GT(scaling.again().frame_rate, FrameRate::per_second(20));
}

/// The frame's width after `rate` for `time`, with an estimate each 50 ms.
int width_after(Scaler& scaler, Timestamp& now, int kilobits, Duration time) {
  PathEstimate estimate;
  estimate.rate = DataRate::kilobits_per_second(kilobits);
  int width = 0;
  for (const Timestamp end = now + time; now < end; now += 50ms) {
    width = scaler.update(estimate, now).resolution.width;
  }
  return width;
}

TEST(TargetRate, PicturesAreAsLargeAsTheirBitsAllowButDoNotFollowEveryMoment) {
  AdaptationContext begin = start(30, DataSize::bytes(2000));
  begin.limits.max_resolution = begin.point.resolution = {.width = 640, .height = 360};
  const auto scaler = kTargetRate.make(begin, {});
  Timestamp now = begin.now;
  EXPECT_EQ(width_after(*scaler, now, 500, 5s), 640);
  EXPECT_EQ(width_after(*scaler, now, 80, 900ms), 640);
  EXPECT_EQ(width_after(*scaler, now, 500, 5s), 640);
  EXPECT_LT(width_after(*scaler, now, 80, 1500ms), 640);
  EXPECT_LT(width_after(*scaler, now, 500, 2500ms), 640);
  EXPECT_EQ(width_after(*scaler, now, 500, 1s), 640);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/screen_point.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

TEST(ScreenCoding, SpendsTheSameRateOnFewerAndLargerPictures) {
  OperatingPoint point = OperatingPoint::from_rate(DataRate::kilobits_per_second(600), FrameRate::per_second(30),
                                                   {.width = 640, .height = 360});
  point.aggregation_delay = 20ms;
  const OperatingPoint screen = ScreenCoding().at(point);
  EXPECT_DOUBLE_EQ(screen.frame_rate.per_second(), 10);
  EXPECT_EQ(screen.picture_size, (PictureSize{.width = 1920, .height = 1080}));
  EXPECT_NEAR(screen.video_rate().kilobits_per_second(), 600, 1);
  EXPECT_EQ(screen.aggregation_delay, 20ms);
}

TEST(ScreenCoding, LeavesAFrameRateThatIsLowerAsItIs) {
  const OperatingPoint point = OperatingPoint::from_rate(DataRate::kilobits_per_second(80), FrameRate::per_second(6),
                                                         {.width = 320, .height = 180});
  EXPECT_DOUBLE_EQ(ScreenCoding().at(point).frame_rate.per_second(), 6);
}

}  // namespace
}  // namespace counterpoint

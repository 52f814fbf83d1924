// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/picture_reduction.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr int kCoarse = 63;
constexpr int kMiddle = 52;
constexpr int kFine = 30;
constexpr PictureSize kSize{.width = 640, .height = 360};

/// Frames of 1000 octets, 30 a second.
class Frames {
 public:
  void feed(int octets, int quantizer, Duration time) {
    for (Duration passed{}; passed < time; passed += point_.frame_rate.interval()) {
      reduction.handle_frame(DataSize::bytes(octets), false, quantizer, point_);
    }
  }
  [[nodiscard]] int width() const { return reduction.reduce(kSize).width; }

  PictureReduction reduction;
  OperatingPoint point_{.frame_size = DataSize::bytes(1000), .frame_rate = FrameRate::per_second(30)};
};

TEST(PictureReduction, StepsDownWhenTheCoarsestQuantiserIsNotEnough) {
  Frames frames;
  frames.feed(1500, kMiddle, 2s);
  EXPECT_EQ(frames.width(), 640);
  frames = {};
  frames.feed(1500, kCoarse, 150ms);
  EXPECT_EQ(frames.width(), 640);
  frames.feed(1500, kCoarse, 100ms);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kCoarse, 10s);
  EXPECT_EQ(frames.width(), 480);
}

TEST(PictureReduction, KeyFramesDoNotCount) {
  Frames frames;
  for (int i = 0; i < 10; ++i) frames.reduction.handle_frame(DataSize::bytes(4000), true, kCoarse, frames.point_);
  frames.feed(1000, kCoarse, 1s);
  EXPECT_EQ(frames.width(), 640);
}

TEST(PictureReduction, StepsUpAfterATrialAndTriesLaterEachTimeThatItFails) {
  Frames frames;
  ASSERT_TRUE(frames.reduction.step_down());
  frames.feed(1000, kFine, 4500ms);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kFine, 1s);
  EXPECT_EQ(frames.width(), 640);
  frames.feed(1500, kCoarse, 300ms);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kFine, 9s);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kFine, 2s);
  EXPECT_EQ(frames.width(), 640);
}

TEST(PictureReduction, EndsAtAQuarterOfEachSide) {
  PictureReduction reduction;
  int steps = 0;
  while (reduction.step_down()) ++steps;
  EXPECT_EQ(steps, 4);
  EXPECT_EQ(reduction.reduce(kSize), (PictureSize{.width = 160, .height = 90}));
  EXPECT_EQ(reduction.reduce({.width = 20, .height = 2}), (PictureSize{.width = 16, .height = 2}));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/frame_reduction.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr int kCoarse = 63;
constexpr int kMiddle = 52;
constexpr int kFine = 30;
constexpr Resolution kSize{.width = 640, .height = 360};

/// Frames of 1000 bytes, 30 a second.
class Frames {
 public:
  void feed(int bytes, int quantizer, Duration time) {
    for (Duration passed{}; passed < time; passed += point_.frame_rate.interval()) {
      reduction.handle_frame(DataSize::bytes(bytes), false, quantizer, point_);
    }
  }
  [[nodiscard]] int width() const { return reduction.reduce(kSize).width; }

  FrameReduction reduction;
  OperatingPoint point_{.frame_size = DataSize::bytes(1000), .frame_rate = FrameRate::per_second(30)};
};

TEST(FrameReduction, StepsDownWhenTheCoarsestQuantiserIsNotEnough) {
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

TEST(FrameReduction, KeyFramesDoNotCount) {
  Frames frames;
  for (int i = 0; i < 10; ++i) frames.reduction.handle_frame(DataSize::bytes(4000), true, kCoarse, frames.point_);
  frames.feed(1000, kCoarse, 1s);
  EXPECT_EQ(frames.width(), 640);
}

TEST(FrameReduction, StepsUpAfterATrialAndTriesLaterEachTimeThatItFails) {
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

TEST(FrameReduction, EndsAtAQuarterOfEachSide) {
  FrameReduction reduction;
  int steps = 0;
  while (reduction.step_down()) ++steps;
  EXPECT_EQ(steps, 4);
  EXPECT_EQ(reduction.reduce(kSize), (Resolution{.width = 160, .height = 90}));
  EXPECT_EQ(reduction.reduce({.width = 20, .height = 2}), (Resolution{.width = 16, .height = 2}));
}

}  // namespace
}  // namespace counterpoint

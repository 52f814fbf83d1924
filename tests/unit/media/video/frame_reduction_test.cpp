// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/frame_reduction.h"

#include <gtest/gtest.h>

#include <cmath>

namespace counterpoint {
namespace {

constexpr int kCoarse = 63;
constexpr int kMiddle = 52;
constexpr int kFine = 30;
constexpr Resolution kSize{.width = 640, .height = 360};

/// Frames of 1000 bytes, 30 a second, or what `rate` says.
class Frames {
 public:
  explicit Frames(double rate = 1) : point_({.frame_size = DataSize::bytes(std::llround(1000 * rate))}) {}
  void feed(int bytes, int quantizer, Duration time) {
    for (Duration passed{}; passed < time; passed += point_.frame_rate.interval()) {
      (void)width();
      reduction.handle_frame(DataSize::bytes(bytes), false, quantizer, point_);
    }
  }
  [[nodiscard]] int width(Resolution size = kSize) { return reduction.reduce(size, point_).width; }

  FrameReduction reduction;
  OperatingPoint point_;
};

TEST(FrameReduction, StepsDownWhenTheCoarsestQuantiserIsNotEnoughForSeconds) {
  Frames frames;
  frames.feed(1500, kMiddle, 10s);
  EXPECT_EQ(frames.width(), 640);
  frames = Frames();
  frames.feed(1500, kCoarse, 3100ms);
  EXPECT_EQ(frames.width(), 640);
  frames.feed(1500, kCoarse, 300ms);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kCoarse, 10s);
  EXPECT_EQ(frames.width(), 480);
}

TEST(FrameReduction, ADrainIsNoReason) {
  Frames frames;
  for (int i = 0; i < 20; ++i) {
    frames.point_.frame_size = DataSize::bytes(100);
    frames.feed(500, kCoarse, 500ms);
    frames.point_.frame_size = DataSize::bytes(1000);
    frames.feed(1000, kMiddle, 2s);
  }
  EXPECT_EQ(frames.width(), 640);
}

TEST(FrameReduction, KeyFramesDoNotCount) {
  Frames frames;
  for (int i = 0; i < 100; ++i) {
    (void)frames.width();
    frames.reduction.handle_frame(DataSize::bytes(4000), true, kCoarse, frames.point_);
  }
  EXPECT_EQ(frames.width(), 640);
}

TEST(FrameReduction, AKeyFrameMayTakeHalfASecondOfTheSustainedRate) {
  Frames frames;
  frames.feed(1000, kMiddle, 20s);
  // 240 kbit/s are 15 kB in half a second; a moment with a tenth of the rate does not count.
  EXPECT_TRUE(frames.reduction.accepts_key_frame(DataSize::bytes(14'900)));
  EXPECT_FALSE(frames.reduction.accepts_key_frame(DataSize::bytes(15'100)));
  frames.point_.frame_size = DataSize::bytes(100);
  frames.feed(100, kMiddle, 300ms);
  EXPECT_TRUE(frames.reduction.accepts_key_frame(DataSize::bytes(13'900)));
}

TEST(FrameReduction, AKeyFrameOfTextMayTakeASecond) {
  Frames frames;
  frames.feed(1000, kMiddle, 20s);
  frames.reduction.set_text(true);
  EXPECT_TRUE(frames.reduction.accepts_key_frame(DataSize::bytes(29'900)));
  EXPECT_FALSE(frames.reduction.accepts_key_frame(DataSize::bytes(30'100)));
  frames.reduction.set_text(false);
  EXPECT_FALSE(frames.reduction.accepts_key_frame(DataSize::bytes(15'100)));
}

TEST(FrameReduction, StepsUpAfterATrialAndTriesLaterEachTimeThatItFails) {
  Frames frames;
  EXPECT_EQ(frames.width(), 640);
  ASSERT_TRUE(frames.reduction.step_down());
  frames.feed(1000, kFine, 4500ms);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kFine, 1s);
  EXPECT_EQ(frames.width(), 640);
  frames.feed(1500, kCoarse, 3500ms);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kFine, 9s);
  EXPECT_EQ(frames.width(), 480);
  frames.feed(1000, kFine, 2s);
  EXPECT_EQ(frames.width(), 640);
}

/// The size after all steps down.
Resolution least(Frames& frames, Resolution size) {
  (void)frames.width(size);
  while (frames.reduction.step_down()) continue;
  return frames.reduction.reduce(size, frames.point_);
}

TEST(FrameReduction, EndsAtAQuarterOfEachSideAndAtTheFloorsOfPictures) {
  Frames frames;
  EXPECT_EQ(least(frames, {.width = 1920, .height = 1080}), (Resolution{.width = 480, .height = 270}));
  // 240 kbit/s are enough for 320x180.
  frames = Frames();
  EXPECT_EQ(least(frames, kSize), (Resolution{.width = 320, .height = 180}));
  // 72 kbit/s are not.
  frames = Frames(0.3);
  EXPECT_EQ(least(frames, kSize), (Resolution{.width = 160, .height = 90}));
  frames = Frames(0.3);
  EXPECT_EQ(least(frames, {.width = 20, .height = 2}), (Resolution{.width = 20, .height = 2}));
}

TEST(FrameReduction, BeginsAnewWithAnotherSize) {
  Frames frames;
  EXPECT_EQ(frames.width(), 640);
  ASSERT_TRUE(frames.reduction.step_down());
  EXPECT_EQ(frames.width(), 480);
  EXPECT_EQ(frames.width({.width = 320, .height = 180}), 320);
  EXPECT_EQ(frames.width(), 640);
}

}  // namespace
}  // namespace counterpoint

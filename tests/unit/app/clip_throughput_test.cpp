// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/clip/clip_throughput.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

ClipThroughput::Picture picture(int original, int sent) {
  return {.shown_for = 40ms, .original_size = DataSize::bytes(original), .sent_size = DataSize::bytes(sent)};
}

TEST(ClipThroughput, TellsWhatIsLeft) {
  ClipThroughput meter;
  EXPECT_EQ(meter.read().share, 0);
  EXPECT_EQ(meter.read().sent_frames.per_second(), 0);
  for (int i = 0; i < 50; ++i) meter.add(picture(5000, i % 5 == 4 ? 0 : 2000));
  const ClipFlow reading = meter.read();
  EXPECT_EQ(reading.original_rate, DataRate::kilobits_per_second(1000));
  EXPECT_EQ(reading.sent_rate, DataRate::kilobits_per_second(320));
  EXPECT_DOUBLE_EQ(reading.share, 0.32);
  EXPECT_DOUBLE_EQ(reading.original_frames.per_second(), 25);
  EXPECT_DOUBLE_EQ(reading.sent_frames.per_second(), 20) << "one in five was left out";
}

TEST(ClipThroughput, ForgetsWhatIsOlderThanTwoSecondsOfTheClip) {
  ClipThroughput meter;
  for (int i = 0; i < 100; ++i) meter.add(picture(5000, 5000));
  for (int i = 0; i < 50; ++i) meter.add(picture(5000, 1000));
  EXPECT_DOUBLE_EQ(meter.read().share, 0.2);
  meter.clear();
  EXPECT_EQ(meter.read().original_rate, DataRate());
}

TEST(ClipThroughput, CountsTwoFieldsAsOnePicture) {
  ClipThroughput meter;
  for (int i = 0; i < 100; ++i) {
    meter.add({.shown_for = 20ms,
               .original_size = DataSize::bytes(3000),
               .sent_size = DataSize::bytes(1500),
               .begins_frame = i % 2 == 0});
  }
  EXPECT_DOUBLE_EQ(meter.read().sent_frames.per_second(), 25);
  EXPECT_DOUBLE_EQ(meter.read().share, 0.5);
}

}  // namespace
}  // namespace counterpoint

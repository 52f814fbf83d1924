// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/audio_packing.h"

#include <gtest/gtest.h>

#include <optional>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

PacketRate rate(double packets) { return PacketRate::per_second(packets); }

TEST(AudioPacking, AQuarterOfThePacketsAreAudio) {
  const auto time = [](double packets) { return AudioPacking().update(rate(packets), kStart); };
  EXPECT_EQ(time(401), 10ms);
  EXPECT_EQ(time(399), 20ms);
  EXPECT_EQ(time(201), 20ms);
  EXPECT_EQ(time(199), 40ms);
  EXPECT_EQ(time(99), 60ms);
  EXPECT_EQ(time(10), 60ms);
}

TEST(AudioPacking, AsksForNothingWherePacketsDoNotCount) {
  EXPECT_EQ(AudioPacking().update(std::nullopt, kStart), 0ms);
}

TEST(AudioPacking, ChangesAtOnceToLongerPacketsAndToShorterOnesWhenRoomLasts) {
  AudioPacking packing;
  EXPECT_EQ(packing.update(rate(300), kStart), 20ms);
  EXPECT_EQ(packing.update(rate(80), kStart + 1s), 60ms);
  EXPECT_EQ(packing.update(rate(300), kStart + 10900ms), 60ms) << "for less than 10 s";
  EXPECT_EQ(packing.update(rate(120), kStart + 12s), 60ms) << "40 ms need 100, and a third to spare";
  EXPECT_EQ(packing.update(rate(140), kStart + 21900ms), 60ms) << "one estimate of 120 begins the 10 s anew";
  EXPECT_EQ(packing.update(rate(140), kStart + 22s), 40ms);
  EXPECT_EQ(packing.update(rate(90), kStart + 23s), 60ms);
  EXPECT_EQ(packing.update(std::nullopt, kStart + 24s), 0ms) << "bytes count again, which is known for long";
}

}  // namespace
}  // namespace counterpoint

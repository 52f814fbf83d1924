// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/audio_packing.h"

#include <gtest/gtest.h>

#include <optional>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

PacketRate packets(double a_second) { return PacketRate::per_second(a_second); }
DataRate kilobits(int a_second) { return DataRate::kilobits_per_second(a_second); }

TEST(AudioPacking, AQuarterOfThePacketsAreAudio) {
  const auto time = [](double a_second) { return AudioPacking().update({}, packets(a_second), kStart); };
  EXPECT_EQ(time(401), 10ms);
  EXPECT_EQ(time(399), 20ms);
  EXPECT_EQ(time(201), 20ms);
  EXPECT_EQ(time(199), 40ms);
  EXPECT_EQ(time(99), 60ms);
  EXPECT_EQ(time(10), 60ms);
}

TEST(AudioPacking, HeadersTakeATenthOfTheRate) {
  const auto time = [](int a_second) { return AudioPacking().update(kilobits(a_second), {}, kStart); };
  EXPECT_EQ(time(451), 10ms);
  EXPECT_EQ(time(449), 20ms);
  EXPECT_EQ(time(226), 20ms);
  EXPECT_EQ(time(224), 40ms);
  EXPECT_EQ(time(111), 60ms);
  EXPECT_EQ(time(0), 60ms);
}

TEST(AudioPacking, TheScarcerOfBitsAndPacketsCounts) {
  EXPECT_EQ(AudioPacking().update(kilobits(150), packets(99), kStart), 60ms);
  EXPECT_EQ(AudioPacking().update(kilobits(100), packets(150), kStart), 60ms);
  EXPECT_EQ(AudioPacking().update(kilobits(150), packets(1000), kStart), 40ms);
}

TEST(AudioPacking, ChangesAtOnceToLongerPacketsAndToShorterOnesWhenRoomLasts) {
  AudioPacking packing;
  EXPECT_EQ(packing.update({}, packets(300), kStart), 20ms);
  EXPECT_EQ(packing.update({}, packets(80), kStart + 1s), 60ms);
  EXPECT_EQ(packing.update({}, packets(300), kStart + 10900ms), 60ms) << "for less than 10 s";
  EXPECT_EQ(packing.update({}, packets(120), kStart + 12s), 60ms) << "40 ms need 100, and a third to spare";
  EXPECT_EQ(packing.update({}, packets(140), kStart + 21900ms), 60ms) << "one estimate of 120 begins the 10 s anew";
  EXPECT_EQ(packing.update({}, packets(140), kStart + 22s), 40ms);
  EXPECT_EQ(packing.update({}, packets(90), kStart + 23s), 60ms);
  EXPECT_EQ(packing.update({}, {}, kStart + 32900ms), 60ms) << "for less than 10 s";
  EXPECT_EQ(packing.update({}, {}, kStart + 33s), 10ms) << "packets do not count any more";
  EXPECT_EQ(packing.update(kilobits(150), {}, kStart + 34s), 40ms);
  EXPECT_EQ(packing.update(kilobits(290), {}, kStart + 50s), 40ms) << "20 ms need 225 kbit/s, and a third to spare";
  EXPECT_EQ(packing.update(kilobits(300), {}, kStart + 60s), 20ms);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

TEST(Units, PrefixesAreDecimal) {
  EXPECT_EQ(DataRate::kilobits_per_second(1000), DataRate::bits_per_second(1'000'000));
  EXPECT_DOUBLE_EQ(DataRate::bits_per_second(352'500).kilobits_per_second(), 352.5);
  EXPECT_EQ(DataSize::bytes(1500).bits(), 12'000);
}

TEST(Units, APacketTakesItsSerialisationTime) {
  EXPECT_EQ(DataSize::bytes(1250) / DataRate::kilobits_per_second(1000), 10ms);
  EXPECT_EQ(DataSize::bytes(1) / DataRate::bits_per_second(3), Duration(2'666'666'666));
  EXPECT_EQ(DataSize::bytes(1'000'000) / DataRate::unlimited(), Duration::zero());
}

TEST(Units, LargeSizesAndLongTimesDoNotOverflow) {
  // A day of 10 Gbit/s, whose bit-nanoseconds need more than 64 bits.
  const DataRate rate = DataRate::kilobits_per_second(10'000'000);
  const DataSize day = rate * Duration(24h);
  EXPECT_EQ(day, DataSize::bytes(108'000'000'000'000));
  EXPECT_EQ(day / rate, Duration(24h));
  EXPECT_EQ(day / Duration(24h), rate);
}

TEST(Units, ARateCarriesWholeBytesOnly) {
  EXPECT_EQ(DataRate::bits_per_second(8) * Duration(999ms), DataSize::bytes(0));
  EXPECT_EQ(DataRate::bits_per_second(8) * Duration(1s), DataSize::bytes(1));
}

TEST(Units, AMeanOverNoTimeIsZero) {
  EXPECT_EQ(DataSize::bytes(100) / Duration::zero(), DataRate());
  EXPECT_EQ(DataSize::bytes(100) / Duration(-1s), DataRate());
}

TEST(Units, SizesAddAndCompare) {
  DataSize size = DataSize::bytes(100) + DataSize::bytes(20) * 3;
  size -= DataSize::bytes(10);
  EXPECT_EQ(size, DataSize::bytes(150));
  EXPECT_LT(size, DataSize::bytes(151));
  EXPECT_DOUBLE_EQ(size / DataSize::bytes(300), 0.5);
}

TEST(Units, SizesScaleToTheNearestByte) {
  EXPECT_EQ(scaled(DataSize::bytes(1000), 0.7), DataSize::bytes(700));
  EXPECT_EQ(scaled(DataSize::bytes(3), 0.5), DataSize::bytes(2));
  EXPECT_EQ(scaled(DataSize::bytes(5), 0.25), DataSize::bytes(1));
}

TEST(Units, RatesScale) {
  EXPECT_EQ(DataRate::kilobits_per_second(480) * 0.875, DataRate::kilobits_per_second(420));
  EXPECT_DOUBLE_EQ(DataRate::kilobits_per_second(300) / DataRate::kilobits_per_second(1200), 0.25);
  EXPECT_TRUE(DataRate::unlimited().is_unlimited());
  EXPECT_FALSE(DataRate::kilobits_per_second(1'000'000'000).is_unlimited());
}

TEST(Units, EventsHaveAnInterval) {
  EXPECT_EQ(FrameRate::per_second(25).interval(), 40ms);
  EXPECT_EQ(PacketRate::per_second(0).interval(), Duration::max());
}

TEST(Time, SecondsConvertBothWays) {
  EXPECT_DOUBLE_EQ(to_seconds(1500ms), 1.5);
  EXPECT_DOUBLE_EQ(to_milliseconds(1500us), 1.5);
  EXPECT_EQ(from_seconds(0.02), 20ms);
  EXPECT_GT(kNever, Timestamp(24h * 365 * 100));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/reception_statistics.h"

#include <gtest/gtest.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);
constexpr DataSize kSize = DataSize::bytes(100);

TEST(ReceptionStatistics, NothingToReportBeforeTheFirstPacket) {
  ReceptionStatistics statistics(48'000);
  EXPECT_FALSE(statistics.take_report());
}

TEST(ReceptionStatistics, LossIsCountedInAllAndSinceTheLastReport) {
  ReceptionStatistics statistics(48'000);
  const std::int64_t first = 65'536 + 65'500;
  for (int i = 0; i < 100; ++i) {
    if (i % 4 != 3) statistics.handle_packet(first + i, i * 960, kSize, kStart + i * 20ms);
  }
  statistics.handle_packet(first + 100, 100 * 960, kSize, kStart + 2s);
  auto report = statistics.take_report();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->cumulative_lost, 25);
  EXPECT_EQ(report->fraction_lost, 25 * 256 / 101);
  EXPECT_EQ(report->highest_sequence, 65'536U + 64U);
  EXPECT_EQ(report->jitter, 0U);
  for (int i = 101; i < 200; ++i) statistics.handle_packet(first + i, i * 960, kSize, kStart + i * 20ms);
  report = statistics.take_report();
  EXPECT_EQ(report->cumulative_lost, 25);
  EXPECT_EQ(report->fraction_lost, 0);
  EXPECT_EQ(statistics.counters().size, DataSize::bytes(175 * 100));
}

TEST(ReceptionStatistics, DuplicatesAndReorderingAreTold) {
  ReceptionStatistics statistics(48'000);
  for (const std::int64_t s : {1000, 1002, 1001, 1002, 999, 1003}) statistics.handle_packet(s, s * 960, kSize, kStart);
  EXPECT_EQ(statistics.counters().duplicates, 1U);
  EXPECT_EQ(statistics.counters().reordered, 2U);
  // RFC 3550 A.3 counts duplicates as received.
  EXPECT_EQ(statistics.lost(), -1);
  EXPECT_EQ(statistics.take_report()->fraction_lost, 0);
}

TEST(ReceptionStatistics, JitterIsTheMeanDeviationOfTransit) {
  ReceptionStatistics statistics(90'000);
  for (int i = 0; i < 1000; ++i) {
    statistics.handle_packet(i, i * 3000, kSize, kStart + i * Duration(1s) / 30 + (i % 2) * 10ms);
  }
  // Every transit differs from the one before by 10 ms.
  EXPECT_NEAR(statistics.take_report()->jitter, 900, 5);
  EXPECT_NEAR(to_milliseconds(statistics.jitter()), 10, 0.1);
}

TEST(ReceptionStatistics, NonsenseStaysWithinItsFields) {
  ReceptionStatistics statistics(90'000);
  Rng rng(4);
  for (int i = 0; i < 10'000; ++i) {
    statistics.handle_packet(static_cast<std::int64_t>(rng.next() >> 20), static_cast<std::int64_t>(rng.next() >> 20),
                             kSize, kStart + std::chrono::milliseconds(i));
    if (i % 10 == 0) {
      EXPECT_LE(statistics.take_report()->cumulative_lost, 0x7fffff);
    }
  }
}

}  // namespace
}  // namespace counterpoint

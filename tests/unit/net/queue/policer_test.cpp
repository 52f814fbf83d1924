// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/policer.h"

#include <gtest/gtest.h>

#include "net/emulation/emulated_path.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);

// Bytes that conform of packets of `size`, one each `interval`, in (from, to].
std::int64_t passed(Policer& policer, std::int64_t size, Duration interval, Duration from, Duration to) {
  std::int64_t bytes = 0;
  for (Duration at = from + interval; at <= to; at += interval) {
    if (policer.conforms(DataSize::bytes(size), kStart + at)) bytes += size;
  }
  return bytes;
}

TEST(Policer, PassesTheRateAndTheBurst) {
  for (const std::int64_t size : {64, 999, 1500}) {
    Policer policer({.rate = DataRate::kilobits_per_second(1000), .burst = DataSize::bytes(20'000)});
    // From full, greedily: 1 Mbit/s for 10 s and the bucket.
    EXPECT_TRUE(policer.conforms(DataSize::bytes(size), kStart));
    const std::int64_t bytes = size + passed(policer, size, 100us, 0s, 10s);
    EXPECT_LE(bytes, 1'250'000 + 20'000);
    EXPECT_GT(bytes, 1'250'000 + 20'000 - size);
    // Empty, the rate alone; after a pause the bucket again, and no more.
    EXPECT_NEAR(static_cast<double>(passed(policer, size, 100us, 10s, 20s)), 1'250'000, static_cast<double>(size));
    EXPECT_EQ(passed(policer, size, 1ns, 100s, 100s + 100ns), std::min<std::int64_t>(20'000 / size, 100) * size);
  }
}

TEST(Policer, PassesAllThatKeepsToTheRate) {
  Policer policer({.rate = DataRate::kilobits_per_second(800), .burst = DataSize::bytes(1500)});
  EXPECT_EQ(passed(policer, 1500, 15ms, 0s, 60s), 1500 * 4000);
}

TEST(Policer, OnAPathDropsWithoutDelay) {
  EmulatedPath path(parse_path_config("policer=1M/20kB,delay=10ms").value());
  for (int i = 0; i < 100; ++i) path.send(Bytes(972), kStart);
  int arrived = 0;
  while (const auto packet = path.receive_packet(kStart + 10ms)) {
    EXPECT_EQ(packet->packet.queued, 0ms);
    ++arrived;
  }
  EXPECT_EQ(arrived, 20);
  EXPECT_EQ(path.counters().policed, 80U);
  EXPECT_EQ(path.counters().queue_dropped, 0U);
  EXPECT_EQ(path.next_deadline(), kNever);
}

}  // namespace
}  // namespace counterpoint

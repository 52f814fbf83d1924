// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/delivery_trace.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "net/emulation/emulated_path.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);

DeliverySchedule schedule(std::initializer_list<std::chrono::milliseconds> at) {
  DeliverySchedule made({.at = at});
  made.begin(kStart);
  return made;
}

// When a packet that comes `at` has left, both since the start.
Duration left(DeliverySchedule& schedule, std::int64_t size, Duration at) {
  return schedule.serve(DataSize::bytes(size), kStart + at) - kStart;
}

TEST(DeliverySchedule, OneFullPacketAnOpportunity) {
  DeliverySchedule trace = schedule({3ms, 3ms, 10ms});
  EXPECT_EQ(left(trace, 1500, 0ms), 3ms);
  EXPECT_EQ(left(trace, 1500, 3ms), 3ms);
  EXPECT_EQ(left(trace, 1500, 3ms), 10ms);
  // The trace begins again at 10 ms.
  EXPECT_EQ(left(trace, 1500, 10ms), 13ms);
  EXPECT_EQ(left(trace, 1500, 13ms), 13ms);
  EXPECT_EQ(left(trace, 1500, 13ms), 20ms);
}

TEST(DeliverySchedule, SmallPacketsShareOneAndLargeOnesSpanSeveral) {
  DeliverySchedule trace = schedule({5ms, 6ms, 7ms});
  EXPECT_EQ(left(trace, 700, 0ms), 5ms);
  EXPECT_EQ(left(trace, 700, 5ms), 5ms);
  // A hundred bytes are left of the first, the rest goes with the second.
  EXPECT_EQ(left(trace, 700, 5ms), 6ms);
  EXPECT_EQ(left(trace, 2000, 6ms), 7ms);
}

TEST(DeliverySchedule, WhatNobodyWaitsForIsLost) {
  DeliverySchedule trace = schedule({5ms, 6ms, 7ms, 100ms});
  EXPECT_EQ(left(trace, 100, 0ms), 5ms);
  // Neither the rest of the first nor those at 6 ms and 7 ms are kept.
  EXPECT_EQ(left(trace, 100, 8ms), 100ms);
  EXPECT_EQ(left(trace, 1500, 1h), 1h + 5ms);
}

TEST(DeliverySchedule, OnAPathPacketsLeaveAtOpportunitiesAndPropagate) {
  EmulatedPath path(parse_path_config("opportunities=4+0+6,delay=20ms").value());
  for (int i = 0; i < 4; ++i) path.send(PathPacket{.data = {}, .wire_size = DataSize::bytes(1500)}, kStart);
  EXPECT_EQ(path.next_deadline(), kStart + 4ms);
  for (const Duration at : {24ms, 24ms, 30ms, 34ms}) {
    const auto arrival = path.receive_packet(kStart + at);
    ASSERT_TRUE(arrival);
    EXPECT_EQ(arrival->arrived_at, kStart + at);
  }
}

// A buffer of 120 ms at the mean rate, 1.2 Mbit/s, is twelve packets; one has left, and one is next.
TEST(DeliverySchedule, AQueueInTimeIsOneAtTheMeanRate) {
  EmulatedPath path(parse_path_config("opportunities=0+20,queue=120ms").value());
  for (int i = 0; i < 100; ++i) path.send(PathPacket{.data = {}, .wire_size = DataSize::bytes(1500)}, kStart);
  EXPECT_EQ(path.counters().queue_dropped, 100U - 2 - 12);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/pie.h"

#include <gtest/gtest.h>

#include "tests/unit/net/queue/queue_packets.h"

namespace counterpoint {
namespace {

constexpr int kInterval = 15;  // ms

// A queue whose head has come at 0 and never leaves: its delay at the n-th update is n intervals.
Pie growing(int updates, bool ecn = false) {
  Pie pie(ecn, 1);
  DroppedPackets dropped;
  for (int i = 0; i <= updates; ++i) pie.enqueue(packet_at(i * kInterval * 1ms), true, dropped);
  return pie;
}

// RFC 8033, 4.2: alpha 0.125, beta 1.25, target 15 ms, scaled by 1/2048, 1/512, 1/128, 1/32...
TEST(Pie, UpdatesTheProbabilityAsTheRfcSays) {
  const double first = 1.25 * 0.015 / 2048;
  const double second = first + (0.125 * 0.015 + 1.25 * 0.015) / 512;
  const double third = second + (0.125 * 0.030 + 1.25 * 0.015) / 128;
  const double fourth = third + (0.125 * 0.045 + 1.25 * 0.015) / 32;
  EXPECT_DOUBLE_EQ(growing(1).drop_probability(), first);
  EXPECT_DOUBLE_EQ(growing(2).drop_probability(), second);
  EXPECT_DOUBLE_EQ(growing(3).drop_probability(), third);
  EXPECT_DOUBLE_EQ(growing(4).drop_probability(), fourth);
}

TEST(Pie, LetsABurstPass) {
  Pie pie(false, 1);
  DroppedPackets dropped;
  for (int at = 0; at < 150; ++at) {
    for (int i = 0; i < 10; ++i) pie.enqueue(packet_at(at * 1ms), true, dropped);
  }
  EXPECT_TRUE(dropped.empty());
  EXPECT_GT(pie.drop_probability(), 0.02);
  for (int i = 0; i < 1000; ++i) pie.enqueue(packet_at(150ms), true, dropped);
  EXPECT_FALSE(dropped.empty());
}

TEST(Pie, DropsTheShareThatTheProbabilitySays) {
  Pie pie = growing(15);
  DroppedPackets dropped;
  const double probability = pie.drop_probability();
  ASSERT_GT(probability, 0.05);
  for (int i = 0; i < 20'000; ++i) pie.enqueue(packet_at(15 * kInterval * 1ms), true, dropped);
  EXPECT_NEAR(static_cast<double>(dropped.size()) / 20'000, probability, 0.01);
}

TEST(Pie, MarksUpToATenthAndDropsBeyond) {
  Pie little = growing(10, true);
  ASSERT_LT(little.drop_probability(), 0.1);
  DroppedPackets dropped;
  for (int i = 0; i < 2000; ++i) little.enqueue(packet_at(10 * kInterval * 1ms, Ecn::kEct0), true, dropped);
  EXPECT_TRUE(dropped.empty());
  Pie much = growing(20, true);
  ASSERT_GT(much.drop_probability(), 0.1);
  for (int i = 0; i < 2000; ++i) much.enqueue(packet_at(20 * kInterval * 1ms, Ecn::kEct0), true, dropped);
  EXPECT_FALSE(dropped.empty());
}

TEST(Pie, ForgetsWhenTheQueueIsGone) {
  Pie pie = growing(20);
  DroppedPackets dropped;
  while (pie.dequeue(kQueueStart + 300ms, dropped)) {
  }
  EXPECT_FALSE(pie.dequeue(kQueueStart + 10s, dropped).has_value());
  EXPECT_EQ(pie.drop_probability(), 0);
  // A burst may pass again, however long nothing came.
  for (int i = 0; i < 100; ++i) pie.enqueue(packet_at(20h), true, dropped);
  EXPECT_TRUE(dropped.empty());
}

TEST(Pie, LeavesTwoPacketsAlone) {
  Pie pie = growing(40);
  DroppedPackets dropped;
  while (pie.backlog().packets > 1) (void)pie.dequeue(kQueueStart + 600ms, dropped);
  ASSERT_GT(pie.drop_probability(), 0.2);
  pie.enqueue(packet_at(600ms), true, dropped);
  pie.enqueue(packet_at(600ms), true, dropped);
  EXPECT_TRUE(dropped.empty());
}

}  // namespace
}  // namespace counterpoint

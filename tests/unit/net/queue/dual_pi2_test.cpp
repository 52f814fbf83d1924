// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/dual_pi2.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/unit/net/queue/queue_packets.h"

namespace counterpoint {
namespace {

constexpr int kInterval = 15;  // ms

void fill(DualPi2& queue, int count, Duration at, Ecn ecn) {
  DroppedPackets dropped;
  for (int i = 0; i < count; ++i) queue.enqueue(packet_at(at, ecn), true, dropped);
  EXPECT_TRUE(dropped.empty());
}

struct Outcome {
  int served = 0;
  int marked = 0;
  int dropped = 0;
};

// Takes `count` packets at one time: the probabilities do not change meanwhile.
Outcome take(DualPi2& queue, int count, Duration at) {
  Outcome outcome;
  DroppedPackets dropped;
  while (outcome.served + static_cast<int>(dropped.size()) < count) {
    const auto next = queue.dequeue(kQueueStart + at, dropped);
    if (!next) break;
    ++outcome.served;
    if (next->packet.ecn == Ecn::kCe) ++outcome.marked;
  }
  outcome.dropped = static_cast<int>(dropped.size());
  return outcome;
}

// RFC 9332, appendix A: alpha 0.15, beta 3, target 15 ms.
TEST(DualPi2, UpdatesTheBaseProbabilityAsTheRfcSays) {
  DualPi2 queue;
  fill(queue, 1, 0ms, Ecn::kNotEct);
  double expected = 0;
  for (int i = 1; i <= 6; ++i) {
    fill(queue, 1, i * kInterval * 1ms, Ecn::kNotEct);
    expected += 0.15 * (i * 0.015 - 0.015) + 3 * 0.015;
    EXPECT_NEAR(queue.base_probability(), expected, 1e-12);
  }
}

TEST(DualPi2, CouplesBothQueues) {
  constexpr int kCount = 10'000;
  DualPi2 queue;
  fill(queue, kCount, 0ms, Ecn::kNotEct);
  const Duration now = 4 * kInterval * 1ms;
  (void)take(queue, 1, now);
  const double base = queue.base_probability();
  ASSERT_GT(base, 0.15);
  ASSERT_LT(base, 0.25);
  EXPECT_NEAR(take(queue, kCount - 1, now).dropped, base * base * kCount, 2);
  // Fresh packets with ECT(1) are marked by the coupling alone.
  fill(queue, kCount, now, Ecn::kEct1);
  const Outcome low_latency = take(queue, kCount, now);
  EXPECT_EQ(low_latency.dropped, 0);
  EXPECT_NEAR(low_latency.marked, 2 * base * kCount, 2);
}

TEST(DualPi2, MarksClassicPacketsThatAreEcnCapable) {
  constexpr int kCount = 10'000;
  DualPi2 queue;
  fill(queue, kCount, 0ms, Ecn::kEct0);
  const Outcome outcome = take(queue, kCount, 4 * kInterval * 1ms);
  EXPECT_EQ(outcome.dropped, 0);
  EXPECT_NEAR(outcome.marked, queue.base_probability() * queue.base_probability() * kCount, 2);
}

TEST(DualPi2, MarksAllLowLatencyPacketsBeyondTheStep) {
  DualPi2 queue;
  fill(queue, 100, 0ms, Ecn::kEct1);
  EXPECT_EQ(take(queue, 50, 999us).marked, 0);
  // The first one only makes the count reach 1, and the last one is alone in its queue.
  EXPECT_EQ(take(queue, 50, 1ms).marked, 48);
}

TEST(DualPi2, ServesLowLatencyFirstButLeavesAShare) {
  DualPi2 queue;
  fill(queue, 10'000, 0ms, Ecn::kEct0);
  fill(queue, 10'000, 0ms, Ecn::kEct1);
  DroppedPackets dropped;
  int marked = 0;
  for (int i = 0; i < 5000; ++i) {
    // Two milliseconds later the step marks what is in the low-latency queue, and nothing else is marked yet.
    if (queue.dequeue(kQueueStart + 2ms, dropped)->packet.ecn == Ecn::kCe) ++marked;
  }
  EXPECT_NEAR(marked, 4500, 5);
}

TEST(DualPi2, DropsInBothQueuesUnderOverload) {
  constexpr int kCount = 10'000;
  DualPi2 queue;
  fill(queue, kCount, 0ms, Ecn::kEct0);
  const Duration now = 12 * kInterval * 1ms;
  (void)take(queue, 1, now);
  const double base = queue.base_probability();
  ASSERT_GT(base, 0.5);
  const Outcome classic = take(queue, kCount - 1, now);
  EXPECT_EQ(classic.marked, 0);
  EXPECT_NEAR(classic.dropped, base * base * kCount, 2);
  fill(queue, kCount, now, Ecn::kEct1);
  const Outcome low_latency = take(queue, kCount, now);
  EXPECT_NEAR(low_latency.dropped, base * base * kCount, 2);
  EXPECT_EQ(low_latency.marked, low_latency.served);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/codel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/unit/net/queue/queue_packets.h"

namespace counterpoint {
namespace {

struct Served {
  std::vector<int> dropped_at;  // In ms.
  std::vector<int> marked_at;
};

// Takes a packet each millisecond from `from` to `to`, out of four that have all come `age` before.
Served serve(CodelControl& codel, int from, int to, Duration age, Ecn ecn = Ecn::kNotEct) {
  Served served;
  DroppedPackets dropped;
  for (int at = from; at < to; ++at) {
    PacketFifo fifo;
    for (int i = 0; i < 4; ++i) fifo.push(packet_at(at * 1ms - age, ecn));
    const auto next = codel.dequeue(fifo, kQueueStart + at * 1ms, dropped);
    EXPECT_TRUE(next.has_value());
    if (next && next->packet.ecn == Ecn::kCe) served.marked_at.push_back(at);
    for (; !dropped.empty(); dropped.pop_back()) served.dropped_at.push_back(at);
  }
  return served;
}

// RFC 8289: the first drop after an interval above the target, the n-th an interval over the root of n after the one
// before.
std::vector<int> control_law(int above_since, int until) {
  std::vector<int> times;
  double next = above_since + 100;
  for (int count = 1; next < until; ++count) {
    times.push_back(static_cast<int>(std::ceil(next)));
    next += 100 / std::sqrt(count);
  }
  return times;
}

TEST(Codel, DropsFasterByTheRootOfTheCount) {
  CodelControl codel(false);
  const std::vector<int> expected = control_law(0, 3000);
  EXPECT_GT(expected.size(), 200U);
  EXPECT_EQ(serve(codel, 0, 3000, 20ms).dropped_at, expected);
}

TEST(Codel, LeavesAQueueBelowTheTargetAlone) {
  CodelControl codel(false);
  EXPECT_TRUE(serve(codel, 0, 2000, 4999us).dropped_at.empty());
  EXPECT_TRUE(serve(codel, 2000, 2100, 5ms).dropped_at.empty());
  // One packet that waited less within the interval is enough.
  EXPECT_TRUE(serve(codel, 2100, 2101, 1ms).dropped_at.empty());
}

TEST(Codel, LeavesTheLastPacketAlone) {
  Codel codel(false);
  DroppedPackets dropped;
  for (int at = 0; at < 3000; at += 50) {
    codel.enqueue(packet_at(at * 1ms - 1s), true, dropped);
    codel.enqueue(packet_at(at * 1ms - 1s), true, dropped);
    EXPECT_TRUE(codel.dequeue(kQueueStart + at * 1ms, dropped).has_value());
    EXPECT_TRUE(codel.dequeue(kQueueStart + at * 1ms, dropped).has_value());
  }
  EXPECT_FALSE(codel.dequeue(kQueueStart + 3s, dropped).has_value());
  EXPECT_TRUE(dropped.empty());
}

TEST(Codel, TakesUpTheRateOfDropsWhenTheQueueComesBackSoon) {
  CodelControl codel(false);
  const std::size_t before = serve(codel, 0, 1000, 20ms).dropped_at.size();
  EXPECT_TRUE(serve(codel, 1000, 1200, 0ms).dropped_at.empty());
  const std::vector<int> again = serve(codel, 1200, 1400, 20ms).dropped_at;
  ASSERT_GE(again.size(), 2U);
  EXPECT_EQ(again[0], 1300);
  EXPECT_EQ(again[1], static_cast<int>(std::ceil(1300 + 100 / std::sqrt(static_cast<double>(before)))));
  EXPECT_TRUE(serve(codel, 1400, 4000, 0ms).dropped_at.empty());
  const std::vector<int> later = serve(codel, 4000, 4250, 20ms).dropped_at;
  EXPECT_EQ(later, (std::vector<int>{4100, 4200}));
}

TEST(Codel, MarksWhatIsEcnCapableInsteadOfDroppingIt) {
  CodelControl marking(true);
  const Served served = serve(marking, 0, 1000, 20ms, Ecn::kEct0);
  EXPECT_TRUE(served.dropped_at.empty());
  EXPECT_EQ(served.marked_at, control_law(0, 1000));
  CodelControl others(true);
  EXPECT_EQ(serve(others, 0, 1000, 20ms).dropped_at, control_law(0, 1000));
  CodelControl off(false);
  EXPECT_EQ(serve(off, 0, 1000, 20ms, Ecn::kEct0).dropped_at, control_law(0, 1000));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/fq_codel.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "net/emulation/emulated_path.h"
#include "tests/unit/net/queue/queue_packets.h"

namespace counterpoint {
namespace {

TEST(FqCodel, SharesByBytesWhateverThePacketsSizes) {
  FqCodel queue(false);
  DroppedPackets dropped;
  for (int i = 0; i < 4000; ++i) {
    queue.enqueue(packet_at(0ms, Ecn::kNotEct, 1, DataSize::bytes(300)), true, dropped);
    queue.enqueue(packet_at(0ms, Ecn::kNotEct, 2, DataSize::bytes(1500)), true, dropped);
  }
  std::array<std::int64_t, 3> served{};
  for (int i = 0; i < 3000; ++i) {
    const auto next = queue.dequeue(kQueueStart, dropped);
    ASSERT_TRUE(next.has_value());
    served.at(next->packet.flow) += next->packet.wire_size.bytes();
    // Deficit round robin: two that always have packets differ by a quantum and a packet at most.
    EXPECT_LE(std::abs(served[1] - served[2]), FqCodel::kQuantum + 1500);
  }
  EXPECT_TRUE(dropped.empty());
}

TEST(FqCodel, ServesAFlowThatBeginsFirst) {
  FqCodel queue(false);
  DroppedPackets dropped;
  for (int i = 0; i < 10; ++i) queue.enqueue(packet_at(0ms, Ecn::kNotEct, 1), true, dropped);
  for (int i = 0; i < 3; ++i) (void)queue.dequeue(kQueueStart, dropped);
  queue.enqueue(packet_at(1ms, Ecn::kNotEct, 2), true, dropped);
  EXPECT_EQ(queue.dequeue(kQueueStart + 1ms, dropped)->packet.flow, 2U);
  // Empty now, it waits for its turn: else a flow of single packets would starve the others.
  queue.enqueue(packet_at(1ms, Ecn::kNotEct, 2), true, dropped);
  EXPECT_EQ(queue.dequeue(kQueueStart + 1ms, dropped)->packet.flow, 2U);
  queue.enqueue(packet_at(1ms, Ecn::kNotEct, 2), true, dropped);
  EXPECT_EQ(queue.dequeue(kQueueStart + 1ms, dropped)->packet.flow, 1U);
}

TEST(FqCodel, DropsHalfOfTheLongestQueueWhenThereIsNoRoom) {
  FqCodel queue(false);
  DroppedPackets dropped;
  for (int i = 0; i < 9; ++i) queue.enqueue(packet_at(0ms, Ecn::kNotEct, 1), true, dropped);
  for (int i = 0; i < 3; ++i) queue.enqueue(packet_at(0ms, Ecn::kNotEct, 2), true, dropped);
  queue.enqueue(packet_at(0ms, Ecn::kNotEct, 2), false, dropped);
  EXPECT_EQ(dropped.size(), 5U);
  for (const PathPacket& packet : dropped) EXPECT_EQ(packet.flow, 1U);
  EXPECT_EQ(queue.backlog().packets, 8);
}

// A thin flow beside one that floods the path waits for the packet being served and one more at most, and none of its
// own is dropped.
TEST(FqCodel, IsolatesFlows) {
  EmulatedPath path(parse_path_config("rate=2M,aqm=fq_codel,queue=1s").value());
  path.start_recording();
  for (int at = 0; at < 20'000; ++at) {
    const Timestamp now = kQueueStart + at * 1ms;
    path.send(PathPacket{.data = {}, .wire_size = DataSize::bytes(1500), .flow = 1}, now);
    if (at % 20 == 0) path.send(PathPacket{.data = {}, .wire_size = DataSize::bytes(200), .flow = 2}, now);
    while (path.receive_packet(now)) {
    }
  }
  int thin = 0;
  for (const PathRecord& record : path.take_records()) {
    if (record.flow != 2) continue;
    ++thin;
    EXPECT_EQ(record.fate, PathRecord::Fate::kCarried);
    EXPECT_LE(record.queued, 12ms);
  }
  EXPECT_GE(thin, 999);
}

}  // namespace
}  // namespace counterpoint

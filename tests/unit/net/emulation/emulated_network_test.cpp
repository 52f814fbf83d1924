// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/emulated_network.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

PathConfig link(std::int64_t kilobits_per_second, Duration delay, QueueLimit queue = Duration(300ms)) {
  return {.rate = DataRate::kilobits_per_second(kilobits_per_second), .queue = queue, .delay = delay};
}

PathPacket packet(FlowNumber flow, std::int64_t bytes) {
  return {.data = Bytes(4), .wire_size = DataSize::bytes(bytes), .flow = flow};
}

std::vector<PathArrival> receive_all(EmulatedNetwork& network, Timestamp now) {
  std::vector<PathArrival> arrivals;
  while (auto arrival = network.receive(now)) arrivals.push_back(std::move(*arrival));
  return arrivals;
}

TEST(EmulatedNetwork, DelayIsTheSumOfTheRoute) {
  EmulatedNetwork network({link(1000, 10ms), link(500, 20ms)});
  const FlowNumber both = network.add_flow({.links = {0, 1}, .access_delay = 5ms});
  const FlowNumber none = network.add_flow({.links = {}, .access_delay = 7ms});
  network.send(packet(both, 1000), kStart);
  network.send(packet(none, 1000), kStart);
  const auto arrivals = receive_all(network, kStart + 1s);
  ASSERT_EQ(arrivals.size(), 2U);
  EXPECT_EQ(arrivals[0].packet.flow, none);
  EXPECT_EQ(arrivals[0].arrived_at, kStart + 7ms);
  // 8 ms at 1 Mbit/s and 16 ms at 500 kbit/s.
  EXPECT_EQ(arrivals[1].arrived_at, kStart + 5ms + 8ms + 10ms + 16ms + 20ms);
}

TEST(EmulatedNetwork, OutcomeDoesNotDependOnHowOftenItIsAsked) {
  std::vector<Timestamp> arrived[2];
  for (const bool often : {false, true}) {
    EmulatedNetwork network({link(1000, 10ms), link(500, 20ms)});
    const FlowNumber long_way = network.add_flow({.links = {0, 1}, .access_delay = 3ms});
    const FlowNumber short_way = network.add_flow({.links = {1}});
    Timestamp now = kStart;
    for (int i = 0; i < 200; ++i, now += 7ms) {
      network.send(packet(i % 3 == 0 ? short_way : long_way, 300 + i), now);
      if (!often) continue;
      for (Timestamp step = now; step < now + 7ms; step += 1ms) {
        for (const auto& arrival : receive_all(network, step)) arrived[often].push_back(arrival.arrived_at);
      }
    }
    for (const auto& arrival : receive_all(network, now + 5s)) arrived[often].push_back(arrival.arrived_at);
  }
  EXPECT_EQ(arrived[0].size(), 200U);
  EXPECT_EQ(arrived[0], arrived[1]);
}

TEST(EmulatedNetwork, SchedulesOfAllLinksCountFromTheStart) {
  PathConfig changing = link(1000, 0ms);
  changing.steps = {{.at = 10s, .rate = DataRate::kilobits_per_second(100)}};
  EmulatedNetwork network({changing});
  const FlowNumber flow = network.add_flow({.links = {0}});
  EXPECT_FALSE(network.receive(kStart));
  network.send(packet(flow, 1000), kStart + 11s);
  const auto arrivals = receive_all(network, kStart + 12s);
  ASSERT_EQ(arrivals.size(), 1U);
  EXPECT_EQ(arrivals[0].arrived_at, kStart + 11s + 80ms);
}

TEST(EmulatedNetwork, FlowsShareTheBottleneckAndEachPacketIsRecordedOnce) {
  EmulatedNetwork network({link(1000, 0ms), link(400, 0ms, PacketCount{3})});
  network.start_recording();
  const FlowNumber long_way = network.add_flow({.links = {0, 1}});
  const FlowNumber short_way = network.add_flow({.links = {1}});
  Timestamp now = kStart;
  for (int i = 0; i < 1000; ++i, now += 8ms) {
    network.send(packet(long_way, 500), now);
    network.send(packet(short_way, 500), now + 1ms);
  }
  (void)receive_all(network, now + 5s);
  std::int64_t carried = 0;
  std::int64_t dropped = 0;
  Timestamp last = kStart;
  for (const PathRecord& record : network.take_records()) {
    EXPECT_GE(record.at, last);
    last = record.at;
    (record.fate == PathRecord::Fate::kCarried ? carried : dropped) += 1;
    // Two packets wait at most, and one is being served.
    if (record.fate == PathRecord::Fate::kCarried) {
      EXPECT_LE(record.queued, 3 * 10ms + 10ms);
    }
  }
  EXPECT_EQ(carried + dropped, 2000);
  // 8 s at 100 packets/s of 10 ms.
  EXPECT_NEAR(static_cast<double>(carried), 800, 8);
}

}  // namespace
}  // namespace counterpoint

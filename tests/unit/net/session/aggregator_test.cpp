// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/aggregation/aggregator.h"

#include <gtest/gtest.h>

#include <deque>

#include "core/base/rng.h"
#include "net/aggregation/aggregated_datagram.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

PacedPacket packet(std::size_t size, std::uint8_t value = 0x80) {
  return {.data = Bytes(size, value), .payload_size = DataSize::bytes(static_cast<std::int64_t>(size))};
}

TEST(AggregatedDatagram, GivesBackWhatWasPutIn) {
  const std::vector<Bytes> packets = {Bytes(12, 1), Bytes(300, 2), Bytes(1, 3)};
  const Bytes datagram = aggregate(packets);
  EXPECT_TRUE(is_aggregated(datagram));
  const std::vector<ByteView> views = split_aggregated(datagram);
  ASSERT_EQ(views.size(), packets.size());
  for (std::size_t i = 0; i < views.size(); ++i) EXPECT_TRUE(std::ranges::equal(views[i], packets[i]));
}

TEST(AggregatedDatagram, CutOffMembersAreLeftOut) {
  const Bytes datagram = aggregate({Bytes(12, 1), Bytes(300, 2)});
  for (std::size_t size = 0; size < datagram.size(); ++size) {
    EXPECT_LE(split_aggregated(ByteView(datagram).first(size)).size(), 1U) << size;
  }
  EXPECT_TRUE(split_aggregated({}).empty());
  EXPECT_TRUE(split_aggregated(Bytes{kAggregationTag, 0, 0, 0, 0}).empty());
}

TEST(Aggregator, WithoutDelayEachPacketLeavesAtOnceAndAlone) {
  Aggregator aggregator({});
  for (int i = 0; i < 3; ++i) aggregator.push(packet(100), kStart);
  EXPECT_EQ(aggregator.next_deadline(), kStart);
  for (int i = 0; i < 3; ++i) {
    const auto departure = aggregator.pop(kStart);
    ASSERT_TRUE(departure);
    EXPECT_EQ(to_datagram(*departure), Bytes(100, 0x80));
  }
  EXPECT_FALSE(aggregator.pop(kStart));
}

TEST(Aggregator, SmallPacketsLeaveTogetherWhenTheFirstHasWaitedLongEnough) {
  Aggregator aggregator({});
  aggregator.set_delay(50ms);
  aggregator.push(packet(100), kStart);
  aggregator.push(packet(200), kStart + 20ms);
  aggregator.push_report(Bytes(40, 0x81), kStart + 30ms);
  EXPECT_EQ(aggregator.next_deadline(), kStart + 50ms);
  EXPECT_FALSE(aggregator.pop(kStart + 49ms));
  const auto departure = aggregator.pop(kStart + 50ms);
  ASSERT_TRUE(departure);
  EXPECT_EQ(departure->packets.size(), 2U);
  EXPECT_EQ(departure->reports.size(), 1U);
  EXPECT_EQ(aggregator.next_deadline(), kNever);
}

TEST(Aggregator, LargePacketsDoNotWait) {
  Aggregator aggregator({});
  aggregator.set_delay(50ms);
  aggregator.push(packet(100), kStart);
  PacedPacket large = packet(1200);
  large.ssrc = 7;
  aggregator.push(std::move(large), kStart + 1ms);
  const auto departure = aggregator.pop(kStart + 1ms);
  ASSERT_TRUE(departure);
  EXPECT_EQ(to_datagram(*departure).size(), 1200U);
  EXPECT_FALSE(aggregator.pop(kStart + 1ms));
}

TEST(Aggregator, ALargePacketDoesNotOvertakeAnotherOfItsSource) {
  Aggregator aggregator({});
  aggregator.set_delay(50ms);
  PacedPacket audio = packet(100);
  audio.ssrc = 7;
  aggregator.push(std::move(audio), kStart);
  aggregator.push(packet(200), kStart + 1ms);
  aggregator.push(packet(1200), kStart + 2ms);
  const auto first = aggregator.pop(kStart + 2ms);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->packets.size(), 2U);
  const auto second = aggregator.pop(kStart + 2ms);
  ASSERT_TRUE(second);
  EXPECT_EQ(to_datagram(*second).size(), 1200U);
}

TEST(Aggregator, NoPacketIsLostOrHeldTooLongAndNoDatagramIsTooLarge) {
  for (const Duration delay : {0ms, 10ms, 50ms}) {
    Aggregator aggregator({});
    aggregator.set_delay(delay);
    Rng rng(5);
    std::uint64_t pushed = 0;
    std::uint64_t popped = 0;
    std::uint64_t datagrams = 0;
    Timestamp now = kStart;
    std::deque<Timestamp> packets_at;  // When those of one source were pushed, which keep their order.
    Duration longest_wait{};
    const auto drain = [&](Timestamp at) {
      while (auto departure = aggregator.pop(at)) {
        popped += departure->packets.size() + departure->reports.size();
        for (std::size_t i = departure->packets.size(); i > 0; --i) {
          longest_wait = std::max(longest_wait, at - packets_at.front());
          packets_at.pop_front();
        }
        ++datagrams;
        EXPECT_LE(to_datagram(std::move(*departure)).size(), 1200U);
      }
    };
    for (int i = 0; i < 5000; ++i) {
      const Timestamp next = now + std::chrono::milliseconds(rng.below(20));
      while (aggregator.next_deadline() <= next) drain(aggregator.next_deadline());
      now = next;
      if (rng.chance(0.1)) {
        aggregator.push_report(Bytes(20 + rng.below(300)), now);
      } else {
        aggregator.push(packet(20 + rng.below(1180)), now);
        packets_at.push_back(now);
      }
      ++pushed;
      drain(now);
    }
    while (aggregator.next_deadline() != kNever) drain(aggregator.next_deadline());
    EXPECT_EQ(popped, pushed);
    EXPECT_LE(longest_wait, delay);
    if (delay > 0ms) {
      EXPECT_LT(static_cast<double>(datagrams), 0.9 * static_cast<double>(pushed));
    }
  }
}

}  // namespace
}  // namespace counterpoint

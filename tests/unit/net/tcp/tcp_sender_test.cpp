// SPDX-License-Identifier: GPL-3.0-or-later
// One sender against acknowledgements made by hand, and over paths that lose, reorder and fall silent. Several
// senders at a bottleneck are in tcp_calibration_test.cpp.
#include "net/emulation/tcp/tcp_sender.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/rng.h"
#include "tests/unit/net/tcp/tcp_simulation.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = TcpSimulation::kStart;
using Block = TcpAcknowledgement::Block;

/// Segments of 1000 bytes, numbered from 0.
class TcpSenderTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kSize = 1000;

  std::vector<std::uint64_t> sent() {
    std::vector<std::uint64_t> numbers;
    while (const auto packet = sender_.poll(now_)) {
      numbers.push_back(parse_tcp_segment(packet->data)->sequence / kSize);
    }
    return numbers;
  }
  void acknowledge(std::uint64_t next, const std::vector<Block>& blocks = {}) {
    TcpAcknowledgement acknowledgement{.next = next * kSize, .blocks = {}};
    for (const Block& block : blocks) {
      acknowledgement.blocks.push_back({.first = block.first * kSize, .end = block.end * kSize});
    }
    sender_.handle_ack(make_packet(acknowledgement).data, now_);
  }
  static std::vector<std::uint64_t> range(std::uint64_t first, std::uint64_t end) {
    std::vector<std::uint64_t> numbers;
    for (; first < end; ++first) numbers.push_back(first);
    return numbers;
  }

  Timestamp now_ = kStart;
  TcpSender sender_{{.segment_size = DataSize::bytes(kSize)}};
};

TEST_F(TcpSenderTest, BeginsWithTenSegmentsAndDoubles) {
  sender_.write_forever();
  EXPECT_EQ(sent(), range(0, 10));
  now_ += 100ms;
  acknowledge(10);
  EXPECT_EQ(sent(), range(10, 30));
  EXPECT_EQ(sender_.smoothed_round_trip(), 100ms);
  now_ += 100ms;
  acknowledge(20);
  acknowledge(30);
  EXPECT_EQ(sent(), range(30, 70));
}

TEST_F(TcpSenderTest, SendsNoMoreThanIsWritten) {
  EXPECT_TRUE(sent().empty());
  sender_.write(DataSize::bytes(2500));
  EXPECT_EQ(sent(), range(0, 3));
  EXPECT_FALSE(sender_.done());
  now_ += 10ms;
  sender_.handle_ack(make_packet(TcpAcknowledgement{.next = 2500}).data, now_);
  EXPECT_TRUE(sender_.done());
  EXPECT_EQ(sender_.next_deadline(), kNever);
  sender_.write(DataSize::bytes(-5));
  EXPECT_TRUE(sender_.done());
}

TEST_F(TcpSenderTest, ReceiveWindowBoundsWhatIsUnderWay) {
  sender_ = TcpSender({.segment_size = DataSize::bytes(kSize), .receive_window = DataSize::bytes(4500)});
  sender_.write_forever();
  EXPECT_EQ(sent(), range(0, 4));
  now_ += 100ms;
  acknowledge(2);
  EXPECT_EQ(sent(), range(4, 6));
}

TEST_F(TcpSenderTest, ThirdSackRetransmitsAndHalvesTheWindow) {
  sender_.write_forever();
  EXPECT_EQ(sent(), range(0, 10));
  now_ += 100ms;
  acknowledge(0, {{1, 2}});
  EXPECT_EQ(sent(), range(10, 11)) << "limited transmit (RFC 3042)";
  acknowledge(0, {{1, 3}});
  EXPECT_EQ(sent(), range(11, 12));
  EXPECT_EQ(sender_.counters().recoveries, 0U);
  acknowledge(0, {{1, 4}});
  EXPECT_EQ(sent(), range(0, 1));
  EXPECT_EQ(sender_.slow_start_threshold(), 5);
  EXPECT_EQ(sender_.counters().recoveries, 1U);
  EXPECT_EQ(sender_.counters().retransmissions, 1U);
  // Proportional rate reduction: about every second acknowledgement lets one segment leave.
  std::size_t more = 0;
  for (std::uint64_t end = 5; end <= 10; ++end) {
    acknowledge(0, {{1, end}});
    more += sent().size();
  }
  EXPECT_GE(more, 2U);
  EXPECT_LE(more, 4U);
  now_ += 100ms;
  acknowledge(12);
  (void)sent();
  EXPECT_EQ(sender_.congestion_window(), 5);
  EXPECT_EQ(sender_.counters().timeouts, 0U);
}

TEST_F(TcpSenderTest, AFewLateSegmentsAreNotLost) {
  sender_.write_forever();
  (void)sent();
  now_ += 100ms;
  acknowledge(0, {{1, 3}});
  now_ += 10ms;  // Less than a quarter of the round trip.
  acknowledge(3);
  (void)sent();
  now_ += 80ms;
  (void)sent();
  EXPECT_EQ(sender_.counters().retransmissions, 0U);
  EXPECT_EQ(sender_.slow_start_threshold(), TcpCongestionWindow::kNoThreshold);
}

TEST_F(TcpSenderTest, LostRetransmissionsAreFoundWithoutATimeout) {
  sender_.write_forever();
  (void)sent();
  now_ += 100ms;
  acknowledge(0, {{1, 10}});
  const auto first = sent();
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first.front(), 0U);
  // A segment sent after the retransmission is acknowledged, the retransmission is not.
  now_ += 100ms;
  acknowledge(0, {{1, 11}});
  const auto second = sent();
  ASSERT_FALSE(second.empty());
  EXPECT_EQ(second.front(), 0U);
  EXPECT_EQ(sender_.counters().timeouts, 0U);
}

TEST_F(TcpSenderTest, TimeoutsBackOffAndBeginWithOneSegment) {
  sender_.write_forever();
  (void)sent();
  std::vector<Duration> gaps;
  for (int i = 0; i < 6; ++i) {
    const Timestamp next = sender_.next_deadline();
    gaps.push_back(next - now_);
    now_ = next;
    EXPECT_EQ(sent(), range(0, 1));
  }
  EXPECT_EQ(gaps, (std::vector<Duration>{1s, 2s, 4s, 8s, 16s, 32s}));
  EXPECT_EQ(sender_.counters().timeouts, 6U);
  EXPECT_EQ(sender_.slow_start_threshold(), 5) << "halved once";
  now_ += 100ms;
  acknowledge(1);
  EXPECT_EQ(sent(), range(1, 3)) << "slow start";
}

TEST_F(TcpSenderTest, LastSegmentsAreProbedForWithoutATimeout) {
  sender_.write(DataSize::bytes(10'000));
  (void)sent();
  now_ += 100ms;
  acknowledge(8);
  EXPECT_TRUE(sent().empty());
  EXPECT_EQ(sender_.next_deadline(), now_ + 200ms) << "two round trips (RFC 8985, 7.2)";
  now_ += 200ms;
  EXPECT_EQ(sent(), range(9, 10));
  now_ += 100ms;
  acknowledge(8, {{9, 10}});
  EXPECT_EQ(sent(), range(8, 9));
  now_ += 100ms;
  acknowledge(10);
  EXPECT_TRUE(sender_.done());
  EXPECT_EQ(sender_.counters().timeouts, 0U);
  EXPECT_EQ(sender_.counters().recoveries, 1U);
}

TEST_F(TcpSenderTest, AProbeThatRepairsALossCountsAsCongestion) {
  for (const bool lost : {true, false}) {
    TcpSender sender({.segment_size = DataSize::bytes(kSize)});
    sender.write(DataSize::bytes(10'000));
    now_ = kStart;
    while (sender.poll(now_)) {
    }
    now_ += 100ms;
    sender.handle_ack(make_packet(TcpAcknowledgement{.next = 9000}).data, now_);
    now_ = sender.next_deadline();
    ASSERT_TRUE(sender.poll(now_));
    now_ += 100ms;
    TcpAcknowledgement last{.next = 10'000, .blocks = {}};
    if (!lost) last.blocks.push_back({.first = 9000, .end = 10'000});
    sender.handle_ack(make_packet(last).data, now_);
    EXPECT_TRUE(sender.done());
    EXPECT_EQ(sender.counters().recoveries, lost ? 1U : 0U);
  }
}

TEST_F(TcpSenderTest, ALongPauseForgetsTheWindow) {
  sender_.write(DataSize::bytes(30'000));
  (void)sent();
  now_ += 100ms;
  acknowledge(10);
  (void)sent();
  now_ += 100ms;
  acknowledge(30);
  EXPECT_EQ(sender_.congestion_window(), 40);
  now_ += 60s;
  sender_.write_forever();
  EXPECT_EQ(sent(), range(30, 40));
}

TEST_F(TcpSenderTest, AnUnusedWindowDoesNotGrow) {
  std::uint64_t next = 0;
  for (int i = 0; i < 100; ++i) {
    sender_.write(DataSize::bytes(kSize));
    next += sent().size();
    now_ += 100ms;
    acknowledge(next);
  }
  EXPECT_EQ(sender_.congestion_window(), 10);
}

TEST_F(TcpSenderTest, WhatWasNotSentCannotBeAcknowledged) {
  sender_.write_forever();
  (void)sent();
  now_ += 100ms;
  acknowledge(11);
  acknowledge(1'000'000);
  acknowledge(0, {{10, 20}, {500, 600}});
  EXPECT_EQ(sender_.counters().acknowledged, DataSize());
  EXPECT_TRUE(sent().empty());
  EXPECT_EQ(sender_.congestion_window(), 10);
}

TEST_F(TcpSenderTest, UntrueSacksDoNotStopTheConnection) {
  sender_.write(DataSize::bytes(10'000));
  (void)sent();
  now_ += 100ms;
  acknowledge(0, {{0, 10}});  // The head itself: no receiver says so.
  for (int i = 0; i < 10 && sender_.counters().retransmissions == 0; ++i) {
    now_ = sender_.next_deadline();
    ASSERT_NE(now_, kNever);
    (void)sent();
  }
  EXPECT_GT(sender_.counters().retransmissions, 0U);
  now_ += 100ms;
  acknowledge(10);
  EXPECT_TRUE(sender_.done());
}

TEST_F(TcpSenderTest, RandomAnswersNeverMakeItExceedItsWindow) {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    TcpSender sender({.congestion_control = round % 2 == 0 ? TcpCongestionControl::kReno : TcpCongestionControl::kCubic,
                      .segment_size = DataSize::bytes(kSize),
                      .receive_window = DataSize::bytes(100 * kSize)});
    sender.write_forever();
    now_ = kStart;
    for (int i = 0; i < 300; ++i) {
      const auto acknowledged = static_cast<std::uint64_t>(sender.counters().acknowledged.bytes());
      TcpAcknowledgement answer{.next = acknowledged + rng.below(3) * kSize * rng.below(8), .blocks = {}};
      for (std::uint64_t blocks = rng.below(4); blocks > 0; --blocks) {
        const std::uint64_t first = acknowledged + rng.below(120) * kSize;
        answer.blocks.push_back({.first = first, .end = first + (1 + rng.below(20)) * kSize});
      }
      Bytes data = make_packet(answer).data;
      if (rng.chance(0.2)) data[rng.below(data.size())] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      sender.handle_ack(data, now_);
      const auto base = static_cast<std::uint64_t>(sender.counters().acknowledged.bytes());
      int count = 0;
      while (const auto packet = sender.poll(now_)) {
        const auto segment = parse_tcp_segment(packet->data);
        ASSERT_GE(segment->sequence, base);
        ASSERT_LE(segment->sequence + segment->length, base + 100 * kSize);
        ASSERT_LE(++count, 200);
      }
      ASSERT_GT(sender.next_deadline(), now_);
      ASSERT_LT(sender.next_deadline(), kNever);
      now_ = rng.chance(0.1) ? sender.next_deadline() : now_ + 5ms;
    }
  }
}

TEST(TcpOverAPath, CarriesEveryByteWhateverHappens) {
  for (const char* path :
       {"rate=2M,delay=50ms,queue=300ms", "rate=2M,delay=50ms,queue=1p", "delay=20ms,loss=10%", "delay=20ms,loss=25%",
        "delay=20ms,loss=5%,burst=20", "rate=5M,delay=20ms,reorder=10%,reorder_delay=30ms", "delay=20ms,duplicate=20%",
        "delay=50ms,jitter=50ms,rate=1M,at=3s:rate=0,at=13s:rate=1M", "packet_rate=50,delay=5ms,queue=5p"}) {
    for (const auto control : {TcpCongestionControl::kReno, TcpCongestionControl::kCubic}) {
      SCOPED_TRACE(path);
      TcpSimulation simulation(path, path);
      TcpSimulation::Connection& tcp = simulation.add({.congestion_control = control});
      tcp.sender.write(DataSize::bytes(1'000'001));
      simulation.run_until(3600s);
      EXPECT_TRUE(tcp.sender.done());
      EXPECT_EQ(tcp.receiver.received(), DataSize::bytes(1'000'001));
      EXPECT_EQ(tcp.sender.next_deadline(), kNever);
    }
  }
}

TEST(TcpOverAPath, ReorderingAndDuplicatesDoNotLookLikeLoss) {
  for (const char* path : {"rate=5M,delay=40ms,queue=200ms,reorder=2%,reorder_delay=10ms",
                           "rate=5M,delay=40ms,queue=200ms,duplicate=10%"}) {
    TcpSimulation simulation(path, "delay=40ms");
    TcpSimulation::Connection& tcp = simulation.add({});
    tcp.sender.write_forever();
    simulation.run_until(60s);
    EXPECT_GT(tcp.receiver.received().bits(), 0.9 * 5e6 * 60 * 1448 / 1500) << path;
    EXPECT_EQ(tcp.sender.counters().timeouts, 0U) << path;
  }
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_receiver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
using Block = TcpAcknowledgement::Block;

class TcpReceiverTest : public ::testing::Test {
 protected:
  // Segment `number` of 1000 bytes.
  void arrives(std::uint64_t number) {
    receiver_.handle_segment(make_packet(TcpSegment{.sequence = 1000 * number, .length = 1000}).data, now_);
  }
  std::optional<TcpAcknowledgement> answer() {
    const auto packet = receiver_.poll(now_);
    EXPECT_FALSE(packet && receiver_.poll(now_)) << "one answer at a time";
    return packet ? parse_tcp_acknowledgement(packet->data) : std::nullopt;
  }
  // Past the quick acknowledgements of the start.
  void warm_up() {
    for (; sent_ < 16; ++sent_) {
      arrives(sent_);
      ASSERT_EQ(answer(), (TcpAcknowledgement{.next = 1000 * (sent_ + 1)}));
    }
  }

  TcpReceiver receiver_;
  Timestamp now_ = kStart;
  std::uint64_t sent_ = 0;
};

TEST_F(TcpReceiverTest, AcknowledgesEachSegmentAtTheStartThenEverySecond) {
  warm_up();
  for (int pair = 0; pair < 10; ++pair) {
    arrives(sent_++);
    EXPECT_FALSE(answer());
    EXPECT_EQ(receiver_.next_deadline(), now_ + 40ms);
    arrives(sent_++);
    EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 1000 * sent_}));
    EXPECT_EQ(receiver_.next_deadline(), kNever);
  }
}

TEST_F(TcpReceiverTest, ASingleSegmentIsAcknowledgedAfter40Milliseconds) {
  warm_up();
  arrives(16);
  now_ += 40ms - 1ns;
  EXPECT_FALSE(answer());
  now_ += 1ns;
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 17'000}));
}

TEST_F(TcpReceiverTest, SaysAtOnceWhatIsMissing) {
  warm_up();
  arrives(17);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 16'000, .blocks = {{17'000, 18'000}}}));
  arrives(20);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 16'000, .blocks = {{20'000, 21'000}, {17'000, 18'000}}}));
  arrives(18);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 16'000, .blocks = {{17'000, 19'000}, {20'000, 21'000}}}));
  arrives(22);
  arrives(24);
  EXPECT_EQ(answer(),
            (TcpAcknowledgement{.next = 16'000, .blocks = {{24'000, 25'000}, {22'000, 23'000}, {17'000, 19'000}}}));
  arrives(16);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 19'000, .blocks = {{24'000, 25'000}, {22'000, 23'000}}}))
      << "three are remembered";
  arrives(19);
  EXPECT_EQ(answer()->next, 21'000U);
  arrives(21);
  arrives(23);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 25'000}));
  EXPECT_EQ(receiver_.received(), DataSize::bytes(25'000));
}

TEST_F(TcpReceiverTest, ReportsWhatCameTwice) {
  warm_up();
  arrives(3);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 16'000, .blocks = {{3000, 4000}}}));
  arrives(18);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 16'000, .blocks = {{18'000, 19'000}}}));
  arrives(18);
  EXPECT_EQ(answer(), (TcpAcknowledgement{.next = 16'000, .blocks = {{18'000, 19'000}, {18'000, 19'000}}}));
}

TEST_F(TcpReceiverTest, KeepsABoundedNumberOfGaps) {
  for (std::uint64_t i = 0; i < 2 * TcpReceiver::kMaxGaps; ++i) arrives(1 + 2 * i);
  // The last that could be kept is the highest that fills up to itself.
  for (std::uint64_t i = 0; i < TcpReceiver::kMaxGaps; ++i) arrives(2 * i);
  EXPECT_EQ(receiver_.received(), DataSize::bytes(2000) * TcpReceiver::kMaxGaps);
  const std::uint64_t far = static_cast<std::uint64_t>((receiver_.received() + TcpReceiver::kMaxAhead).bytes()) / 1000;
  arrives(far);
  EXPECT_TRUE(answer()->blocks.empty());
}

// Whatever comes in whatever order, what was received is what it should be.
TEST_F(TcpReceiverTest, AgreesWithAPlainModel) {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    TcpReceiver receiver;
    std::vector<bool> has(200);
    for (int i = 0; i < 300; ++i) {
      const std::uint64_t first = rng.below(190);
      const std::uint64_t length = 1 + rng.below(9);
      receiver.handle_segment(
          make_packet(TcpSegment{.sequence = first, .length = static_cast<std::uint32_t>(length)}).data, now_);
      for (std::uint64_t byte = first; byte < first + length; ++byte) has[byte] = true;
      const auto gap = std::ranges::find(has, false) - has.begin();
      ASSERT_EQ(receiver.received().bytes(), gap);
      const auto packet = receiver.poll(now_);
      if (!packet) continue;
      const auto answer = parse_tcp_acknowledgement(packet->data);
      ASSERT_TRUE(answer);
      for (const Block& block : answer->blocks) {
        for (std::uint64_t byte = block.first; byte < block.end; ++byte) ASSERT_TRUE(has[byte]);
      }
    }
  }
}

}  // namespace
}  // namespace counterpoint

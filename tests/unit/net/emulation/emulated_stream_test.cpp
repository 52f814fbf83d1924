// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/emulated_stream.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "net/adapters/emulated_transport.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

/// A connection over two paths, in virtual time. The left end sends numbered packets as fast as it is ready.
class EmulatedStreamTest : public testing::Test {
 protected:
  void connect(const std::string& path) {
    PathConfig there = parse_path_config(path).value();
    PathConfig back = there;
    back.seed = there.seed + 1;
    there_ = std::make_unique<EmulatedPath>(there);
    back_ = std::make_unique<EmulatedPath>(back);
    left_ = std::make_unique<PathEnd>(*there_, *back_);
    right_ = std::make_unique<PathEnd>(*back_, *there_);
    sender_ = left_->open_stream();
    receiver_ = right_->open_stream();
  }
  static Bytes packet(std::size_t number) {
    Bytes data(1 + number * 37 % 1400);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint8_t>(number + i);
    return data;
  }
  /// Until `count` packets have been sent and nothing is under way any more, or the time is over.
  void run(std::size_t count, Duration longest = 600s) {
    Timestamp now = kStart;
    while (now < kStart + longest) {
      while (auto datagram = left_->receive(now)) datagrams_.push_back(std::move(datagram->data));
      while (auto datagram = right_->receive(now)) datagrams_.push_back(std::move(datagram->data));
      EXPECT_FALSE(sender_->receive(now));
      while (auto arrived = receiver_->receive(now)) {
        EXPECT_LE(arrived->arrived_at, now);
        arrived_.push_back(std::move(arrived->data));
        done_at_ = now;
      }
      for (; sent_ < count && sender_->ready(); ++sent_) sender_->send(packet(sent_), now);
      const Timestamp next = std::min(
          {left_->next_deadline(), right_->next_deadline(), sender_->next_deadline(), receiver_->next_deadline()});
      if (next == kNever) break;
      now = std::max(now, next);
    }
  }
  void expect_all(std::size_t count) const {
    ASSERT_EQ(arrived_.size(), count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(arrived_[i], packet(i)) << i;
  }

  std::unique_ptr<EmulatedPath> there_;
  std::unique_ptr<EmulatedPath> back_;
  std::unique_ptr<PathEnd> left_;
  std::unique_ptr<PathEnd> right_;
  std::unique_ptr<EmulatedStream> sender_;
  std::unique_ptr<EmulatedStream> receiver_;
  std::size_t sent_ = 0;
  std::vector<Bytes> arrived_;
  std::vector<Bytes> datagrams_;
  Timestamp done_at_{};
};

TEST_F(EmulatedStreamTest, CarriesAllInOrderOverAPathThatLosesReordersAndDuplicates) {
  connect("rate=2M,delay=20ms,queue=20p,loss=5%,reorder=3%,duplicate=2%");
  run(2000);
  expect_all(2000);
  EXPECT_GT(sender_->counters().retransmissions, 50U);
}

TEST_F(EmulatedStreamTest, FillsThePathAsTcpDoes) {
  connect("rate=1M,delay=25ms,queue=50p");
  run(3000);
  expect_all(3000);
  double bytes = 0;
  for (const Bytes& data : arrived_) bytes += static_cast<double>(data.size() + 2);
  const double rate = bytes * 8 / to_seconds(done_at_ - kStart);
  std::printf("%.0f kbit/s of 1000\n", rate / 1000);
  // Headers take 52 of 1500 bytes of each segment.
  EXPECT_GT(rate, 900e3);
  EXPECT_LT(rate, 970e3);
}

TEST_F(EmulatedStreamTest, IsNotReadyWhileTheWindowIsFull) {
  connect("rate=100k,delay=100ms,queue=10p");
  run(1'000'000, 50ms);
  // Ten segments are the first window, each of a packet at most; what waits behind them is bounded.
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < sent_; ++i) bytes += packet(i).size() + 2;
  EXPECT_GT(sent_, 10U);
  EXPECT_LT(bytes, 10U * 1448U + 2400U + 1402U);
  EXPECT_FALSE(sender_->ready());
}

TEST_F(EmulatedStreamTest, LeavesDatagramsAlone) {
  connect("delay=10ms");
  const Bytes rtp(60, 0x80);
  const Bytes like_a_segment(60, 'S');
  left_->send(rtp, kStart);
  left_->send(like_a_segment, kStart);
  run(10);
  expect_all(10);
  EXPECT_THAT(datagrams_, testing::ElementsAre(rtp, like_a_segment));
}

TEST_F(EmulatedStreamTest, TalksToOneself) {
  LoopTransport loop(parse_path_config("delay=30ms").value());
  const auto stream = loop.open_stream();
  stream->send(packet(5), kStart);
  EXPECT_FALSE(loop.receive(kStart));
  EXPECT_FALSE(stream->receive(kStart));
  EXPECT_FALSE(loop.receive(kStart + 30ms));
  const auto arrived = stream->receive(kStart + 30ms);
  ASSERT_TRUE(arrived);
  EXPECT_EQ(arrived->data, packet(5));
  EXPECT_EQ(arrived->arrived_at, kStart + 30ms);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/nack_generator.h"

#include <gmock/gmock.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Timestamp kStart = Timestamp(1000s);
constexpr Duration kRoundTrip = 80ms;

TEST(NackGenerator, LossIsAskedForOnceARoundTripUntilItComes) {
  NackGenerator nack;
  nack.handle_packet(65'534, kStart);
  nack.handle_packet(65'538, kStart + 10ms);
  EXPECT_THAT(nack.poll(kStart + 10ms, kRoundTrip), IsEmpty());
  const Timestamp first = nack.next_deadline();
  EXPECT_LE(first, kStart + 20ms);
  EXPECT_THAT(nack.poll(first, kRoundTrip), ElementsAre(65'535, 0, 1));
  EXPECT_THAT(nack.poll(first + 1ms, kRoundTrip), IsEmpty());
  nack.handle_packet(65'536, first + 85ms, true);
  const Timestamp second = nack.next_deadline();
  EXPECT_GE(second, first + kRoundTrip);
  EXPECT_LE(second, first + 2 * kRoundTrip);
  EXPECT_THAT(nack.poll(second, kRoundTrip), ElementsAre(65'535, 1));
  nack.handle_packet(65'535, second + 85ms, true);
  nack.handle_packet(65'537, second + 85ms, true);
  EXPECT_EQ(nack.next_deadline(), kNever);
  EXPECT_EQ(nack.counters().recovered, 3U);
  EXPECT_FALSE(nack.take_key_frame_need());
}

TEST(NackGenerator, WhatNeverComesIsGivenUpAndAKeyFrameAskedFor) {
  NackGenerator nack;
  nack.handle_packet(1000, kStart);
  nack.handle_packet(1002, kStart);
  Timestamp now = kStart;
  int requests = 0;
  while (nack.next_deadline() != kNever) {
    ASSERT_GE(nack.next_deadline(), now);
    now = nack.next_deadline();
    requests += static_cast<int>(nack.poll(now, kRoundTrip).size());
    ASSERT_LE(requests, 20);
  }
  EXPECT_GE(requests, 4);
  EXPECT_LE(now, kStart + 1100ms);
  EXPECT_TRUE(nack.take_key_frame_need());
  EXPECT_FALSE(nack.take_key_frame_need());
  EXPECT_EQ(nack.counters().given_up, 1U);
}

TEST(NackGenerator, ReorderingByJitterDoesNotFloodThePeer) {
  NackGenerator nack;
  Rng rng(5);
  std::multimap<Timestamp, std::int64_t> in_flight;
  for (std::int64_t i = 0; i < 10'000; ++i) {
    in_flight.emplace(kStart + i * 8ms + from_seconds(0.03 * rng.uniform()), 70'000 + i);
  }
  std::size_t requests = 0;
  std::size_t late_requests = 0;
  for (const auto& [at, sequence] : in_flight) {
    nack.handle_packet(sequence, at);
    const std::size_t asked = nack.poll(at, kRoundTrip).size();
    requests += asked;
    if (sequence > 71'000) late_requests += asked;
  }
  // Nothing was lost: nearly nothing should be asked for, once the path is known.
  EXPECT_LE(requests, 400U);
  EXPECT_LE(late_requests, 9000U / 25);
  EXPECT_GT(nack.counters().reordered, 1000U);
  EXPECT_FALSE(nack.take_key_frame_need());
}

TEST(NackGenerator, HugeGapIsAnOutageAndNotALossToRepair) {
  NackGenerator nack;
  nack.handle_packet(1000, kStart);
  nack.handle_packet(1002, kStart);
  nack.handle_packet(9000, kStart + 1s);
  EXPECT_EQ(nack.next_deadline(), kNever);
  EXPECT_TRUE(nack.take_key_frame_need());
  nack.handle_packet(9002, kStart + 1s);
  EXPECT_THAT(nack.poll(kStart + 1010ms, kRoundTrip), ElementsAre(9001));
}

TEST(NackGenerator, WhatIsNotWantedAnyMoreIsNotAskedFor) {
  NackGenerator nack;
  nack.handle_packet(1000, kStart);
  nack.handle_packet(1005, kStart);
  nack.drop_before(1003);
  EXPECT_THAT(nack.poll(kStart + 50ms, kRoundTrip), ElementsAre(1003, 1004));
  EXPECT_FALSE(nack.take_key_frame_need());
}

TEST(NackGenerator, ListAndRequestsStayBoundedWhateverComes) {
  NackGenerator nack;
  Rng rng(9);
  std::int64_t sequence = 100'000;
  Timestamp now = kStart;
  for (int i = 0; i < 20'000; ++i) {
    sequence += static_cast<std::int64_t>(rng.below(450));
    nack.handle_packet(rng.chance(0.1) ? static_cast<std::int64_t>(rng.below(1 << 22)) : sequence, now);
    ASSERT_LE(nack.poll(now, rng.chance(0.5) ? 0ms : 5s).size(), 200U);
    now += 1ms;
  }
}

TEST(NackGenerator, NumberingThatStartsAnewIsFollowed) {
  NackGenerator nack;
  nack.handle_packet(90'000, kStart);
  nack.handle_packet(70'000, kStart + 10ms);
  nack.handle_packet(70'001, kStart + 20ms);
  nack.handle_packet(70'003, kStart + 30ms);
  EXPECT_THAT(nack.poll(kStart + 50ms, kRoundTrip), ElementsAre(70'002 - 65'536));
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/selective_retransmission.h"

#include <gtest/gtest.h>

#include "net/receive/nack_generator.h"

namespace counterpoint {
namespace {

constexpr Timestamp kNow{10s};

TEST(SelectiveRetransmission, AsksOnlyForWhatComesInTime) {
  const SelectiveRetransmission decision({.round_trips = 1, .reserve = 5ms});
  // Jacobs 1998, section 3.3: 100 ms buffered and a round trip of 50 ms.
  EXPECT_TRUE(decision.is_worthwhile(kNow, kNow + 100ms, 50ms));
  EXPECT_TRUE(decision.is_worthwhile(kNow, kNow + 55ms, 50ms));
  EXPECT_FALSE(decision.is_worthwhile(kNow, kNow + 54ms, 50ms));
  EXPECT_FALSE(decision.is_worthwhile(kNow, kNow - 1s, 50ms));
  EXPECT_TRUE(decision.is_worthwhile(kNow, kNever, 10s));
}

TEST(SelectiveRetransmission, WhatIsNotWorthwhileIsNeverAskedForAndNeedsNoKeyFrame) {
  NackGenerator nack;
  for (const std::int64_t sequence : {1, 4, 6}) nack.handle_packet(sequence, kNow);
  const auto asked = nack.poll(kNow + 10ms, 50ms, [](std::int64_t sequence) { return sequence == 5; });
  EXPECT_EQ(asked, std::vector<std::uint16_t>{5});
  EXPECT_EQ(nack.counters().accepted, 2U);
  EXPECT_TRUE(nack.poll(kNow + 11ms, 50ms).empty());
  EXPECT_EQ(nack.poll(kNow + 200ms, 50ms), std::vector<std::uint16_t>{5});
  EXPECT_FALSE(nack.take_key_frame_need());
}

}  // namespace
}  // namespace counterpoint

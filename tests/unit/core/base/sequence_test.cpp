// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequence.h"

#include <gtest/gtest.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

TEST(Unwrapper, CountsOnAcrossTheWrap) {
  Unwrapper<std::uint16_t> unwrapper;
  EXPECT_EQ(unwrapper.unwrap(65534), 65536 + 65534);
  EXPECT_EQ(unwrapper.unwrap(65535), 65536 + 65535);
  EXPECT_EQ(unwrapper.unwrap(0), 2 * 65536);
  EXPECT_EQ(unwrapper.unwrap(1), 2 * 65536 + 1);
  // One that comes late still belongs before the wrap.
  EXPECT_EQ(unwrapper.unwrap(65535), 65536 + 65535);
  EXPECT_EQ(unwrapper.unwrap(2), 2 * 65536 + 2);
}

TEST(Unwrapper, StaysPositiveWhenTheFirstToArriveWasNotTheFirstSent) {
  Unwrapper<std::uint16_t> unwrapper;
  EXPECT_EQ(unwrapper.unwrap(3), 65539);
  EXPECT_EQ(unwrapper.unwrap(65530), 65530);
}

TEST(Unwrapper, PeekRemembersNothing) {
  Unwrapper<std::uint16_t> unwrapper;
  EXPECT_EQ(unwrapper.unwrap(100), 65636);
  EXPECT_EQ(unwrapper.peek(30'000), 95'536);
  EXPECT_EQ(unwrapper.peek(50'000), 50'000) << "half a circle away is behind when seen from 100";
  EXPECT_EQ(unwrapper.unwrap(101), 65637);
}

TEST(Unwrapper, FollowsARandomWalkOfAnyTimestamps) {
  Rng rng(7);
  Unwrapper<std::uint32_t> unwrapper;
  std::int64_t position = 0x1'8000'0000;
  EXPECT_EQ(unwrapper.unwrap(static_cast<std::uint32_t>(position)), position);
  for (int step = 0; step < 10'000; ++step) {
    position += static_cast<std::int64_t>(rng.below(0x6000'0000)) - 0x1000'0000;
    ASSERT_EQ(unwrapper.unwrap(static_cast<std::uint32_t>(position)), position) << "step " << step;
  }
}

}  // namespace
}  // namespace counterpoint

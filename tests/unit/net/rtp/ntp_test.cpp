// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/ntp.h"

#include <gmock/gmock.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

TEST(Ntp, IsSecondsAndABinaryFraction) {
  EXPECT_EQ(to_ntp(Timestamp(0s)), 0U);
  EXPECT_EQ(to_ntp(Timestamp(1s)), std::uint64_t{1} << 32);
  EXPECT_EQ(to_ntp(Timestamp(2500ms)), 0x2'8000'0000U);
  EXPECT_EQ(to_ntp(Timestamp(-500ms)), 0xFFFF'FFFF'8000'0000U);
  EXPECT_EQ(from_ntp(0x2'8000'0000U), Timestamp(2500ms));
}

TEST(Ntp, KeepsEveryNanosecond) {
  Rng rng(1);
  for (int i = 0; i < 10'000; ++i) {
    const Timestamp t(Duration(static_cast<Duration::rep>(rng.below(std::uint64_t{1} << 61))));
    ASSERT_EQ(from_ntp(to_ntp(t)), t);
  }
  EXPECT_EQ(from_ntp(to_ntp(Timestamp(Duration(999'999'999)))), Timestamp(Duration(999'999'999)));
}

TEST(Ntp, TheCompactFormIsTheMiddle) { EXPECT_EQ(compact_ntp(0x1111'2222'3333'4444U), 0x2222'3333U); }

TEST(Ntp, DurationsAreIn65536thsOfASecond) {
  EXPECT_EQ(to_compact_duration(1500ms), 0x1'8000U);
  EXPECT_EQ(to_compact_duration(0ms), 0U);
  EXPECT_EQ(to_compact_duration(-1s), 0U);
  EXPECT_EQ(to_compact_duration(Duration::max()), 0xFFFF'FFFFU);
  EXPECT_EQ(to_compact_duration(Duration(65'535'999'999'999)), 0xFFFF'FFFFU);
  EXPECT_EQ(from_compact_duration(0x1'8000U), 1500ms);
  for (const std::uint32_t units : {0U, 1U, 65'535U, 12'345'678U, 0xFFFF'FFFFU}) {
    EXPECT_EQ(to_compact_duration(from_compact_duration(units)), units);
  }
}

TEST(Ntp, RoundTripTimeIsADifferenceOfCompactTimesThatMayWrap) {
  const std::uint32_t sent = compact_ntp(to_ntp(Timestamp(65'535'900ms)));
  const std::uint32_t back = compact_ntp(to_ntp(Timestamp(65'536'100ms)));
  EXPECT_LT(back, sent);
  EXPECT_NEAR(to_milliseconds(from_compact_duration(back - sent)), 200, 0.1);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/stun_transaction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace counterpoint {
namespace {

constexpr int kDraws = 1000;

/// The IDs of two sources, the second split from the first.
std::vector<StunTransactionId> draw_from(StunTransactionIds ids) {
  std::vector<StunTransactionId> drawn;
  StunTransactionIds others = ids.split();
  for (int i = 0; i < kDraws; ++i) drawn.insert(drawn.end(), {ids.draw(), others.draw()});
  return drawn;
}

TEST(StunTransactionIds, NoTwoAreTheSame) {
  for (const StunTransactionIds& ids : {StunTransactionIds(), StunTransactionIds(7)}) {
    const std::vector<StunTransactionId> drawn = draw_from(ids);
    EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), drawn.size());
  }
}

TEST(StunTransactionIds, FollowFromASeedAlone) {
  EXPECT_EQ(draw_from(StunTransactionIds(7)), draw_from(StunTransactionIds(7)));
  EXPECT_NE(draw_from(StunTransactionIds(7)), draw_from(StunTransactionIds(8)));
  EXPECT_NE(draw_from(StunTransactionIds()), draw_from(StunTransactionIds()));
}

TEST(StunTransactionIds, EachBitIsSetInHalfOfThem) {
  const std::vector<StunTransactionId> drawn = draw_from(StunTransactionIds());
  for (std::size_t bit = 0; bit < 8 * StunTransactionId{}.size(); ++bit) {
    const auto is_set = [bit](const StunTransactionId& id) { return (id[bit / 8] >> bit % 8 & 1) != 0; };
    // 10 standard deviations of 2,000 draws.
    EXPECT_NEAR(static_cast<double>(std::ranges::count_if(drawn, is_set)), kDraws, 224) << "bit " << bit;
  }
}

}  // namespace
}  // namespace counterpoint

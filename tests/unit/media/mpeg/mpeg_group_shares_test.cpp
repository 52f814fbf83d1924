// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/group_shares.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace counterpoint::mpeg {
namespace {

TEST(GroupShares, AreLeftAloneAwayFromTheFloor) {
  constexpr std::array kGroups = {GroupSize{1000, 300}, GroupSize{2000, 200}};
  EXPECT_TRUE(shares_of_groups(kGroups, 0.5).empty());
  EXPECT_TRUE(shares_of_groups(kGroups, 0.41).empty());
}

TEST(GroupShares, LetTheOthersPayForAGroupNearItsFloor) {
  constexpr std::array kGroups = {GroupSize{1000, 500}, GroupSize{2000, 200}, GroupSize{1000, 200}};
  for (const double share : {0.5, 0.4, 0.35, 0.3}) {
    const std::vector<double> shares = shares_of_groups(kGroups, share);
    ASSERT_EQ(shares.size(), kGroups.size());
    double bits = 0;
    for (std::size_t i = 0; i < kGroups.size(); ++i) bits += shares[i] * kGroups[i].original_bits;
    EXPECT_NEAR(bits, share * 4000, 1e-6);
    const double least = share < 0.35 ? kGroups[0].kept(shares[0]) : 0.15;
    EXPECT_GT(least, 0);
    for (std::size_t i = 0; i < kGroups.size(); ++i) EXPECT_GE(kGroups[i].kept(shares[i]), least - 1e-9);
    EXPECT_LT(shares[1], share);
  }
}

TEST(GroupShares, AreTheFloorsWhenEvenTheseAreTooMuch) {
  constexpr std::array kGroups = {GroupSize{1000, 500}, GroupSize{1000, 300}};
  const std::vector<double> shares = shares_of_groups(kGroups, 0.39);
  ASSERT_EQ(shares.size(), 2U);
  // All lack the same share, and none can go below its floor.
  EXPECT_NEAR(kGroups[0].kept(shares[0]), kGroups[1].kept(shares[1]), 1e-9);
  EXPECT_LT(kGroups[0].kept(shares[0]), 0);
}

TEST(GroupShares, CountWhatCannotBeCut) {
  constexpr std::array kGroups = {GroupSize{1000, 1000}, GroupSize{3000, 300}, GroupSize{}};
  const std::vector<double> shares = shares_of_groups(kGroups, 0.6);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_NEAR(shares[0], 1, 1e-9);
  EXPECT_NEAR(shares[1], 1400.0 / 3000, 1e-9);
  constexpr std::array kNothing = {GroupSize{1000, 1000}, GroupSize{500, 500}};
  EXPECT_TRUE(shares_of_groups(kNothing, 0.6).empty());
}

}  // namespace
}  // namespace counterpoint::mpeg

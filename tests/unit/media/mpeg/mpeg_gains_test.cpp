// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/cut/gains.h"

#include <gtest/gtest.h>

#include <cmath>

namespace counterpoint::mpeg {
namespace {

constexpr LambdaIndex kFirst = 60;

const Lanes& gain(RowOffset offset, float factor, LambdaIndex first) {
  const Lanes* const rows = gains().rows(log_energy(factor), first);
  return rows[offset / row_offset(1)];
}

TEST(MpegGains, AreTheEnergyOverEachMultiplierInBits) {
  for (const int level : {1, 2, 7, 40}) {
    for (const int weight : {8, 16, 83}) {
      const float factor = 3e-3F;
      const Lanes& row =
          gain(gains().levels(false)[level] + gains().weight(static_cast<std::uint8_t>(weight)), factor, kFirst);
      for (int i = 0; i < kLambdas; ++i) {
        const float doubled = static_cast<float>(2 * level + 1);
        const float bits = doubled * doubled * static_cast<float>(weight * weight) * factor / lambda_at(kFirst + i);
        if (bits > 2000) continue;
        EXPECT_NEAR(static_cast<float>(row[i]) / kUnitsPerBit, bits, 0.05 * bits + 0.07)
            << level << " " << weight << " " << i;
      }
    }
  }
}

TEST(MpegGains, AHigherMultiplierNeverPaysMore) {
  for (int octave = -30; octave < 60; ++octave) {
    const Lanes& row = gain(gains().levels(true)[3], std::exp2(static_cast<float>(octave)), kFirst);
    for (int i = 1; i < kLambdas; ++i) EXPECT_LE(row[i], row[i - 1]);
  }
}

TEST(MpegGains, TheLargestAndSmallestFactorsStayWithinTheTable) {
  for (const LambdaIndex first : {0, kLambdaGrid - kLambdas}) {
    const RowOffset most = gains().levels(false)[2047] + gains().weight(255) + row_offset(kMaxChrominanceWeight);
    EXPECT_EQ(gain(most, 1e30F, first)[kLambdas - 1], 32767 * kGainStep);
    EXPECT_EQ(gain(row_offset(kNoEnergy), 1e30F, first)[0], 0);
    EXPECT_EQ(gain(most, 1e-30F, first)[0], 0);
    EXPECT_EQ(gain(row_offset(kNoEnergy), 1e-30F, first)[0], 0);
  }
}

}  // namespace
}  // namespace counterpoint::mpeg

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/tcp_equation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace counterpoint {
namespace {

// 100 ms, 400 ms, 1000 bytes.
DataRate throughput(double loss, double packets_per_acknowledgement = 1) {
  return tcp_throughput({.segment = DataSize::bytes(1000),
                         .round_trip_time = 100ms,
                         .retransmission_timeout = 400ms,
                         .loss = loss,
                         .packets_per_acknowledgement = packets_per_acknowledgement});
}

TEST(TcpEquation, GivesTheFiguresWorkedOutByHand) {
  // sqrt(2p/3) = 0.2, 3 sqrt(3p/8) = 0.45, p (1 + 32 p^2) = 0.066912: 8000 bit in 0.02 + 0.4 x 0.45 x 0.066912 s.
  EXPECT_EQ(throughput(0.06), DataRate::bits_per_second(249'655));
  // With b = 2 and half the loss, the roots are the same: 8000 / (0.02 + 0.4 x 0.45 x 0.030864).
  EXPECT_EQ(throughput(0.03, 2), DataRate::bits_per_second(313'044));
  // sqrt(2p/3) = 2/3, and 3 sqrt(3p/8) = 1.5 is held to 1: 8000 / (0.1 x 2/3 + 0.4 x 10.148148).
  EXPECT_EQ(throughput(2.0 / 3), DataRate::bits_per_second(1939));
}

TEST(TcpEquation, TheTimeoutStandsOutsideTheRoot) {
  // The paper's path at 1 % loss; with T0 under the root, as eq. (2) is misprinted, it would be 874.5 kbit/s.
  const DataRate rate = tcp_throughput({.segment = DataSize::bytes(1000),
                                        .round_trip_time = 106ms,
                                        .retransmission_timeout = 424ms,
                                        .loss = 0.01,
                                        .packets_per_acknowledgement = 1});
  EXPECT_EQ(rate, DataRate::bits_per_second(847'790));
}

TEST(TcpEquation, IsThatOfRfc5348WhereTimeoutsAreNotTheRule) {
  for (double p = 0.0001; p < 8.0 / 27; p *= 1.3) {
    // 3.1, in bytes a second.
    const double f = 0.1 * std::sqrt(2 * p / 3) + 0.4 * (3 * std::sqrt(3 * p / 8) * p * (1 + 32 * p * p));
    const auto bits = static_cast<double>(throughput(p).bits_per_second());
    EXPECT_NEAR(bits, 8 * 1000 / f, 1) << p;
  }
}

TEST(TcpEquation, FallsAsLossAndTimeGrowAndIsUnlimitedWithoutAny) {
  EXPECT_TRUE(throughput(0).is_unlimited());
  EXPECT_TRUE(throughput(std::nan("")).is_unlimited());
  DataRate before = throughput(1e-9);
  EXPECT_FALSE(before.is_unlimited());
  for (double p = 2e-9; p < 1; p *= 2) {
    EXPECT_LT(throughput(p), before) << p;
    before = throughput(p);
  }
  EXPECT_EQ(throughput(7), throughput(1));
  EXPECT_TRUE(tcp_throughput({.round_trip_time = -1s, .retransmission_timeout = 0s, .loss = 0.1}).is_unlimited());
}

}  // namespace
}  // namespace counterpoint

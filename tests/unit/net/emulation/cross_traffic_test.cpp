// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/cross_traffic.h"

#include <gtest/gtest.h>

#include <vector>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

std::vector<Duration> times(const CrossTraffic::Config& config, Duration end, std::uint64_t seed = 1) {
  CrossTraffic traffic(config, seed, kStart);
  std::vector<Duration> result;
  for (Timestamp now = kStart; now < kStart + end; now = traffic.next_deadline()) {
    while (const auto size = traffic.poll(now)) {
      EXPECT_EQ(*size, config.packet_size);
      result.push_back(now - kStart);
    }
    EXPECT_GT(traffic.next_deadline(), now);
  }
  return result;
}

TEST(CrossTraffic, ConstantIsEvenlySpaced) {
  const auto sent = times({.rate = DataRate::kilobits_per_second(500)}, 10s);
  ASSERT_EQ(sent.size(), 625U);  // 1000 bytes at 500 kbit/s: 16 ms.
  for (std::size_t i = 0; i < sent.size(); ++i) EXPECT_EQ(sent[i], 16ms * static_cast<std::int64_t>(i));
}

TEST(CrossTraffic, ALongTimeDoesNotShiftIt) {
  // 1000/3 us a packet: rounding would add up.
  const auto sent = times({.rate = DataRate::kilobits_per_second(3000), .packet_size = DataSize::bytes(125)}, 600s);
  EXPECT_EQ(sent.size(), 1'800'000U);
  EXPECT_EQ(sent.back(), 599'999'666'666ns);
}

TEST(CrossTraffic, OnAndOffInTurn) {
  // 16 ms apart, 100 ms on: 0 to 96 ms, then from 304 - 4 ms on the rest of the interval.
  const auto sent = times({.on = 100ms, .off = 200ms}, 600ms);
  ASSERT_EQ(sent.size(), 13U);
  EXPECT_EQ(sent[6], 96ms);
  EXPECT_EQ(sent[7], 312ms);
  EXPECT_EQ(sent[12], 392ms);
}

TEST(CrossTraffic, RateWhileOnIsExactInTheLongRun) {
  const auto sent = times({.on = 10ms, .off = 30ms}, 400s);  // 100 s on; less than a packet each time.
  EXPECT_NEAR(static_cast<double>(sent.size()), 6250, 1);
}

TEST(CrossTraffic, DrawnTimesHaveTheirMeans) {
  const auto sent = times({.on = 200ms, .off = 300ms, .exponential = true}, 20'000s);
  EXPECT_NEAR(static_cast<double>(sent.size()), 62.5 * 0.4 * 20'000, 0.02 * 62.5 * 0.4 * 20'000);
  std::size_t pauses = 0;
  for (std::size_t i = 1; i < sent.size(); ++i) pauses += sent[i] - sent[i - 1] > 17ms ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(pauses), 40'000 * 0.92, 2000)
      << "some times on have no packet, some pauses are short";
  EXPECT_EQ(sent, times({.on = 200ms, .off = 300ms, .exponential = true}, 20'000s));
  EXPECT_NE(sent, times({.on = 200ms, .off = 300ms, .exponential = true}, 20'000s, 2));
}

TEST(CrossTraffic, LatePollsLoseNothing) {
  CrossTraffic traffic({.on = 100ms, .off = 100ms}, 1, kStart);
  std::size_t sent = 0;
  while (traffic.poll(kStart + 100s)) ++sent;
  EXPECT_NEAR(static_cast<double>(sent), 62.5 * 50, 1);
}

TEST(CrossTraffic, WithoutARateNothingIsDue) {
  EXPECT_EQ(CrossTraffic({.rate = DataRate()}, 1, kStart).next_deadline(), kNever);
  EXPECT_EQ(CrossTraffic({.packet_size = DataSize()}, 1, kStart).next_deadline(), kNever);
  EXPECT_FALSE(CrossTraffic({.rate = DataRate()}, 1, kStart).poll(kNever));
}

TEST(CrossTraffic, TheShortestTimesOnDoNotKeepItBusy) {
  const auto sent = times({.on = 1ns, .off = 1ms}, 1000s);
  EXPECT_NEAR(static_cast<double>(sent.size()), 62.5 * 500, 1);
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/competing_window.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr DataSize kMax = DataSize::bytes(1'000'000);
constexpr Duration kRoundTrip = 100ms;

DataSize bytes(std::int64_t n) { return DataSize::bytes(n); }

TEST(CompetingWindow, DoublesEachRoundTripUpToAThresholdThatALossLowers) {
  CompetingWindow window(0.6);
  window.begin(bytes(10'000), bytes(30'000));
  window.update({.acknowledged = window.size()}, kMax, kRoundTrip, Timestamp(1s));
  EXPECT_EQ(window.size(), bytes(20'000));
  window.update({.acknowledged = window.size(), .lost = true}, kMax, kRoundTrip, Timestamp(2s));
  EXPECT_EQ(window.size(), bytes(12'000));
  window.update({.acknowledged = window.size()}, kMax, kRoundTrip, Timestamp(3s));
  EXPECT_EQ(window.size(), bytes(18'000));
  window.update({.acknowledged = window.size()}, kMax, kRoundTrip, Timestamp(4s));
  EXPECT_EQ(window.size(), bytes(18'900)) << "3 (1 - 0.6) / (1 + 0.6) of a segment for a window";
}

TEST(CompetingWindow, SlowStartEndsAtItsThresholdWithoutALoss) {
  CompetingWindow window(0.6);
  window.begin(bytes(10'000), bytes(20'000));
  window.update({.acknowledged = window.size()}, kMax, kRoundTrip, Timestamp(1s));
  window.update({.acknowledged = window.size()}, kMax, kRoundTrip, Timestamp(2s));
  EXPECT_EQ(window.size(), bytes(20'900)) << "three quarters of a segment for a window";
}

TEST(CompetingWindow, GrowsByAQuarterARoundTripWhileOthersHaveMore) {
  CompetingWindow window(0.6);
  window.begin(bytes(10'000), bytes(20'000));
  window.update({.acknowledged = window.size(), .starved = true}, kMax, kRoundTrip, Timestamp(1s));
  EXPECT_EQ(window.size(), bytes(20'000)) << "slow start up to the threshold";
  window.update({.acknowledged = window.size(), .starved = true}, kMax, kRoundTrip, Timestamp(2s));
  EXPECT_EQ(window.size(), bytes(25'000)) << "no overshoot of a whole window beyond it";
  window.update({.acknowledged = window.size()}, kMax, kRoundTrip, Timestamp(3s));
  EXPECT_EQ(window.size(), bytes(25'900));
  window.update({.acknowledged = bytes(20'000), .starved = true}, kMax, kRoundTrip, Timestamp(4s));
  EXPECT_EQ(window.size(), bytes(30'900)) << "it was interrupted, and goes on";
  window.update({.lost = true}, kMax, kRoundTrip, Timestamp(5s));
  window.update({.acknowledged = window.size(), .starved = true}, kMax, kRoundTrip, Timestamp(6s));
  EXPECT_EQ(window.size(), bytes(18'540 + 900)) << "a loss ends it";
}

TEST(CompetingWindow, BeginsAnewWithoutItsLosses) {
  CompetingWindow window(0.6);
  window.begin(bytes(10'000), {});
  window.update({.lost = true}, kMax, kRoundTrip, Timestamp(1s));
  window.begin(bytes(10'000), {});
  window.update({.acknowledged = window.size(), .starved = true}, kMax, kRoundTrip, Timestamp(2s));
  EXPECT_EQ(window.size(), bytes(12'500));
}

TEST(CompetingWindow, AfterALossSlowStartGoesOnBelowTheThreshold) {
  for (const bool starved : {false, true}) {
    CompetingWindow window(0.6);
    window.begin(bytes(20'000), bytes(100'000));
    window.update({.lost = true}, kMax, kRoundTrip, Timestamp(1s));
    // Packets that were under way arrive, and losses among them are of the same overflow.
    window.update({.acknowledged = bytes(16'000), .lost = true, .starved = starved}, kMax, kRoundTrip,
                  Timestamp(1s + kRoundTrip));
    EXPECT_EQ(window.size(), bytes(12'000 + 1'200));
    window.update({.acknowledged = window.size(), .starved = starved}, kMax, kRoundTrip, Timestamp(2s));
    EXPECT_EQ(window.size(), bytes(26'400));
  }
}

TEST(CompetingWindow, ASilenceLeavesTheThreshold) {
  CompetingWindow window(0.6);
  window.begin(bytes(10'000), bytes(100'000));
  for (int i = 0; i < 20; ++i) window.step_down(0.5);
  window.update({.acknowledged = window.size()}, kMax, kRoundTrip, Timestamp(1s));
  EXPECT_EQ(window.size(), CompetingWindow::kMin * 2);
  window.begin(bytes(10'000), {});
  window.step_down(0.5);
  window.update({.acknowledged = window.size(), .starved = true}, kMax, kRoundTrip, Timestamp(2s));
  EXPECT_EQ(window.size(), bytes(5'900)) << "the path may be another one";
}

TEST(CompetingWindow, LossesWithinARoundTripCountOnce) {
  CompetingWindow window(0.5);
  window.begin(bytes(100'000), {});
  window.update({.lost = true}, kMax, kRoundTrip, Timestamp(1s));
  window.update({.lost = true}, kMax, kRoundTrip, Timestamp(1s + kRoundTrip));
  EXPECT_EQ(window.size(), bytes(50'000));
  window.update({.lost = true}, kMax, kRoundTrip, Timestamp(1s + 2 * kRoundTrip));
  EXPECT_EQ(window.size(), bytes(25'000));
}

TEST(CompetingWindow, StaysWithinItsBounds) {
  CompetingWindow window(0.5);
  window.begin({}, bytes(1'000'000));
  EXPECT_EQ(window.size(), CompetingWindow::kMin);
  window.update({.acknowledged = bytes(100'000)}, bytes(30'000), kRoundTrip, Timestamp(1s));
  EXPECT_EQ(window.size(), bytes(30'000));
  for (int i = 0; i < 20; ++i) window.step_down(0.5);
  EXPECT_EQ(window.size(), CompetingWindow::kMin);
}

// The mean window of AIMD over a path that drops one packet each time the window reaches a size: as TCP's, within 10 %.
TEST(CompetingWindow, TakesAsMuchAsTcpOfAPathThatLosesOneOfAThousandPackets) {
  const auto mean_window = [](auto update) {
    double sum = 0;
    double packets = 0;
    double until_loss = 1000;
    double window = 30;  // In segments.
    for (int round = 0; round < 20'000; ++round) {
      const bool lost = (packets += window) >= until_loss;
      if (lost) until_loss += 1000;
      window = update(window, lost);
      if (round >= 1000) sum += window;
    }
    return sum / 19'000;
  };
  const double tcp = mean_window([](double window, bool lost) { return lost ? window / 2 : window + 1; });
  CompetingWindow ours(0.6);
  ours.begin(bytes(36'000), {});
  ours.update({.lost = true}, kMax, kRoundTrip, Timestamp(1s));
  Timestamp now(2s);
  const double competing = mean_window([&](double, bool lost) {
    ours.update({.acknowledged = ours.size(), .lost = lost}, kMax, kRoundTrip, now += 2 * kRoundTrip);
    return ours.size() / bytes(1200);
  });
  EXPECT_NEAR(competing / tcp, 1, 0.1);
}

}  // namespace
}  // namespace counterpoint

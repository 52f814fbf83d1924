// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "core/adaptation/rfc8298/bytes_in_flight.h"
#include "core/adaptation/rfc8298/reference_window.h"

namespace counterpoint {
namespace {

using testing::DoubleNear;
using Reaction = ScreamReferenceWindow::Reaction;
using Signals = ScreamReferenceWindow::Signals;

constexpr Timestamp kStart{1000s};
constexpr DataSize kWindow = DataSize::bytes(20'000);

/// A report 100 ms after the start, or `after` that: a round trip of 100 ms, reports each 25 ms, and nothing
/// acknowledged.
Signals report(Duration after = 0ms) {
  return {.now = kStart + 100ms + after,
          .s_rtt = 100ms,
          .interval = 25ms,
          .arrived = 10,
          .qdelay = 20ms,
          .qdelay_target = 60ms,
          .max_in_flight = kWindow,
          .max_in_flight_before = kWindow};
}
Signals loss(Duration after = 0ms) {
  Signals signals = report(after);
  signals.lost = true;
  return signals;
}
Signals queue(Duration average, Duration after = 0ms) {
  Signals signals = report(after);
  signals.qdelay_avg = average;
  return signals;
}
Signals growth(DataSize acknowledged, Duration after = 0ms) {
  Signals signals = report(after);
  signals.acknowledged = acknowledged;
  return signals;
}

class ScreamWindow : public testing::Test {
 protected:
  ScreamReferenceWindow window{{}, kWindow};
  [[nodiscard]] double bytes() const { return static_cast<double>(window.size().bytes()); }
};

TEST_F(ScreamWindow, FallsByBetaOnceARoundTripOfLosses) {
  EXPECT_EQ(window.update(loss()), Reaction::kLoss);
  EXPECT_THAT(bytes(), DoubleNear(14'000, 1));
  EXPECT_EQ(window.update(loss(99ms)), Reaction::kNone);
  EXPECT_THAT(bytes(), DoubleNear(14'000, 1));
  EXPECT_EQ(window.update(loss(100ms)), Reaction::kLoss);
  EXPECT_THAT(bytes(), DoubleNear(9'800, 1));
  for (int i = 2; i < 10; ++i) (void)window.update(loss(i * 100ms));
  EXPECT_EQ(window.size(), DataSize::bytes(3000));
}

TEST_F(ScreamWindow, FallsByAFixedStepAtAMarkOfClassicEcn) {
  Signals marked = report();
  marked.marked = 1;
  EXPECT_EQ(window.update(marked), Reaction::kMark);
  EXPECT_THAT(bytes(), DoubleNear(16'000, 1));
}

TEST_F(ScreamWindow, FallsByTheShareOfMarksOfL4s) {
  for (const auto& [qdelay, max_before, share] :
       {std::tuple(20ms, 20'000, 1.0), std::tuple(5ms, 20'000, 0.4), std::tuple(20ms, 18'000, 1.0)}) {
    ScreamReferenceWindow l4s({.is_l4s = true}, kWindow);
    Signals marked = report();
    marked.marked = 5;
    marked.qdelay = qdelay;
    marked.steadiness = 0.4;
    marked.max_in_flight_before = DataSize::bytes(max_before);
    EXPECT_EQ(l4s.update(marked), Reaction::kMark);
    // alpha is an eighth of 5/10; half of that, in four parts; with a short queue only for as much as it is steady.
    const double backoff = 0.5 / 8 / 2 / 4 * share;
    EXPECT_THAT(static_cast<double>(l4s.size().bytes()), DoubleNear(max_before * (1 - backoff), 1));
  }
}

TEST_F(ScreamWindow, FallsByTheQueueBeyondHalfOfItsTarget) {
  EXPECT_EQ(window.update(queue(30ms)), Reaction::kNone);
  EXPECT_EQ(window.update(queue(45ms, 1ms)), Reaction::kDelay);
  EXPECT_THAT(bytes(), DoubleNear(20'000 * (1 - 0.5 / 2 / 4), 1)) << "half of the way, four times a round trip";
  EXPECT_EQ(window.update(queue(45ms, 25ms)), Reaction::kNone) << "VIRTUAL_RTT is not over";
  EXPECT_EQ(window.update(queue(500ms, 26ms)), Reaction::kDelay);
  EXPECT_THAT(bytes(), DoubleNear(18'750 * (1 - 1.0 / 2 / 4), 1)) << "not by more than as if all were marked";
}

TEST_F(ScreamWindow, FallsByMoreWhenReportsAreRare) {
  Signals rare = queue(45ms);
  rare.interval = 50ms;
  EXPECT_EQ(window.update(rare), Reaction::kDelay);
  EXPECT_THAT(bytes(), DoubleNear(20'000 * (1 - 0.5 / 2 / 2), 1));
}

TEST_F(ScreamWindow, GrowsByAPacketAndAShareARoundTrip) {
  EXPECT_EQ(window.update(growth(kWindow)), Reaction::kNone);
  EXPECT_THAT(bytes(), DoubleNear(20'000 + 1000 * (1 + 0.05 * 20), 1));
}

TEST_F(ScreamWindow, GrowsByAPacketAloneAfterALossUntilHundredRoundTripsAreOver) {
  (void)window.update(loss());
  (void)window.update(growth(DataSize::bytes(14'000)));
  EXPECT_THAT(bytes(), DoubleNear(15'000, 1)) << "just after a loss";
  (void)window.update(growth(DataSize::bytes(15'000), 5s));
  // 15000 are far from the 20000 of the loss: (8 / 4)^2 is more than 1.
  EXPECT_THAT(bytes(), DoubleNear(16'000 + 1000 * 0.05 * 15 / 2, 1)) << "50 of 100 round trips";
}

TEST_F(ScreamWindow, GrowsSlowlyNearTheWindowOfTheLastCongestion) {
  EXPECT_EQ(window.update(queue(33ms)), Reaction::kDelay);
  EXPECT_THAT(bytes(), DoubleNear(19'750, 1));
  (void)window.update(growth(window.size(), 1ms));
  // A quarter of a packet, and of the share a tenth, the least: (8 / 80)^2 is less.
  EXPECT_THAT(bytes(), DoubleNear(19'750 + 250 * (1 + 0.1 * 0.05 * 19.75), 1));
}

TEST_F(ScreamWindow, GrowsSlowlyWhileTheQueueIsUnsteadyAndOnShortPaths) {
  Signals unsteady = growth(kWindow);
  unsteady.steadiness = -0.2;
  (void)window.update(unsteady);
  EXPECT_THAT(bytes(), DoubleNear(20'200, 1)) << "a tenth";
  ScreamReferenceWindow near({}, kWindow);
  Signals short_path = growth(kWindow);
  short_path.s_rtt = 10ms;
  (void)near.update(short_path);
  EXPECT_THAT(static_cast<double>(near.size().bytes()), DoubleNear(20'000 + 2000 * 0.4, 1));
}

TEST_F(ScreamWindow, DoesNotGrowBeyondItsUse) {
  Signals unused = growth(kWindow);
  unused.max_in_flight = DataSize::bytes(12'000);  // 1000 + 18000
  (void)window.update(unused);
  Signals source_limited = growth(kWindow);
  source_limited.at_most_rate = true;
  (void)window.update(source_limited);
  EXPECT_EQ(window.size(), kWindow);
}

TEST(ScreamBytesInFlight, CountsWhatWasSentAfterTheNewestThatArrived) {
  ScreamBytesInFlight in_flight;
  for (int i = 0; i < 5; ++i) in_flight.handle_sent(DataSize::bytes(1000 + i), kStart + i * 10ms);
  EXPECT_EQ(in_flight.size(), DataSize::bytes(5010));
  EXPECT_EQ(in_flight.acknowledge_until(kStart + 25ms), DataSize::bytes(3003)) << "whether it was lost or not";
  EXPECT_EQ(in_flight.packets(), 2);
  EXPECT_EQ(in_flight.acknowledge_until(kStart + 5ms), DataSize()) << "an old report";
  in_flight.end_round_trip();
  EXPECT_EQ(in_flight.max_before(), DataSize::bytes(5010));
  in_flight.handle_sent(DataSize::bytes(1), kStart + 1s);
  in_flight.end_round_trip();
  EXPECT_EQ(in_flight.most(), DataSize::bytes(2008));
  in_flight.handle_sent(DataSize::bytes(7), kStart + 11s);
  EXPECT_EQ(in_flight.size(), DataSize::bytes(7)) << "packets of 10 s ago are given up";
}

}  // namespace
}  // namespace counterpoint

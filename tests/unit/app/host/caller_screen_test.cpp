// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/caller_screen.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

/// The number of `calls` that may ring.
template <typename Call>
int admitted(int calls, Call call) {
  int count = 0;
  for (int i = 0; i < calls; ++i) count += call(i) ? 1 : 0;
  return count;
}

TEST(CallerScreen, ANetworkRingsAFewTimesAndThenAgainAfterAWhile) {
  CallerScreen screen;
  const auto call_at = [&screen](Timestamp now) { return screen.admit_stranger("192.0.2", now); };
  EXPECT_EQ(admitted(100, [&](int) { return call_at(kStart); }), 3);
  EXPECT_FALSE(call_at(kStart + 19s));
  EXPECT_TRUE(call_at(kStart + 21s));
  EXPECT_FALSE(call_at(kStart + 22s));
}

TEST(CallerScreen, WhoGivesUpAtOnceRingsOnceAndThenAgainAfterAWhile) {
  CallerScreen screen;
  int rung = 0;
  // A thousand calls a second, each given up as soon as it rings.
  for (Timestamp now = kStart; now < kStart + 19s; now += 1ms) {
    if (!screen.admit_stranger("192.0.2", now)) continue;
    ++rung;
    screen.handle_given_up("192.0.2", now);
  }
  EXPECT_EQ(rung, 1);
  EXPECT_TRUE(screen.admit_stranger("198.51.100", kStart + 19s));
  EXPECT_TRUE(screen.admit_stranger("192.0.2", kStart + 21s));
}

TEST(CallerScreen, AFloodOfOneNetworkLeavesRoomForOthers) {
  CallerScreen screen;
  for (int i = 0; i < 1000; ++i) (void)screen.admit_stranger("192.0.2", kStart);
  EXPECT_TRUE(screen.admit_stranger("198.51.100", kStart));
}

TEST(CallerScreen, AThousandCallsASecondOfManyNetworksRingSixTimesAMinute) {
  CallerScreen screen;
  const int rung = admitted(
      60'000, [&](int i) { return screen.admit_stranger("network " + std::to_string(i % 4096), kStart + i * 1ms); });
  EXPECT_LE(rung, 6 + 6);  // At once, and one each 10 s.
  EXPECT_GE(rung, 6);
}

TEST(CallerScreen, ContactsAreNotHeldUpByStrangers) {
  CallerScreen screen;
  for (int i = 0; i < 10'000; ++i) (void)screen.admit_stranger("network " + std::to_string(i), kStart);
  EXPECT_EQ(admitted(100, [&](int) { return screen.admit_contact("ada", kStart); }), 6);
  EXPECT_TRUE(screen.admit_contact("bob", kStart));
}

TEST(CallerScreen, OneRecordTellsOfAllWhoWereTurnedAway) {
  CallerScreen screen;
  EXPECT_EQ(screen.next_deadline(), kNever);
  EXPECT_TRUE(screen.count_unrecorded(kStart)) << "the first one";
  for (int i = 1; i < 500; ++i) EXPECT_FALSE(screen.count_unrecorded(kStart + i * 1s));
  EXPECT_FALSE(screen.take_summary(kStart + 510s, false)) << "it goes on";
  EXPECT_EQ(screen.next_deadline(), kStart + 499s + CallerScreen::kSettled);
  EXPECT_EQ(screen.take_summary(kStart + 600s, false), 500U);
  EXPECT_FALSE(screen.take_summary(kStart + 700s, true)) << "it was told";
  EXPECT_TRUE(screen.count_unrecorded(kStart + 800s));
  EXPECT_EQ(screen.take_summary(kStart + 800s, true), 1U);
}

}  // namespace
}  // namespace counterpoint

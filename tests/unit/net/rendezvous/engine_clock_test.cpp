// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/engine_clock.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace counterpoint {
namespace {

Bytes bytes(std::string_view text) { return {text.begin(), text.end()}; }
/// The end of a request of OpenDHT, and of the answer to it.
Bytes request(char number) {
  return bytes(std::string("\xA1q\xA3get\xA1t\xCE\x01\x02\x03") + number + "\xA1y\xA1q\xA1v\xA4RNG1");
}
Bytes answer(char number) { return bytes(std::string("\xA1t\xCE\x01\x02\x03") + number + "\xA1y\xA1r\xA1v\xA4RNG1"); }

const Endpoint kNode{"192.0.2.1", 4222};
const Endpoint kOther{"192.0.2.2", 4222};

class EngineClockTest : public testing::Test {
 protected:
  /// Asks kNode, and hears it after `round_trip`.
  void ask(Duration round_trip) {
    ++number;
    clock.handle_sent(kNode, request(number), now);
    now += round_trip;
    clock.handle_received(kNode, answer(number), now);
  }
  void measure(Duration round_trip) {
    for (int i = 0; i < 30; ++i) ask(round_trip);
    (void)clock.advance(now, false);
  }
  /// Lets `duration` pass, and gives by how much the engine's clock goes on.
  Duration pass(Duration duration, bool awaited) {
    const Timestamp begin = clock.advance(now, awaited);
    now += duration;
    return clock.advance(now, awaited) - begin;
  }

  EngineClock clock;
  Timestamp now{1h};
  char number = 0;
};

TEST_F(EngineClockTest, TransactionsAreReadFromTheEndOfDatagrams) {
  EXPECT_EQ(read_dht_transaction(request(4)), (DhtTransaction{.number = 0x01020304, .reply = false}));
  EXPECT_EQ(read_dht_transaction(answer(4)), (DhtTransaction{.number = 0x01020304, .reply = true}));
  EXPECT_EQ(read_dht_transaction(bytes("\xA1t\x07\xA1y\xA1r")), (DhtTransaction{.number = 7, .reply = true}));
  for (const std::string_view broken : {"", "\xA1y\xA1", "\xA1y\xA1r", "\xA1t\xA1y\xA1r", "\xA1t\xCE\x01\xA1y\xA1x",
                                        "\xA1t\xCE\x01\x02\x03\x04\x05\xA1y\xA1r"}) {
    EXPECT_FALSE(read_dht_transaction(bytes(broken))) << broken.size();
  }
}

TEST_F(EngineClockTest, ItIsTheTimeUntilSomebodyWaits) {
  measure(100ms);
  EXPECT_EQ(pass(10s, false), 10s);
}

TEST_F(EngineClockTest, WhileSomebodyWaitsAnswersHaveTheRetransmissionTimeout) {
  measure(100ms);
  EXPECT_GE(clock.timeout(), 250ms);
  EXPECT_LE(clock.timeout(), 260ms);
  ask(100ms);
  EXPECT_NEAR(to_seconds(pass(clock.timeout(), true)), 1, 0.001);
}

TEST_F(EngineClockTest, SlowAndUnevenNodesHaveMoreTime) {
  for (int i = 0; i < 30; ++i) ask(i % 2 == 0 ? 50ms : 350ms);
  EXPECT_GE(clock.timeout(), 700ms);
  measure(3s);
  EXPECT_EQ(clock.timeout(), EngineClock::kEngineTimeout);
}

TEST_F(EngineClockTest, ItIsFastOnlyWhileNodesAnswer) {
  measure(100ms);
  ask(100ms);
  const Duration fast = 2 * clock.timeout();
  EXPECT_NEAR(to_seconds(pass(fast, true)), 2, 0.001);
  EXPECT_LE(pass(10s, true), 10s);
}

TEST_F(EngineClockTest, ItIsFastAsLongAsTheNetworkIsKnownToBeThere) {
  measure(100ms);
  pass(10s, false);
  clock.trust_network(now + 10 * clock.timeout());
  EXPECT_NEAR(to_seconds(pass(10 * clock.timeout(), true)), 10, 0.001);
  EXPECT_LE(pass(1s, true), 1s);
}

TEST_F(EngineClockTest, TheNetworkIsNotTrustedAnyMoreWhenNothingAnswers) {
  measure(100ms);
  pass(10s, false);
  clock.trust_network(now + 60s);
  (void)clock.advance(now, true);
  for (int i = 0; i < 6; ++i) {
    clock.handle_sent(kNode, request(++number), now);
    pass(EngineClock::kMaxSilence / 6, true);
  }
  EXPECT_LE(pass(10s, true), 10s);
  ask(100ms);
  EXPECT_GT(pass(10s, true), 30s) << "it is there again";
}

TEST_F(EngineClockTest, AnswersOfOthersOrThatNobodyAskedForDoNotCount) {
  measure(100ms);
  pass(10s, false);
  clock.handle_received(kNode, answer(99), now);
  clock.handle_sent(kNode, request(98), now);
  clock.handle_received(kOther, answer(98), now);
  EXPECT_LE(pass(1s, true), 1s);
}

TEST_F(EngineClockTest, TheAnswerToARepeatedRequestTimesNeither) {
  measure(100ms);
  const Duration timeout = clock.timeout();
  clock.handle_sent(kNode, request(99), now);
  now += 1s;
  clock.handle_sent(kNode, request(99), now);
  now += 1ms;
  clock.handle_received(kNode, answer(99), now);
  EXPECT_EQ(clock.timeout(), timeout);
}

TEST_F(EngineClockTest, ItIsSlowAfterwardsUntilItIsRightAgain) {
  measure(100ms);
  ask(100ms);
  const Duration lead = pass(clock.timeout(), true) - clock.timeout();
  EXPECT_EQ(pass(1s, false), 500ms);
  EXPECT_EQ(pass(10s, false), 10s - (lead - 500ms));
  EXPECT_EQ(clock.advance(now, false), now);
}

TEST_F(EngineClockTest, ItNeverGoesBackNorFarAhead) {
  Timestamp last = clock.advance(now, true);
  for (int i = 0; i < 2000; ++i) {
    ask(100ms);
    const Timestamp time = clock.advance(now, i % 100 != 0);
    EXPECT_GE(time, last);
    EXPECT_LE(time - now, EngineClock::kMaxLead);
    last = time;
  }
  EXPECT_GT(last - now, EngineClock::kMaxLead - 1s);
}

TEST_F(EngineClockTest, ItSaysWhenAnEnginesTimeComes) {
  measure(100ms);
  ask(100ms);
  const Timestamp engine = clock.advance(now, true);
  const Timestamp when = clock.when(engine + 1s);
  EXPECT_NEAR(to_seconds(when - now), to_seconds(clock.timeout()), 0.001);
  EXPECT_EQ(clock.when(engine - 1s), now);
  EXPECT_EQ(clock.when(kNever), kNever);
}

TEST_F(EngineClockTest, AsFarAheadAsItMayBeItSaysSo) {
  Timestamp engine = clock.advance(now, true);
  for (int i = 0; i < 2000 && engine - now < EngineClock::kMaxLead; ++i) {
    ask(100ms);
    engine = clock.advance(now, true);
  }
  ASSERT_EQ(engine - now, EngineClock::kMaxLead);
  EXPECT_EQ(clock.when(engine + 100ms), now + 100ms);
}

}  // namespace
}  // namespace counterpoint

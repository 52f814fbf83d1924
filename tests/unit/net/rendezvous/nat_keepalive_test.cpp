// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/nat_keepalive.h"

#include <gmock/gmock.h>

#include <string>
#include <string_view>

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Bytes bytes(std::string_view text) { return {text.begin(), text.end()}; }
/// The members of OpenDHT's requests that count here.
Bytes listen_request() { return bytes("\x82\xA1q\xA6listen\xA1y\xA1q"); }
Bytes ping_request() { return bytes("\x82\xA1q\xA4ping\xA1y\xA1q"); }
Endpoint node(int number) { return {"192.0.2." + std::to_string(number), 4222}; }

constexpr Duration kTurn = 1s;

class NatKeepaliveTest : public testing::Test {
 protected:
  void watch(int number) { keepalive.handle_sent(node(number), listen_request(), now); }
  /// Lets time pass; what is to be asked and kept goes into `asked` and `kept`.
  void pass(Duration duration) {
    for (const Timestamp end = now + duration; now < end; now += kTurn) {
      const NatKeepalive::Turn turn = keepalive.poll(now);
      for (const Endpoint& one : turn.to_ask) asked.push_back(one), sent_to(one);
      for (const Endpoint& one : turn.to_keep) kept.push_back(one), sent_to(one);
    }
  }
  void sent_to(const Endpoint& one) {
    if (one != node(1)) return;
    longest_silence = std::max(longest_silence, now - last_sent);
    last_sent = now;
  }

  Timestamp now{1h};
  NatKeepalive keepalive;
  std::vector<Endpoint> asked;
  std::vector<Endpoint> kept;
  Duration longest_silence{};
  Timestamp last_sent{1h};
};

TEST_F(NatKeepaliveTest, EachNodeGetsSomethingEach20SecondsAndOneIsAskedInTurn) {
  for (int number = 1; number <= 4; ++number) watch(number);
  pass(200s);
  EXPECT_EQ(asked.size(), 10U);
  EXPECT_EQ(std::ranges::count(asked, node(2)), 3);
  EXPECT_EQ(longest_silence, NatKeepalive::kInterval);
  EXPECT_LE(asked.size() + kept.size(), 4 * 200s / NatKeepalive::kInterval) << "and no more than that";
}

TEST_F(NatKeepaliveTest, WhoGetsOtherDatagramsNeedsNone) {
  watch(1);
  watch(2);
  for (int i = 0; i < 10; ++i) {
    keepalive.handle_sent(node(1), ping_request(), now);
    pass(10s);
  }
  EXPECT_THAT(kept, testing::Not(testing::Contains(node(1))));
}

TEST_F(NatKeepaliveTest, WhoIsNotAskedToTellOfValuesAnyMoreIsForgotten) {
  keepalive.handle_sent(node(1), ping_request(), now);
  pass(60s);
  EXPECT_THAT(asked, IsEmpty()) << "it was never asked to";
  watch(2);
  pass(NatKeepalive::kWatched + kTurn);
  asked.clear();
  kept.clear();
  pass(10min);
  EXPECT_THAT(asked, IsEmpty());
  EXPECT_THAT(kept, IsEmpty());
}

TEST_F(NatKeepaliveTest, AllAreAskedOnceThereAreAnswersAgain) {
  for (int number = 1; number <= 3; ++number) watch(number);
  pass(kTurn);
  keepalive.handle_asked(false);
  pass(kTurn);
  EXPECT_EQ(asked.size(), 1U);
  pass(20s);
  keepalive.handle_asked(true);
  asked.clear();
  pass(2 * kTurn);
  EXPECT_THAT(asked, ElementsAre(node(1), node(2), node(3)));
  keepalive.handle_asked(true);
  asked.clear();
  pass(2 * kTurn);
  EXPECT_THAT(asked, IsEmpty());
}

TEST_F(NatKeepaliveTest, NodesAreBounded) {
  for (int number = 0; number < 200; ++number) watch(number);
  pass(kTurn + NatKeepalive::kInterval);
  EXPECT_EQ(asked.size() + kept.size(), NatKeepalive::kMaxNodes + 1);
}

TEST(NatKeepaliveRequest, OnlyARequestToBeToldOfValuesIsOne) {
  EXPECT_TRUE(is_listen_request(listen_request()));
  EXPECT_FALSE(is_listen_request(ping_request()));
  EXPECT_FALSE(is_listen_request(bytes("listen")));
  EXPECT_FALSE(is_listen_request({}));
}

TEST_F(NatKeepaliveTest, ANodeThatIsAskedAndSaysNothingIsLostOnceWhenOthersDo) {
  watch(1);
  keepalive.handle_received(node(2), now);
  pass(NatKeepalive::kPatience + 2 * kTurn);
  EXPECT_THAT(asked, ElementsAre(node(1)));
  EXPECT_FALSE(keepalive.take_lost()) << "the network may be away";
  keepalive.handle_received(node(2), now);
  EXPECT_TRUE(keepalive.take_lost());
  for (int i = 0; i < 4; ++i) {
    pass(NatKeepalive::kInterval);
    keepalive.handle_received(node(2), now);
    EXPECT_FALSE(keepalive.take_lost());
  }
  keepalive.handle_received(node(1), now);
  pass(NatKeepalive::kInterval);
  pass(NatKeepalive::kPatience);
  keepalive.handle_received(node(2), now);
  EXPECT_TRUE(keepalive.take_lost()) << "it was there again in between";
}

TEST_F(NatKeepaliveTest, WhenNobodySaysAnythingTheNetworkIsAway) {
  watch(1);
  keepalive.handle_received(node(2), now);
  pass(NatKeepalive::kOutage + kTurn);
  keepalive.handle_received(node(2), now);
  EXPECT_FALSE(keepalive.take_lost());
}

TEST_F(NatKeepaliveTest, ALateAnswerDoesNotProveThatTheNodeIsLost) {
  watch(1);
  keepalive.handle_received(node(2), now);
  pass(NatKeepalive::kPatience + 2 * kTurn);
  keepalive.handle_received(node(1), now);
  EXPECT_FALSE(keepalive.take_lost());
  keepalive.handle_received(node(2), now);
  EXPECT_FALSE(keepalive.take_lost());
}

TEST_F(NatKeepaliveTest, ALateAnswerProvesThatOthersAreLost) {
  watch(1);
  watch(2);
  keepalive.handle_received(node(3), now);
  pass(NatKeepalive::kInterval);
  keepalive.handle_received(node(3), now);
  EXPECT_TRUE(keepalive.take_lost()) << "it is the first";
  pass(NatKeepalive::kPatience + 2 * kTurn);
  keepalive.handle_received(node(1), now);
  EXPECT_TRUE(keepalive.take_lost()) << "it is the second";
  keepalive.handle_received(node(2), now);
  EXPECT_FALSE(keepalive.take_lost());
}

TEST_F(NatKeepaliveTest, WhoeverSaysAnythingIsNotLost) {
  watch(1);
  for (int i = 0; i < 100; ++i) {
    pass(kTurn);
    keepalive.handle_received(node(1), now);
  }
  EXPECT_FALSE(keepalive.take_lost());
}

}  // namespace
}  // namespace counterpoint

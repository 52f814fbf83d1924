// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/call.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;

constexpr Timestamp kStart{100s};

/// Carries everything that `from` has to say over to `to`.
void deliver(Call& from, Call& to, Timestamp now) {
  while (auto message = from.take_message()) to.handle_message(*message, now);
}

Call outgoing_call() {
  Call call = Call::make_outgoing({}, kStart);
  call.offer("offer");
  return call;
}

struct Pair {
  Call caller = outgoing_call();
  Call callee = Call::make_incoming({}, kStart);

  void ring() {
    deliver(caller, callee, kStart);
    deliver(callee, caller, kStart);
  }
  void connect() {
    ring();
    callee.accept("answer", kStart);
    deliver(callee, caller, kStart);
  }
};

TEST(Call, OfferRingAnswerConnectsBothSides) {
  Pair pair;
  EXPECT_EQ(pair.caller.state(), Call::State::kCalling);
  pair.ring();
  EXPECT_EQ(pair.caller.state(), Call::State::kRinging);
  EXPECT_EQ(pair.callee.state(), Call::State::kIncoming);
  EXPECT_EQ(pair.callee.remote_description(), "offer");
  pair.callee.accept("answer", kStart);
  deliver(pair.callee, pair.caller, kStart);
  EXPECT_EQ(pair.caller.state(), Call::State::kConnected);
  EXPECT_EQ(pair.callee.state(), Call::State::kConnected);
  EXPECT_EQ(pair.caller.remote_description(), "answer");
}

TEST(Call, HangingUpEndsBothSidesInOrder) {
  Pair pair;
  pair.connect();
  pair.caller.hang_up();
  deliver(pair.caller, pair.callee, kStart);
  EXPECT_EQ(pair.caller.end(), Call::End::kHungUp);
  EXPECT_EQ(pair.callee.end(), Call::End::kRemoteHungUp);
  EXPECT_TRUE(is_orderly(pair.caller.end()));
  EXPECT_TRUE(is_orderly(pair.callee.end()));
}

TEST(Call, DeclineTellsTheCallerWhy) {
  Pair pair;
  pair.ring();
  pair.callee.decline("busy");
  deliver(pair.callee, pair.caller, kStart);
  EXPECT_EQ(pair.caller.end(), Call::End::kDeclined);
  EXPECT_EQ(pair.caller.detail(), "busy");
}

TEST(Call, SilenceAfterTheOfferFailsWithin15Seconds) {
  Call caller = outgoing_call();
  EXPECT_LE(caller.next_deadline(), kStart + 15s);
  caller.poll(caller.next_deadline() - 1ns);
  EXPECT_EQ(caller.state(), Call::State::kCalling);
  caller.poll(caller.next_deadline());
  EXPECT_EQ(caller.end(), Call::End::kNoResponse);
}

TEST(Call, RingingEndsBySomeTimeOnBothSides) {
  Pair pair;
  pair.ring();
  pair.caller.poll(pair.caller.next_deadline());
  pair.callee.poll(pair.callee.next_deadline());
  EXPECT_EQ(pair.caller.end(), Call::End::kNoAnswer);
  EXPECT_EQ(pair.callee.end(), Call::End::kNoAnswer);
}

TEST(Call, ACallThatNobodyTakesIsNoRefusalWhoeverStopsFirst) {
  for (const bool callee_first : {true, false}) {
    Pair pair;
    pair.ring();
    Call& first = callee_first ? pair.callee : pair.caller;
    Call& second = callee_first ? pair.caller : pair.callee;
    first.poll(first.next_deadline());
    deliver(first, second, first.next_deadline());
    EXPECT_EQ(first.end(), Call::End::kNoAnswer);
    EXPECT_EQ(pair.caller.end(), Call::End::kNoAnswer);
    EXPECT_EQ(pair.caller.detail(), "nobody took the call");
    EXPECT_NE(pair.callee.end(), Call::End::kHungUp);
  }
}

TEST(Call, APeerThatClosesItsConnectionAndSendsNoMediaHasVanished) {
  Pair pair;
  pair.connect();
  pair.caller.handle_media(kStart + 5s);
  pair.caller.handle_connection_lost("closed", Call::Loss::kClosedByPeer, kStart + 6s);
  EXPECT_EQ(pair.caller.state(), Call::State::kConnected) << "media may outlive the connection that set them up";
  pair.caller.poll(kStart + 8s - 1ns);
  EXPECT_EQ(pair.caller.state(), Call::State::kConnected);
  pair.caller.poll(kStart + 8s);
  EXPECT_EQ(pair.caller.end(), Call::End::kPeerVanished);
  EXPECT_FALSE(is_orderly(pair.caller.end()));
}

TEST(Call, SilenceIsToldSoonAndEndsTheCallLate) {
  for (const bool connection_lost : {false, true}) {
    Pair pair;
    pair.connect();
    Call& call = pair.caller;
    call.handle_media(kStart + 5s);
    if (connection_lost) call.handle_connection_lost("timed out", Call::Loss::kPath, kStart + 5s);
    EXPECT_EQ(call.next_deadline(), kStart + 7s);
    EXPECT_FALSE(call.reconnecting());
    call.poll(kStart + 7s);
    EXPECT_TRUE(call.reconnecting());
    EXPECT_EQ(call.next_deadline(), kStart + 65s);
    call.handle_media(kStart + 64s);
    EXPECT_FALSE(call.reconnecting()) << "a way was found";
    call.poll(kStart + 66s);
    call.poll(kStart + 124s - 1ns);
    EXPECT_TRUE(call.reconnecting());
    call.poll(kStart + 124s);
    EXPECT_EQ(call.end(), Call::End::kPeerVanished);
    EXPECT_EQ(call.detail(), "no way to it was found again within 60 s");
  }
}

TEST(Call, MediaThatNeverComeEndTheCallWithin15Seconds) {
  Pair pair;
  pair.connect();
  pair.caller.poll(kStart + 15s - 1ns);
  EXPECT_EQ(pair.caller.state(), Call::State::kConnected);
  EXPECT_FALSE(pair.caller.reconnecting()) << "it was not connected before";
  pair.caller.poll(kStart + 15s);
  EXPECT_EQ(pair.caller.end(), Call::End::kPeerVanished);
}

TEST(Call, ARefusedConnectionIsUnreachableWithItsReason) {
  Call caller = outgoing_call();
  caller.handle_connection_lost("connection refused", Call::Loss::kPath, kStart);
  EXPECT_EQ(caller.end(), Call::End::kUnreachable);
  EXPECT_EQ(caller.detail(), "connection refused");
}

TEST(Call, MessagesThatMakeNoSenseEndTheCallWithAGoodbye) {
  for (const Kind kind : {Kind::kOffer, Kind::kRinging, Kind::kAnswer, Kind::kDecline}) {
    Pair pair;
    pair.connect();
    pair.caller.handle_message({kind, "x"}, kStart);
    EXPECT_EQ(pair.caller.end(), Call::End::kProtocolError);
    EXPECT_EQ(pair.caller.take_message()->kind, Kind::kBye);
  }
  for (const Kind kind : {Kind::kRinging, Kind::kAnswer, Kind::kDecline}) {
    Call callee = Call::make_incoming({}, kStart);
    callee.handle_message({kind, "x"}, kStart);
    EXPECT_EQ(callee.end(), Call::End::kProtocolError);
    EXPECT_EQ(callee.take_message()->kind, Kind::kDecline);
  }
}

TEST(Call, ACallerThatConnectsAndSaysNothingIsDropped) {
  Call callee = Call::make_incoming({}, kStart);
  callee.poll(kStart + 15s);
  EXPECT_EQ(callee.end(), Call::End::kNoResponse);
}

TEST(Call, WhatThePeerSaysIsShownWithoutControlCharacters) {
  Pair pair;
  pair.connect();
  pair.caller.handle_message({Kind::kBye, "bye\x1b[2J\nsession log: /etc/passwd" + std::string(60'000, 'x')}, kStart);
  EXPECT_EQ(pair.caller.detail().text().find_first_of("\x1b\n"), std::string::npos);
  EXPECT_LE(pair.caller.detail().text().size(), 200U);
}

TEST(Call, WhatThePeerSaysCannotSteerATerminalOrTurnTheDirectionOfWriting) {
  Pair pair;
  pair.connect();
  // CSI as one character of C1, a mark that turns the direction, and a byte that is no UTF-8.
  pair.caller.handle_message({Kind::kBye,
                              "bye \xC2\x9B"
                              "2J \xE2\x80\xAE \xff"},
                             kStart);
  EXPECT_EQ(pair.caller.detail().text(), "bye ?2J ? ?");
}

TEST(Call, RingingAgainDoesNotRingLonger) {
  Pair pair;
  pair.ring();
  pair.caller.handle_message({Kind::kRinging, ""}, kStart + 50s);
  pair.caller.poll(kStart + 60s);
  EXPECT_EQ(pair.caller.end(), Call::End::kNoAnswer);
}

TEST(Call, AGoodbyeOfTheMediaEndsACallThatLostItsConnection) {
  Pair pair;
  pair.connect();
  pair.caller.handle_media_ended();
  EXPECT_EQ(pair.caller.state(), Call::State::kConnected) << "signalling has the say while it lives";
  pair.caller.handle_connection_lost("reset", Call::Loss::kPath, kStart);
  pair.caller.handle_media_ended();
  EXPECT_EQ(pair.caller.end(), Call::End::kRemoteHungUp);
}

TEST(Call, AGoodbyeOfTheMediaCountsWhenSignallingStaysSilentAndNothingFollows) {
  Pair pair;
  pair.connect();
  pair.caller.handle_media(kStart + 5s);
  pair.caller.handle_media_ended();
  pair.caller.handle_media(kStart + 6s);
  pair.caller.poll(kStart + 9s - 1ns);
  EXPECT_EQ(pair.caller.state(), Call::State::kConnected);
  EXPECT_FALSE(pair.caller.reconnecting());
  EXPECT_EQ(pair.caller.next_deadline(), kStart + 9s);
  pair.caller.poll(kStart + 9s);
  EXPECT_EQ(pair.caller.end(), Call::End::kRemoteHungUp);
}

TEST(Call, WhatComesAfterTheEndChangesNothing) {
  Pair pair;
  pair.connect();
  pair.caller.hang_up();
  pair.caller.handle_message({Kind::kDecline, "late"}, kStart);
  pair.caller.handle_connection_lost("late", Call::Loss::kPath, kStart);
  pair.caller.accept("late", kStart);
  pair.caller.poll(kNever);
  EXPECT_EQ(pair.caller.end(), Call::End::kHungUp);
  EXPECT_EQ(pair.caller.next_deadline(), kNever);
}

}  // namespace
}  // namespace counterpoint

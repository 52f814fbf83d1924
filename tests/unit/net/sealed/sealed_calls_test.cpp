// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/sealed_calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "net/rendezvous/memory_rendezvous.h"
#include "net/sealed/sealed_post.h"

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;

const Timestamp kStart{1h};
UnixTime wall_time(Timestamp now) {
  return UnixTime(std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()) + 1'800'000'000s);
}

/// A host that calls and is called.
struct Host {
  Host(MemoryInboxes& inboxes, const Timestamp& time, bool knows_everybody = false)
      : now(time),
        rendezvous(inboxes, time),
        post(key, rendezvous,
             {.is_contact = [this](const PeerId& id) { return all || id == contact; },
              .wall_clock = [this] { return wall_time(now); }}),
        calls({.send =
                   [this](const PeerId& to, const CallSegment& segment, const std::optional<InboxKey>& inbox) {
                     if (segment.number != 0) ++messages_sent;
                     ASSERT_TRUE(post.send(to, post.make(SealedMessage::Kind::kCall, serialize(segment)),
                                           Keep::kMinutes, inbox));
                   },
               .inbox_for = [this](const PeerId&) { return std::optional(post.private_inbox()); }}),
        all(knows_everybody) {}

  void poll() {
    rendezvous.poll(now);
    post.poll(now);
    while (const auto received = post.take()) {
      calls.handle(received->sender, received->contact, received->message.content, now);
    }
    while (auto caller = calls.take_caller()) callers.push_back(std::move(caller));
    calls.poll(now);
  }

  const Timestamp& now;
  IdentityKey key = *IdentityKey::generate();
  MemoryRendezvous rendezvous;
  std::optional<PeerId> contact;
  SealedPost post;
  SealedCalls calls;
  bool all;
  int messages_sent = 0;
  std::vector<std::unique_ptr<SealedChannel>> callers;
};

class SealedCallsTest : public testing::Test {
 protected:
  template <typename Done>
  bool run_until(Duration duration, Done&& done) {
    for (const Timestamp end = now + duration; now < end; now += 10ms) {
      ada.poll();
      bob.poll();
      if (done()) return true;
    }
    return false;
  }

  Timestamp now = kStart;
  MemoryInboxes inboxes{{.delay = 100ms}};
  Host ada{inboxes, now, true};
  Host bob{inboxes, now};
};

TEST_F(SealedCallsTest, AnOfferReachesTheOneItIsFor) {
  const auto out = ada.calls.call(bob.key.id(), make_message_id(), {});
  out->send({.kind = Kind::kOffer, .body = "offer", .verification = std::string(64, 'a')});
  ASSERT_TRUE(run_until(2s, [&] { return !bob.callers.empty(); }));
  EXPECT_LE(now - kStart, 120ms);
  EXPECT_EQ(bob.callers[0]->peer_id(), ada.key.id());
  const auto offer = bob.callers[0]->receive();
  ASSERT_TRUE(offer);
  EXPECT_EQ(offer->kind, Kind::kOffer);
  EXPECT_EQ(offer->body, "offer");
  EXPECT_EQ(offer->verification, std::string(64, 'a'));
  bob.callers[0]->send({.kind = Kind::kBye, .body = "no"});
  std::optional<SignallingMessage> bye;
  EXPECT_FALSE(out->proved());
  ASSERT_TRUE(run_until(2s, [&] { return (bye = out->receive()).has_value(); }));
  EXPECT_TRUE(out->proved());
  EXPECT_EQ(bye->body, "no");
}

TEST_F(SealedCallsTest, MessagesComeOnceAndInOrderThroughLossDuplicationAndReordering) {
  inboxes.set({.delay = 50ms, .jitter = 400ms, .loss = 0.3, .duplication = 0.3});
  const auto out = ada.calls.call(bob.key.id(), make_message_id(), {});
  constexpr int kMessages = 10;
  for (int i = 0; i < kMessages; ++i) out->send({.kind = Kind::kBye, .body = std::to_string(i), .verification = {}});
  std::vector<std::string> heard;
  ASSERT_TRUE(run_until(28s, [&] {
    while (const auto one = bob.callers.empty() ? std::nullopt : bob.callers[0]->receive()) heard.push_back(one->body);
    return heard.size() >= kMessages;
  }));
  (void)run_until(5s, [] { return false; });
  EXPECT_FALSE(bob.callers[0]->receive());
  EXPECT_EQ(bob.callers.size(), 1U);
  for (int i = 0; i < kMessages; ++i) EXPECT_EQ(heard.at(static_cast<std::size_t>(i)), std::to_string(i));
  EXPECT_FALSE(out->error());
}

TEST_F(SealedCallsTest, WhoDoesNotAnswerIsGivenUp) {
  const PeerId nobody = IdentityKey::generate()->id();
  const auto out = ada.calls.call(nobody, make_message_id(), {});
  out->send({.kind = Kind::kOffer, .body = "offer", .verification = {}});
  EXPECT_TRUE(run_until(60s, [&] { return out->error().has_value(); }));
  EXPECT_EQ(out->error()->kind, ErrorKind::kUnavailable);
}

TEST_F(SealedCallsTest, OfStatesInARowTheFirstAndTheNewestAreSent) {
  const auto out = ada.calls.call(bob.key.id(), make_message_id(), {});
  for (int i = 1; i <= 100; ++i) {
    out->send({.kind = Kind::kState, .body = std::to_string(i), .verification = {}});
    (void)run_until(10ms, [] { return false; });
  }
  EXPECT_LT(now - kStart, 1500ms) << "the first one is not sent again meanwhile";
  std::vector<std::string> heard;
  ASSERT_TRUE(run_until(5s, [&] {
    while (const auto one = bob.callers.empty() ? std::nullopt : bob.callers[0]->receive()) heard.push_back(one->body);
    return !heard.empty() && heard.back() == "100";
  }));
  EXPECT_EQ(heard.front(), "1");
  // Each takes 100 ms, and so does its acknowledgement, which waits for 100 ms more.
  EXPECT_LE(ada.messages_sent, (now - kStart) / 300ms + 1);
  EXPECT_FALSE(out->error());
}

TEST_F(SealedCallsTest, AStateThatCannotBeDeliveredEndsNothing) {
  const auto out = ada.calls.call(bob.key.id(), make_message_id(), {});
  out->send({.kind = Kind::kOffer, .body = "offer", .verification = {}});
  ASSERT_TRUE(run_until(5s, [&] { return out->proved(); }));
  ASSERT_TRUE(bob.callers.at(0)->receive());
  inboxes.set({.delay = 100ms, .loss = 1});
  ada.messages_sent = 0;
  for (const char* state : {"first", "second", "newest"}) {
    out->send({.kind = Kind::kState, .body = state, .verification = {}});
    (void)run_until(100s, [] { return false; });
    EXPECT_FALSE(out->error()) << state;
  }
  EXPECT_LT(ada.messages_sent, 20) << "it is tried less and less often";
  inboxes.set({.delay = 100ms});
  std::vector<std::string> heard;
  ASSERT_TRUE(run_until(40s, [&] {
    while (const auto one = bob.callers[0]->receive()) heard.push_back(one->body);
    return heard.size() >= 2;
  }));
  EXPECT_EQ(heard, (std::vector<std::string>{"first", "newest"}));
  out->send({.kind = Kind::kBye, .body = "last", .verification = {}});
  std::optional<SignallingMessage> bye;
  ASSERT_TRUE(run_until(5s, [&] { return (bye = bob.callers[0]->receive()).has_value(); }));
  EXPECT_EQ(bye->body, "last") << "the call has its signalling still";
}

TEST_F(SealedCallsTest, NothingWaitsLongBehindAStateThatIsRepeatedSeldom) {
  const auto out = ada.calls.call(bob.key.id(), make_message_id(), {});
  out->send({.kind = Kind::kOffer, .body = "offer", .verification = {}});
  ASSERT_TRUE(run_until(5s, [&] { return out->proved(); }));
  ASSERT_TRUE(bob.callers.at(0)->receive());
  inboxes.set({.delay = 100ms, .loss = 1});
  out->send({.kind = Kind::kState, .body = "late", .verification = {}});
  ada.messages_sent = 0;
  ASSERT_TRUE(run_until(100s, [&] { return ada.messages_sent == 8; })) << "it is repeated each 30 s by now";
  (void)run_until(1s, [] { return false; });

  out->send({.kind = Kind::kCandidates, .body = "again", .verification = {}});
  (void)run_until(1s, [] { return false; });
  inboxes.set({.delay = 100ms});
  const Timestamp back = now;
  std::optional<SignallingMessage> candidates;
  ASSERT_TRUE(run_until(40s, [&] {
    candidates = bob.callers[0]->receive();
    return candidates && candidates->kind == Kind::kCandidates;
  }));
  EXPECT_LE(now - back, 1s) << "both were sent at once, and again after 1.5 s";
}

TEST_F(SealedCallsTest, LastWordsAreSentAlthoughTheChannelIsGone) {
  auto out = ada.calls.call(bob.key.id(), make_message_id(), {});
  out->send({.kind = Kind::kBye, .body = "last", .verification = {}});
  out.reset();
  ASSERT_TRUE(run_until(5s, [&] { return !bob.callers.empty(); }));
  EXPECT_EQ(bob.callers[0]->receive()->body, "last");
  EXPECT_TRUE(run_until(5s, [&] { return ada.calls.size() == 0; }));
}

TEST_F(SealedCallsTest, AFloodOfAStrangerLeavesWayForAContact) {
  Host eve(inboxes, now);
  bob.contact = ada.key.id();
  const SealedMessage offer = eve.post.make(
      SealedMessage::Kind::kCall, serialize(CallSegment{.call = make_message_id(), .number = 1, .message = {1}}));
  const Timestamp begin = now;
  std::unique_ptr<SealedChannel> out;
  bool through = false;
  for (int turn = 0; turn < 500 && !through; ++turn, now += 10ms) {
    for (int i = 0; i < 10; ++i) {
      SealedMessage copy = offer;
      copy.id = make_message_id();
      copy.content[0] = static_cast<std::uint8_t>(i);
      ASSERT_TRUE(eve.post.send(bob.key.id(), copy, Keep::kMinutes));
    }
    eve.rendezvous.poll(now);
    if (turn == 50) {
      out = ada.calls.call(bob.key.id(), make_message_id(), bob.post.private_inbox());
      out->send({.kind = Kind::kOffer, .body = "hello", .verification = {}});
    }
    ada.poll();
    bob.poll();
    through = std::ranges::any_of(bob.callers, [&](const auto& one) { return one->peer_id() == ada.key.id(); });
    EXPECT_LE(bob.calls.size(), SealedCalls::kMaxConversations);
  }
  EXPECT_TRUE(through);
  EXPECT_LE(now - begin - 500ms, 5s);
  const auto strangers =
      std::ranges::count_if(bob.callers, [&](const auto& one) { return one->peer_id() == eve.key.id(); });
  EXPECT_LE(static_cast<std::size_t>(strangers), SealedCalls::kMaxOfStrangers);
}

TEST(CallSegment, IsReadAsItWasWritten) {
  const CallSegment segment{
      .call = make_message_id(), .number = 7, .acknowledged = 3, .inbox = InboxKey(), .message = {1, 2}};
  const Bytes made = serialize(segment);
  EXPECT_EQ(read_call_segment(made), segment);
  for (std::size_t size = 0; size < made.size() - 2; ++size)
    EXPECT_FALSE(read_call_segment(ByteView(made).first(size)));
}

}  // namespace
}  // namespace counterpoint

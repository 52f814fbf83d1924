// SPDX-License-Identifier: GPL-3.0-or-later
// Floods of sealed messages, after which a contact is still heard.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "net/rendezvous/memory_rendezvous.h"
#include "net/sealed/hpke.h"
#include "net/sealed/sealed_calls.h"
#include "net/sealed/sealed_post.h"
#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

UnixTime time_of_day(Timestamp now) {
  return UnixTime(std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()) + 1'800'000'000s);
}

/// An envelope for `recipient` that names `claimed` as its sender and has noise for a letter.
Bytes forged_envelope(const PeerId& claimed, const PeerId& recipient) {
  constexpr std::string_view kInfo = "counterpoint/2 envelope";
  const auto noise = random_bytes<2 * kSealedBlock - kHpkeOverhead - sizeof(PeerId::point)>();
  Bytes content(claimed.point.begin(), claimed.point.end());
  content.insert(content.end(), noise.begin(), noise.end());
  const KeyHandle ephemeral = *make_hpke_key();
  const KeyHandle to = public_key_of(recipient);
  return *hpke_seal({.ephemeral = ephemeral.get(), .recipient = to.get()},
                    {.info = {reinterpret_cast<const std::uint8_t*>(kInfo.data()), kInfo.size()}}, content);
}

CallSegment first_segment() { return {.call = make_message_id(), .number = 1, .message = {1}}; }

class SealedFlood : public testing::Test {
 protected:
  struct Host {
    explicit Host(SealedFlood& test)
        : rendezvous(test.inboxes, test.now),
          post(key, rendezvous,
               {.is_contact = [this](const PeerId& id) { return std::ranges::find(contacts, id) != contacts.end(); },
                .wall_clock = [&test] { return time_of_day(test.now); }}) {}

    IdentityKey key = *IdentityKey::generate();
    MemoryRendezvous rendezvous;
    std::vector<PeerId> contacts{};
    SealedPost post;
  };

  void SetUp() override { bob.contacts = {ada.key.id(), mallory.key.id()}; }

  /// Bob's turn; true if a message of Ada is among those that he hears.
  bool hears_ada() {
    now += 1ms;
    bob.rendezvous.poll(now);
    bob.post.poll(now);
    bool heard = false;
    while (const auto received = bob.post.take()) {
      heard = heard || received->sender == ada.key.id();
      told_of_mallory += received->sender == mallory.key.id() ? 1 : 0;
    }
    return heard;
  }
  void send(Host& from, const std::optional<InboxKey>& inbox, SealedMessage::Kind kind = SealedMessage::Kind::kCall) {
    from.rendezvous.poll(now);
    const SealedMessage message = from.post.make(kind, serialize(first_segment()));
    ASSERT_TRUE(from.post.send(bob.key.id(), message, Keep::kMinutes, inbox));
  }

  Timestamp now{1h};
  MemoryInboxes inboxes{{.delay = 10ms, .capacity = 1'000'000}};
  Host ada{*this};
  Host mallory{*this};
  Host bob{*this};
  std::size_t told_of_mallory = 0;  ///< Messages of Mallory that Bob has heard.
};

TEST_F(SealedFlood, AStrangerInTheNameOfAContactDoesNotKeepThatContactOut) {
  int heard = 0;
  for (int turn = 0; turn < 1500; ++turn) {
    mallory.rendezvous.poll(now);
    mallory.rendezvous.put(public_inbox(bob.key.id()), forged_envelope(ada.key.id(), bob.key.id()), Keep::kMinutes);
    if (turn >= 500 && turn % 100 == 0) send(ada, bob.post.private_inbox());
    heard += hears_ada() ? 1 : 0;
  }
  EXPECT_EQ(heard, 10) << "calls, each by an inbox that the stranger does not know";
}

TEST_F(SealedFlood, AContactWhoLeavesMissedCallsWithoutEndLeavesRoomForThoseOfOthers) {
  for (std::size_t i = 0; i < 2 * SealedPost::kMaxLastingContactIds; ++i) {
    send(mallory, {}, SealedMessage::Kind::kMissedCall);
    now += 10ms;
    EXPECT_FALSE(hears_ada());
  }
  EXPECT_EQ(told_of_mallory, SealedPost::kMaxLastingIdsOfOneContact);
  send(ada, {}, SealedMessage::Kind::kMissedCall);
  now += 10ms;
  EXPECT_TRUE(hears_ada());
}

TEST(DuplicateFilter, OneSenderWhoFillsItLeavesRoomForOthers) {
  DuplicateFilter filter(SealedPost::kMaxContactIds, SealedPost::kMaxIdsOfOneContact);
  const PeerId ada = IdentityKey::generate()->id();
  const PeerId mallory = IdentityKey::generate()->id();
  const UnixTime now = time_of_day(Timestamp(1h));
  for (std::size_t i = 0; i < SealedPost::kMaxContactIds; ++i) {
    EXPECT_EQ(filter.admit(mallory, make_message_id(), now + 1min, now), i < SealedPost::kMaxIdsOfOneContact);
  }
  const SealedMessage::Id id = make_message_id();
  EXPECT_TRUE(filter.admit(ada, id, now + 1min, now));
  EXPECT_FALSE(filter.admit(ada, id, now + 1min, now));
  EXPECT_TRUE(filter.admit(mallory, make_message_id(), now + 3min, now + 2min)) << "the others are out of date";
  EXPECT_EQ(filter.size(), 1U);
}

TEST_F(SealedFlood, AContactWhoCallsWithoutEndLeavesRoomForOthers) {
  SealedCalls calls({.send = [](const PeerId&, const CallSegment&, const std::optional<InboxKey>&) {},
                     .inbox_for = [](const PeerId&) { return std::optional<InboxKey>(); }});
  std::vector<std::unique_ptr<SealedChannel>> callers;
  const auto take = [&] {
    while (auto caller = calls.take_caller()) callers.push_back(std::move(caller));
  };
  for (int i = 0; i < 1000; ++i) {
    calls.handle(mallory.key.id(), true, serialize(first_segment()), now);
    take();
  }
  EXPECT_LE(callers.size(), SealedCalls::kMaxOfOne);
  calls.handle(ada.key.id(), true, serialize(first_segment()), now);
  take();
  ASSERT_FALSE(callers.empty());
  EXPECT_EQ(callers.back()->peer_id(), ada.key.id());
}

}  // namespace
}  // namespace counterpoint

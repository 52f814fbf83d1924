// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/presence.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "core/base/rng.h"
#include "net/rendezvous/memory_rendezvous.h"
#include "net/sealed/sealed_post.h"

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = PresenceNote::Kind;
using News = Presence::News;

/// The turn of a host.
constexpr Duration kTurn = 1s;

/// A host of whose presence others hear by inboxes.
struct Host {
  Host(MemoryInboxes& inboxes, const Timestamp& time, const Duration& asleep, IdentityKey identity)
      : now(time), slept(asleep), key(std::move(identity)), rendezvous(inboxes, time) {}

  [[nodiscard]] UnixTime wall_time() const {
    return UnixTime(std::chrono::duration_cast<std::chrono::milliseconds>((now + slept).time_since_epoch()) +
                    1'800'000'000s);
  }
  void know(const Host& other) {
    contacts.push_back(other.key.id());
    presence.set_contacts(contacts);
  }
  void say(const std::vector<Presence::Outgoing>& notes) {
    for (const Presence::Outgoing& note : notes) {
      SealedMessage message = post.make(SealedMessage::Kind::kPresence, serialize({note.kind, post.private_inbox()}));
      message.lifetime = note.lifetime;
      ASSERT_TRUE(post.send(note.to, message, Keep::kMinutes));
      said.push_back(note.kind);
    }
  }
  void hear() {
    rendezvous.poll(now);
    post.poll(now);
    while (const auto received = post.take()) presence.handle(received->sender, received->message, now, wall_time());
    std::ranges::copy(presence.take_news(now), std::back_inserter(news));
  }
  void turn() {
    hear();
    say(presence.poll(now, wall_time()));
  }

  const Timestamp& now;
  const Duration& slept;
  IdentityKey key;
  std::vector<PeerId> contacts;
  MemoryRendezvous rendezvous;
  SealedPost post{key,
                  rendezvous,
                  {.is_contact = [this](const PeerId& id) { return std::ranges::find(contacts, id) != contacts.end(); },
                   .wall_clock = [this] { return wall_time(); }}};
  Presence presence;
  std::vector<Kind> said;
  std::vector<News> news;
};

class PresenceTest : public testing::Test {
 protected:
  std::unique_ptr<Host> host() { return std::make_unique<Host>(inboxes, now, slept, *IdentityKey::generate()); }
  /// Starts the program of that identity anew.
  std::unique_ptr<Host> again(const Host& host) {
    auto started = std::make_unique<Host>(inboxes, now, slept, *IdentityKey::from_pem(*host.key.to_pem()));
    for (const PeerId& contact : host.contacts) started->contacts.push_back(contact);
    started->presence.set_contacts(started->contacts);
    return started;
  }
  void pass(Duration duration, std::initializer_list<Host*> hosts) {
    for (const Timestamp end = now + duration; now < end; now += kTurn) {
      for (Host* one : hosts) one->turn();
    }
  }
  [[nodiscard]] News here(const Host& host) const { return {.contact = host.key.id(), .here = true}; }
  [[nodiscard]] News away(const Host& host) const { return {.contact = host.key.id(), .here = false}; }

  Timestamp now{1h};
  Duration slept{};  ///< The time of day has gone on by so much more.
  MemoryInboxes inboxes{{.delay = 100ms}};
  std::unique_ptr<Host> ada = host();
  std::unique_ptr<Host> bob = host();
};

class TwoContacts : public PresenceTest {
 protected:
  void SetUp() override {
    ada->know(*bob);
    bob->know(*ada);
  }
};

TEST_F(TwoContacts, EachHearsThatTheOtherIsHereWhoeverComesFirst) {
  pass(30min, {ada.get()});
  EXPECT_THAT(ada->news, IsEmpty());
  pass(5s, {ada.get(), bob.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob)));
  EXPECT_THAT(bob->news, ElementsAre(here(*ada)));
  EXPECT_EQ(bob->presence.inbox_of(ada->key.id(), now), ada->post.private_inbox());
}

TEST_F(TwoContacts, NotesAreRepeatedSoThatNobodyGoesAwayByMistake) {
  pass(5s, {ada.get(), bob.get()});
  const std::size_t at_first = ada->said.size();
  EXPECT_LE(at_first, 2U) << "an announcement, and an answer at most";
  pass(24h, {ada.get(), bob.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob)));
  EXPECT_THAT(bob->news, ElementsAre(here(*ada)));
  EXPECT_EQ(ada->said.size() - at_first, static_cast<std::size_t>(24h / Presence::interval(1)));
}

TEST_F(TwoContacts, OneLostNoteMakesNobodyGoAway) {
  pass(5s, {ada.get(), bob.get()});
  inboxes.set({.delay = 100ms, .loss = 1});
  pass(Presence::interval(1), {ada.get(), bob.get()});
  inboxes.set({.delay = 100ms});
  pass(Presence::interval(1), {ada.get(), bob.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob)));
}

TEST_F(TwoContacts, WhoFallsSilentIsAwayWhenItsLastNoteRunsOut) {
  pass(5s, {ada.get(), bob.get()});
  const Duration two_intervals = 2 * Presence::interval(1);
  pass(two_intervals, {ada.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob)));
  pass(15min, {ada.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
}

TEST_F(TwoContacts, WhoHasVanishedIsAwayWithin25SecondsOnceTheUserLooks) {
  pass(10s, {ada.get(), bob.get()});
  pass(Presence::kFresh, {ada.get()});
  ada->news.clear();
  ada->presence.verify(now);
  pass(25s, {ada.get()});
  EXPECT_THAT(ada->news, ElementsAre(away(*bob)));
  pass(5min, {ada.get()});
  ada->presence.verify(now);
  const std::size_t before = ada->said.size();
  pass(25s, {ada.get()});
  EXPECT_EQ(ada->said.size(), before) << "nobody asks for those who are away";
}

TEST_F(TwoContacts, WhoIsHereStaysSoHoweverOftenTheUserLooks) {
  pass(10s, {ada.get(), bob.get()});
  ada->news.clear();
  ada->said.clear();
  for (int look = 0; look < 360; ++look) {
    ada->presence.verify(now);
    pass(10s, {ada.get(), bob.get()});
  }
  EXPECT_THAT(ada->news, IsEmpty());
  EXPECT_LE(ada->said.size(), 14U) << "in an hour";
}

TEST_F(TwoContacts, WhoSaysFarewellIsAwayAtOnce) {
  pass(5s, {ada.get(), bob.get()});
  bob->say(bob->presence.leave(now));
  pass(2s, {ada.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
  EXPECT_FALSE(ada->presence.inbox_of(bob->key.id(), now));
}

TEST_F(TwoContacts, WhoHasSaidFarewellBeforeOneCameIsNotTakenForHere) {
  pass(5s, {bob.get()});
  bob->say(bob->presence.leave(now));
  pass(1min, {ada.get()});
  EXPECT_THAT(ada->news, IsEmpty()) << "the inbox has the announcement, and the farewell";
}

TEST_F(TwoContacts, AProgramThatStartsAnewFindsOutAgain) {
  pass(5s, {ada.get(), bob.get()});
  pass(2min, {ada.get()});
  bob = again(*bob);
  pass(5s, {ada.get(), bob.get()});
  EXPECT_THAT(bob->news, ElementsAre(here(*ada)));
  EXPECT_THAT(ada->news, ElementsAre(here(*bob))) << "it has never been away";
}

TEST_F(TwoContacts, AReplayedAnnouncementIsRefused) {
  pass(5s, {ada.get(), bob.get()});
  SealedMessage old = bob->post.make(SealedMessage::Kind::kPresence, serialize(PresenceNote{}));
  old.lifetime = 1h;
  const Result<Bytes> sealed = seal(old, bob->key, ada->key.id());
  ASSERT_TRUE(sealed);
  const auto put = [&] { bob->rendezvous.put(public_inbox(ada->key.id()), *sealed, Keep::kMinutes); };
  put();
  pass(2s, {ada.get()});
  bob->say(bob->presence.leave(now));
  pass(2s, {ada.get()});
  ASSERT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
  put();  // Anybody can do that who has read it.
  pass(5s, {ada.get()});
  EXPECT_EQ(ada->news.size(), 2U);
}

TEST_F(TwoContacts, GarbageIsNotTakenForANote) {
  Rng rng(1);
  const Bytes good = serialize({.kind = Kind::kHereAsk, .inbox = {}});
  for (std::size_t size = 0; size < 2 * good.size(); ++size) {
    Bytes content(size);
    for (std::uint8_t& byte : content) byte = static_cast<std::uint8_t>(rng.next());
    if (!content.empty() && content[0] <= 2 && size == good.size()) content[0] = 3;
    EXPECT_FALSE(read_presence_note(content)) << size;
    ASSERT_TRUE(bob->post.send(ada->key.id(), bob->post.make(SealedMessage::Kind::kPresence, content), Keep::kMinutes));
  }
  pass(30s, {ada.get()});
  EXPECT_THAT(ada->news, IsEmpty());
  for (const Kind kind : {Kind::kAway, Kind::kHere, Kind::kHereAsk}) {
    const PresenceNote note{.kind = kind, .inbox = bob->post.private_inbox()};
    EXPECT_EQ(read_presence_note(serialize(note)), note);
  }
}

TEST_F(TwoContacts, ACallThatDoesNotReachOneTellsThatItIsAway) {
  pass(5s, {ada.get(), bob.get()});
  ada->presence.handle_unreached(bob->key.id());
  pass(1s, {ada.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
}

TEST_F(TwoContacts, WhoDoesNotWantToTellHearsNothingEither) {
  bob->presence.set_told(false);
  pass(1h, {ada.get(), bob.get()});
  EXPECT_THAT(bob->said, IsEmpty());
  EXPECT_THAT(ada->news, IsEmpty());
  EXPECT_THAT(bob->news, IsEmpty());
  bob->presence.set_told(true);
  pass(3s, {ada.get(), bob.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob)));
  EXPECT_THAT(bob->news, ElementsAre(here(*ada)));
  bob->presence.set_told(false);
  bob->say(bob->presence.leave(now));
  pass(3s, {ada.get(), bob.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
  EXPECT_THAT(bob->news, ElementsAre(here(*ada), away(*ada)));
}

TEST_F(TwoContacts, WhoIsAskedAgainAndAgainAnswersOnceAMinute) {
  pass(3min, {ada.get(), bob.get()});
  const std::size_t before = ada->said.size();
  for (int i = 0; i < 600; ++i) {
    const Bytes asks = serialize({.kind = Kind::kHereAsk, .inbox = bob->post.private_inbox()});
    ASSERT_TRUE(bob->post.send(ada->key.id(), bob->post.make(SealedMessage::Kind::kPresence, asks), Keep::kMinutes));
    pass(1s, {ada.get()});
  }
  EXPECT_LE(ada->said.size() - before, 10U);
}

TEST_F(TwoContacts, AfterASleepAllIsAskedAnew) {
  pass(5s, {ada.get(), bob.get()});
  const std::size_t before = ada->said.size();
  slept = 8h;
  pass(2s, {ada.get()});
  EXPECT_EQ(ada->said.size(), before + 1);
  EXPECT_EQ(ada->said.back(), Kind::kHereAsk);
  EXPECT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
}

TEST_F(TwoContacts, AfterATimeWithoutNodesTheyFindEachOtherAgain) {
  pass(5s, {ada.get(), bob.get()});
  pass(5h, {ada.get()});
  ASSERT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
  pass(5s, {ada.get(), bob.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob), away(*bob), here(*bob)));
  EXPECT_EQ(bob->news.back(), here(*ada));
}

TEST_F(PresenceTest, AStrangersAnnouncementIsIgnored) {
  bob->know(*ada);
  pass(10min, {ada.get(), bob.get()});
  EXPECT_THAT(ada->said, IsEmpty());
  EXPECT_THAT(ada->news, IsEmpty());
  EXPECT_THAT(bob->news, IsEmpty()) << "who is a stranger to ada learns nothing of her";
  ada->know(*bob);
  pass(5s, {ada.get(), bob.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob)));
  ada->presence.set_contacts({});
  pass(1s, {ada.get()});
  EXPECT_THAT(ada->news, ElementsAre(here(*bob), away(*bob)));
}

/// Lets `time` pass for a host of whose contacts the first `here` are there, and gives the rate of what it sends.
DataRate rate_in(Duration time, Presence& presence, const std::vector<PeerId>& contacts, std::size_t here,
                 Timestamp& now) {
  const auto wall_time = [&] {
    return UnixTime(std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()));
  };
  constexpr Duration kLongTurn = 10s;
  std::map<PeerId, int> notes;
  std::size_t sent = 0;
  for (const Timestamp begin = now; now < begin + time; now += kLongTurn) {
    if ((now - begin) % 1h == Duration::zero()) {
      const SealedMessage note{.kind = SealedMessage::Kind::kPresence,
                               .made_at = wall_time(),
                               .lifetime = 2h,
                               .content = serialize(PresenceNote{})};
      for (std::size_t i = 0; i < here; ++i) presence.handle(contacts[i], note, now, wall_time());
    }
    const auto turn = presence.poll(now, wall_time());
    EXPECT_LE(turn.size(), Presence::kPerTurn);
    for (const Presence::Outgoing& one : turn) ++notes[one.to], ++sent;
  }
  if (time >= 2 * Presence::away_interval(contacts.size())) {
    for (const PeerId& contact : contacts) EXPECT_GE(notes[contact], 2);
  }
  return DataSize::bytes(Presence::kNoteCost.bytes() * static_cast<std::int64_t>(sent)) / time;
}

TEST(PresenceRate, IdleTrafficStaysLowHoweverManyContacts) {
  for (const std::size_t count : {1U, 5U, 50U, 200U}) {
    for (const std::size_t here : {std::size_t(0), count / 3, count}) {
      Presence presence;
      std::vector<PeerId> contacts(count);
      for (std::size_t i = 0; i < count; ++i) {
        contacts[i].point[1] = static_cast<std::uint8_t>(i);
        contacts[i].point[2] = static_cast<std::uint8_t>(i / 256);
      }
      presence.set_contacts(contacts);
      Timestamp now{1h};
      // All are asked at the beginning, those that are away twice.
      (void)rate_in(24h, presence, contacts, here, now);
      const Duration rounds = 4 * Presence::away_interval(count);
      const DataRate rate = rate_in(rounds, presence, contacts, here, now);
      // A round begins before the time ends.
      const double begun = to_seconds(Presence::away_interval(count)) / to_seconds(rounds);
      EXPECT_LE(rate, Presence::kMaxRate * (1 + begun)) << count << " contacts, " << here << " here";
      std::printf("%zu contacts, %zu here: told each %.1f h, %lld bit/s\n", count, here,
                  to_seconds(Presence::interval(here, count - here)) / 3600,
                  static_cast<long long>(rate.bits_per_second()));
    }
  }
}

TEST(PresenceRate, ANoteCountsForAsLongAsItsSenderSays) {
  for (const std::size_t count : {1U, 200U, 10'000U}) {
    const auto lifetime = 2 * Presence::interval(count) + 10min;
    EXPECT_LE(lifetime, max_age(SealedMessage::Kind::kPresence)) << count;
  }
}

}  // namespace
}  // namespace counterpoint

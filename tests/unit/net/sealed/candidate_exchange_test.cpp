// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/candidate_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "net/rendezvous/memory_rendezvous.h"

namespace counterpoint {
namespace {

const Timestamp kStart{1h};

Bytes material() {
  Bytes bytes(CandidateInboxes::kMaterialSize);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(7 * i + 1);
  return bytes;
}

const CandidateInboxes kClient = CandidateInboxes::split(material(), DtlsRole::kClient);
const CandidateInboxes kServer = CandidateInboxes::split(material(), DtlsRole::kServer);

/// The clock of both sides, which goes on while they sleep.
Duration clock_reading{};
Duration read_clock() { return clock_reading; }

/// Counts what is asked of it.
class CountingRendezvous final : public Rendezvous {
 public:
  void put(const InboxKey& inbox, Bytes data, Keep) override {
    put_.push_back({.inbox = inbox, .data = std::move(data)});
  }
  void watch(const InboxKey&) override {}
  void look_into(const InboxKey& inbox) override { looked_into_.push_back(inbox); }
  std::optional<InboxValue> take() override { return std::nullopt; }
  void poll(Timestamp) override {}
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] bool connected() const override { return connected_; }

  bool connected_ = true;
  std::vector<InboxValue> put_;
  std::vector<InboxKey> looked_into_;
};

/// Polls at each deadline until `end`.
void run(CandidateExchange& exchange, Rendezvous& rendezvous, Timestamp from, Timestamp end) {
  for (Timestamp now = from; now < end; now = std::max(now + 1us, exchange.next_deadline())) {
    clock_reading = now.time_since_epoch();
    exchange.poll(rendezvous, now);
  }
}

void hear(CandidateExchange& exchange, MemoryRendezvous& rendezvous, Timestamp now) {
  rendezvous.poll(now);
  while (const auto value = rendezvous.take()) exchange.handle(*value);
}

TEST(CandidateExchangeTest, EachSideHearsTheNewestThatTheOtherTells) {
  MemoryInboxes inboxes({.delay = 100ms});
  MemoryRendezvous a_way(inboxes, kStart);
  MemoryRendezvous b_way(inboxes, kStart);
  CandidateExchange a(kClient, read_clock);
  CandidateExchange b(kServer, read_clock);
  a.tell("a is here");
  b.tell("b is here");
  Timestamp now = kStart;
  const auto pass = [&](Duration time) {
    for (const Timestamp end = now + time; now < end; now += 10ms) {
      hear(a, a_way, now);
      hear(b, b_way, now);
      a.poll(a_way, now);
      b.poll(b_way, now);
    }
  };
  pass(200ms);
  EXPECT_EQ(a.take_heard(), "b is here");
  EXPECT_EQ(b.take_heard(), "a is here");
  a.tell("a is there");
  pass(300ms);
  a.tell("a is elsewhere");
  pass(20s);
  EXPECT_EQ(b.take_heard(), "a is elsewhere");
  EXPECT_EQ(b.take_heard(), std::nullopt) << "each is given once";
  EXPECT_EQ(a.take_heard(), std::nullopt) << "it is told again and again, and heard once";
}

TEST(CandidateExchangeTest, WhatCannotBePutYetIsPutAsSoonAsANodeAnswers) {
  CountingRendezvous rendezvous;
  rendezvous.connected_ = false;
  CandidateExchange exchange(kClient, read_clock);
  exchange.tell("here");
  exchange.poll(rendezvous, kStart);
  EXPECT_TRUE(rendezvous.put_.empty() && rendezvous.looked_into_.empty());
  rendezvous.connected_ = true;
  exchange.poll(rendezvous, kStart + 50ms);
  EXPECT_FALSE(rendezvous.put_.empty() || rendezvous.looked_into_.empty());
}

TEST(CandidateExchangeTest, ItAsksAndTellsOnlyWhileItIsWanted) {
  CountingRendezvous rendezvous;
  CandidateExchange exchange(kClient, read_clock);
  EXPECT_EQ(exchange.next_deadline(), kNever);
  exchange.poll(rendezvous, kStart);
  EXPECT_TRUE(rendezvous.put_.empty() && rendezvous.looked_into_.empty());
  exchange.tell("here");
  run(exchange, rendezvous, kStart, kStart + 60s);
  EXPECT_EQ(rendezvous.looked_into_.size(), 60 * CandidateInbox::kInboxes);
  ASSERT_EQ(rendezvous.put_.size(), 15 * CandidateInbox::kInboxes);
  std::set<Bytes> values;
  for (const InboxValue& one : rendezvous.put_) values.insert(one.data);
  EXPECT_EQ(values.size(), 2U) << "nodes keep one that is put again once";
  EXPECT_EQ(rendezvous.put_.front().inbox, kServer.peer.inboxes[0]);
  EXPECT_EQ(rendezvous.looked_into_.front(), kServer.own.inboxes[0]);
  exchange.stop();
  EXPECT_EQ(exchange.next_deadline(), kNever);
  run(exchange, rendezvous, kStart + 60s, kStart + 70s);
  EXPECT_EQ(rendezvous.put_.size(), 15 * CandidateInbox::kInboxes);
  exchange.tell("here");
  exchange.poll(rendezvous, kStart + 70s);
  EXPECT_EQ(rendezvous.put_.size(), 16 * CandidateInbox::kInboxes) << "at once when it begins again";
}

TEST(CandidateExchangeTest, CandidatesThatComeOneAfterTheOtherAreToldTogether) {
  CountingRendezvous rendezvous;
  CandidateExchange exchange(kClient, read_clock);
  for (int i = 0; i < 100; ++i) {
    exchange.tell("here" + std::to_string(i));
    exchange.poll(rendezvous, kStart + i * 10ms);
  }
  EXPECT_EQ(rendezvous.put_.size(), 4 * CandidateInbox::kInboxes);
}

TEST(CandidateExchangeTest, NobodyElseIsBelieved) {
  CandidateExchange exchange(kClient, read_clock);
  const auto heard = [&](const CandidateInbox& sealed_for, std::uint32_t number) {
    exchange.handle({.inbox = kClient.peer.inboxes[1],
                     .data = *seal_candidates(sealed_for, {.number = number, .call_time = 0s, .text = "hi"})});
    return exchange.take_heard().has_value();
  };
  CandidateInbox other = kClient.peer;
  other.key[0] ^= 1U;
  EXPECT_FALSE(heard(other, 9));
  EXPECT_FALSE(heard(kClient.own, 9)) << "what this side said itself is sent back";
  EXPECT_TRUE(heard(kClient.peer, 2));
  EXPECT_FALSE(heard(kClient.peer, 2)) << "a copy";
  EXPECT_FALSE(heard(kClient.peer, 1)) << "an older one";
  EXPECT_TRUE(heard(kClient.peer, 3));
  exchange.handle({.inbox = kClient.own.inboxes[0],
                   .data = *seal_candidates(kClient.peer, {.number = 4, .call_time = 0s, .text = "hi"})});
  EXPECT_FALSE(exchange.take_heard()) << "in another inbox";
}

TEST(CandidateExchangeTest, WhatANodeHasKeptBackIsNotBelieved) {
  for (const Duration age : {Duration(0s), CandidateExchange::kMaxAge, CandidateExchange::kMaxAge + 1s}) {
    CountingRendezvous rendezvous;
    CandidateExchange peer(kServer, read_clock);
    CandidateExchange exchange(kClient, read_clock);
    clock_reading += 1h;
    peer.tell("here");
    peer.poll(rendezvous, kStart);
    ASSERT_FALSE(rendezvous.put_.empty());
    clock_reading += age;  // Timestamps stand still in a sleep.
    exchange.handle(rendezvous.put_.front());
    EXPECT_EQ(exchange.take_heard().has_value(), age <= CandidateExchange::kMaxAge) << to_seconds(age);
    peer.poll(rendezvous, kStart + CandidateExchange::kTellInterval);
    exchange.handle(rendezvous.put_.back());
    EXPECT_EQ(exchange.take_heard().has_value(), age > Duration::zero()) << "it was sealed anew";
  }
}

TEST(CandidateExchangeTest, EachOctetOfAValueCounts) {
  const Bytes value = *seal_candidates(kClient.peer, {.number = 5, .call_time = 7s, .text = "where I am"});
  const auto opened = open_candidates(kClient.peer, value);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->number, 5U);
  EXPECT_EQ(opened->call_time, 7s);
  EXPECT_EQ(value.size(), CandidateExchange::kBlock);
  for (std::size_t i = 0; i < value.size(); ++i) {
    Bytes changed = value;
    changed[i] ^= 1U;
    EXPECT_FALSE(open_candidates(kClient.peer, changed)) << i;
    EXPECT_FALSE(open_candidates(kClient.peer, ByteView(value).first(i))) << i;
  }
}

TEST(CandidateExchangeTest, ADescriptionThatIsTooLongForAValueIsNotTold) {
  const std::size_t most = CandidateExchange::kMaxValue - 4 - 4 - 2 - kAeadTagSize;
  const std::string text(most, 'x');
  const auto value = seal_candidates(kClient.own, {.number = 1, .call_time = 0s, .text = text});
  ASSERT_TRUE(value);
  EXPECT_EQ(value->size(), CandidateExchange::kMaxValue);
  EXPECT_EQ(open_candidates(kClient.own, *value)->text, text);
  EXPECT_FALSE(seal_candidates(kClient.own, {.number = 1, .call_time = 0s, .text = text + "x"}));
  CountingRendezvous rendezvous;
  CandidateExchange exchange(kClient, read_clock);
  exchange.tell(text + "x");
  exchange.poll(rendezvous, kStart);
  EXPECT_TRUE(rendezvous.put_.empty());
  EXPECT_FALSE(rendezvous.looked_into_.empty()) << "the peer may be heard all the same";
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/sas_exchange.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <string_view>

namespace counterpoint {
namespace {

using Role = SasExchange::Role;

constexpr const char* kOffer = "v=0\r\na=fingerprint:sha-256 AA:01\r\nm=audio 5000 X 111\r\n";
constexpr const char* kAnswer = "v=0\r\na=fingerprint:sha-256 BB:02\r\nm=audio 6000 X 111\r\n";

PeerId id(std::uint8_t number) {
  PeerId id;
  id.point.fill(number);
  return id;
}
const PeerId kAda = id(1);
const PeerId kBob = id(2);
const PeerId kEve = id(3);

SasExchange::Subject subject(const PeerId& caller, const PeerId& callee, std::string_view offer = kOffer,
                             std::string_view answer = kAnswer) {
  return {.caller = caller, .callee = callee, .offer = offer, .answer = answer};
}

/// Both ends of one exchange that went well.
struct Exchange {
  SasExchange caller{Role::kCaller};
  SasExchange callee{Role::kCallee};

  Exchange() {
    EXPECT_TRUE(callee.handle_commitment(caller.commitment()));
    EXPECT_TRUE(caller.handle_nonce(callee.nonce()));
    EXPECT_TRUE(callee.handle_nonce(caller.nonce()));
  }
};

TEST(SasExchange, BothEndsHaveTheSameStringOf42Bits) {
  const Exchange exchange;
  const auto value = exchange.caller.value(subject(kAda, kBob));
  ASSERT_TRUE(value);
  EXPECT_EQ(value, exchange.callee.value(subject(kAda, kBob)));
  std::uint64_t seen = 0;
  for (int i = 0; i < 40; ++i) seen |= *Exchange().caller.value(subject(kAda, kBob));
  EXPECT_EQ(std::bit_width(seen), 42);
}

TEST(SasExchange, AMiddlemanMakesTheStringsDiffer) {
  // Eve speaks with both, by her own identity, and hands everything else on.
  for (int i = 0; i < 200; ++i) {
    SasExchange ada(Role::kCaller);
    SasExchange bob(Role::kCallee);
    ASSERT_TRUE(bob.handle_commitment(ada.commitment()));
    ASSERT_TRUE(ada.handle_nonce(bob.nonce()));
    ASSERT_TRUE(bob.handle_nonce(ada.nonce()));
    EXPECT_NE(ada.value(subject(kAda, kEve)), bob.value(subject(kEve, kBob)));
  }
}

TEST(SasExchange, SwappedFingerprintsOfTheMediaMakeTheStringsDiffer) {
  const Exchange exchange;
  const std::string other = "v=0\r\na=fingerprint:sha-256 EE:EE\r\n";
  const auto value = exchange.caller.value(subject(kAda, kBob));
  EXPECT_NE(value, exchange.callee.value(subject(kAda, kBob, other)));
  EXPECT_NE(value, exchange.callee.value(subject(kAda, kBob, kOffer, other)));
  EXPECT_NE(value, exchange.callee.value(subject(kAda, kBob, kAnswer, kOffer)));
}

TEST(SasExchange, OnlyTheFingerprintsOfAnSdpCountAndEachOnce) {
  const Exchange exchange;
  const std::string rewritten = "a=fingerprint:sha-256 AA:01\nm=audio 9 X 0\na=fingerprint:sha-256 AA:01\r\n";
  EXPECT_EQ(exchange.caller.value(subject(kAda, kBob)), exchange.callee.value(subject(kAda, kBob, rewritten)));
}

TEST(SasExchange, WithoutThePeersNonceThereIsNone) {
  const SasExchange caller(Role::kCaller);
  EXPECT_FALSE(caller.value(subject(kAda, kBob)));
}

TEST(SasExchange, AnotherNonceThanTheCommittedOneIsRefused) {
  // Grinding needs to choose the nonce after the other's is known: the commitment forbids it.
  SasExchange callee(Role::kCallee);
  const SasExchange caller(Role::kCaller);
  const SasExchange ground(Role::kCaller);
  ASSERT_TRUE(callee.handle_commitment(caller.commitment()));
  const auto refused = callee.handle_nonce(ground.nonce());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kRefused);
  EXPECT_FALSE(callee.value(subject(kAda, kBob)));
}

TEST(SasExchange, ANonceCountsOnceAndHasItsForm) {
  Exchange exchange;
  EXPECT_FALSE(exchange.caller.handle_nonce(exchange.callee.nonce())) << "a second time";
  for (const std::string& text : {std::string(), std::string(63, '0'), std::string(65, '0'), std::string(64, 'A'),
                                  std::string(64, 'g'), std::string(64, '\0')}) {
    SasExchange caller(Role::kCaller);
    EXPECT_EQ(caller.handle_nonce(text).error().kind, ErrorKind::kMalformed) << text;
    SasExchange callee(Role::kCallee);
    EXPECT_EQ(callee.handle_commitment(text).error().kind, ErrorKind::kMalformed) << text;
  }
}

TEST(SasExchange, EachCallHasAnotherNonce) {
  EXPECT_NE(SasExchange(Role::kCaller).nonce(), SasExchange(Role::kCaller).nonce());
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// Peers, strangers and relays that lie to an agent.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/net/ice/virtual_host.h"
#include "tests/unit/net/ice/virtual_servers.h"

namespace counterpoint {
namespace {

const IpEndpoint kOwn{ip("192.0.2.1"), 5000};
const IpEndpoint kPeer{ip("192.0.2.2"), 6000};

/// An agent whose peer is the test: with its credentials, or without.
struct LonelyAgent {
  explicit LonelyAgent(IceRole role = IceRole::kControlling)
      : own(credentials_of(1)), peer(credentials_of(2)), agent({.role = role, .local = own, .seed = 3}) {
    agent.add_local(1, kOwn, IceInterface::kWired, now);
    agent.add_local(2, {ip("2001:db8::1"), 5000}, IceInterface::kWired, now);
    agent.set_remote_credentials(peer, false, now);
  }

  /// Gives where checks go in so long, and how many to each.
  std::map<IpEndpoint, int> run(Duration span) {
    std::map<IpEndpoint, int> sent;
    for (const Timestamp end = now + span; now < end; now = std::max(now, std::min(agent.next_deadline(), end))) {
      agent.poll(now);
      while (const auto transmit = agent.take_transmit()) ++sent[transmit->to];
    }
    return sent;
  }
  [[nodiscard]] IceCandidate candidate(const IpEndpoint& address) const {
    return {.address = address, .priority = 100, .foundation = "1", .related = {}};
  }
  /// A check of the peer.
  [[nodiscard]] Bytes check(std::uint64_t number, bool use_candidate = false) const {
    StunTransactionIds ids(number);
    StunWriter writer(StunClass::kRequest, StunMethod::kBinding, ids.draw());
    writer.text(StunAttribute::kUsername, own.ufrag + ":" + peer.ufrag);
    writer.u32(StunAttribute::kPriority, 100).u64(StunAttribute::kIceControlled, 1);
    if (use_candidate) writer.flag(StunAttribute::kUseCandidate);
    return writer.finish(stun_short_term_key(own.password));
  }
  /// Answers the next check as the peer does.
  void connect() {
    agent.add_remote(candidate(kPeer), now);
    while (!agent.selected() && now < Timestamp(1100s)) {
      while (const auto transmit = agent.take_transmit()) answer(*transmit, kPeer);
      now = std::max(now, std::min(agent.next_deadline(), now + 1s));
      agent.poll(now);
    }
    ASSERT_TRUE(agent.selected());
  }
  void answer(const IceTransmit& transmit, const IpEndpoint& from) {
    const auto request = StunMessage::parse(transmit.bytes);
    if (!request || request->message_class() != StunClass::kRequest) return;
    last_answer = StunWriter(StunClass::kSuccess, StunMethod::kBinding, request->transaction())
                      .xor_address(StunAttribute::kXorMappedAddress, kOwn)
                      .finish(stun_short_term_key(peer.password));
    (void)agent.handle_datagram(transmit.socket, from, last_answer, now);
  }

  IceCredentials own;
  IceCredentials peer;
  IceAgent agent;
  Timestamp now{1000s};
  Bytes last_answer;
};

TEST(IceHostile, APeerCannotAimChecksAtTheOwnHostOrAtMany) {
  for (const char* const address : {"0.0.0.0", "0.1.2.3", "127.0.0.1", "224.0.0.251", "239.255.255.250", "240.0.0.1",
                                    "255.255.255.255", "::", "::1", "ff02::fb", "ff0e::1"}) {
    LonelyAgent lonely;
    lonely.agent.add_remote(lonely.candidate({ip(address), 5353}), lonely.now);
    EXPECT_TRUE(lonely.run(15s).empty()) << address;
  }
  LonelyAgent lonely;
  lonely.agent.add_remote(lonely.candidate(kPeer), lonely.now);
  EXPECT_EQ(lonely.run(15s).size(), 1U) << "any other is checked";
}

TEST(IceHostile, APeerCanAimElevenChecksEachAtFiftyAddressesAtMost) {
  LonelyAgent lonely;
  for (std::uint16_t i = 0; i < 1000; ++i) {
    lonely.agent.add_remote(lonely.candidate({ip("192.0.2.3"), static_cast<std::uint16_t>(2000 + i)}), lonely.now);
  }
  const auto sent = lonely.run(900s);
  EXPECT_LE(sent.size(), IceAgent::kMaxRemoteCandidates);
  for (const auto& [to, count] : sent) EXPECT_LE(count, 11) << to_string(to);
  EXPECT_TRUE(lonely.run(3600s).empty());
}

TEST(IceHostile, ACheckThatIsSentAgainFromElsewhereCostsItsVictimsLittle) {
  // Somebody who has recorded a check of the peer sends it again, from as many addresses as he likes.
  LonelyAgent lonely;
  lonely.connect();
  const Bytes recorded = lonely.check(9);
  std::map<IpEndpoint, int> sent;
  for (std::uint16_t i = 0; i < 10'000; ++i) {
    const IpEndpoint victim{ip("198.51.100.9"), static_cast<std::uint16_t>(2000 + i)};
    (void)lonely.agent.handle_datagram(1, victim, recorded, lonely.now);
    for (const auto& [to, count] : lonely.run(1ms)) sent[to] += count;
  }
  for (const auto& [to, count] : lonely.run(60s)) sent[to] += count;
  int all = 0;
  for (const auto& [to, count] : sent) all += count;
  // One answer for each, and checks at the pace of all checks.
  EXPECT_LE(all, 10'000 + 3000);
}

TEST(IceHostile, ConsentIsNotForged) {
  for (int forgery = 0; forgery < 4; ++forgery) {
    LonelyAgent lonely;
    lonely.connect();
    const Timestamp last = lonely.now;
    while (lonely.agent.selected() && lonely.now < last + 60s) {
      lonely.now = std::max(lonely.now, lonely.agent.next_deadline());
      lonely.agent.poll(lonely.now);
      while (const auto transmit = lonely.agent.take_transmit()) {
        const auto request = StunMessage::parse(transmit->bytes);
        ASSERT_TRUE(request);
        const auto success = [&] {
          StunWriter writer(StunClass::kSuccess, StunMethod::kBinding, request->transaction());
          writer.xor_address(StunAttribute::kXorMappedAddress, kOwn);
          return writer;
        };
        const Bytes bare = success().finish();
        const Bytes wrong = success().finish(stun_short_term_key(lonely.own.password));
        if (forgery == 0) (void)lonely.agent.handle_datagram(1, kPeer, bare, lonely.now);
        if (forgery == 1) (void)lonely.agent.handle_datagram(1, kPeer, wrong, lonely.now);
        if (forgery == 2) (void)lonely.agent.handle_datagram(1, kPeer, lonely.last_answer, lonely.now);
        if (forgery == 3) lonely.answer(*transmit, {ip("192.0.2.77"), 6000});
      }
    }
    EXPECT_FALSE(lonely.agent.selected()) << forgery;
    EXPECT_LE(lonely.now - last, 30s) << forgery;
  }
}

TEST(IceHostile, StrangersGetNoAnswerAndNoMemory) {
  LonelyAgent lonely;
  lonely.connect();
  while (lonely.agent.take_transmit()) {
  }
  Rng rng(4);
  for (int i = 0; i < 10'000; ++i) {
    Bytes check = lonely.check(static_cast<std::uint64_t>(i));
    // The integrity does not cover the fingerprint behind it.
    constexpr std::size_t kHeader = 20;
    constexpr std::size_t kFingerprint = 8;
    check[kHeader + rng.below(check.size() - kHeader - kFingerprint)] ^= static_cast<std::uint8_t>(1 + rng.below(255));
    const IpEndpoint stranger{ip("198.51.100.9"), static_cast<std::uint16_t>(2000 + i)};
    EXPECT_EQ(lonely.agent.handle_datagram(1, stranger, check, lonely.now).kind, IceReceived::Kind::kConsumed);
  }
  EXPECT_FALSE(lonely.agent.take_transmit());
}

struct ConflictingCall {
  ConflictingCall(IceRole both, std::uint64_t seed, double loss)
      : internet({.loss = loss, .seed = seed}),
        a(internet, {.role = both, .local = credentials_of(2 * seed), .seed = 2 * seed}),
        b(internet, {.role = both, .local = credentials_of(2 * seed + 1), .seed = 2 * seed + 1}) {
    begin_call(a, b);
    a.plug(1, {ip("192.0.2.1"), 5000}, nullptr);
    a.plug(2, {ip("2001:db8::1"), 5000}, nullptr);
    b.plug(1, {ip("192.0.2.2"), 6000}, nullptr);
    b.plug(2, {ip("2001:db8::2"), 6000}, nullptr);
  }
  VirtualInternet internet;
  VirtualHost a;
  VirtualHost b;
};

TEST(IceRoles, ConflictsAreSettledAndBothUseOnePair) {
  for (const IceRole both : {IceRole::kControlling, IceRole::kControlled}) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      ConflictingCall call(both, seed, seed % 2 == 0 ? 0.1 : 0.0);
      ASSERT_TRUE(call.internet.run_until([&] { return call.a.connected() && call.b.connected(); }, 5s)) << seed;
      call.internet.run(3s);
      EXPECT_EQ(call.a.agent().selected()->remote, call.b.agent().selected()->local) << "seed " << seed;
      EXPECT_EQ(call.b.agent().selected()->remote, call.a.agent().selected()->local) << "seed " << seed;
    }
  }
}

TEST(IceLite, APeerThatOnlyAnswersIsConnectedAndNominated) {
  for (const IceRole role : {IceRole::kControlling, IceRole::kControlled}) {
    VirtualInternet internet({});
    const IceCredentials peer = credentials_of(5);
    VirtualHost host(internet, {.role = role, .local = credentials_of(4), .seed = 4});
    bool nominated = false;
    int media = 0;
    internet.attach(kPeer.address, nullptr, [&](const IpEndpoint& to, const IpEndpoint& from, ByteView datagram) {
      const auto request = StunMessage::parse(datagram);
      media += request ? 0 : 1;
      const StunKey key = stun_short_term_key(peer.password);
      if (!request || !request->integrity_holds(key)) return;
      EXPECT_TRUE(request->has(StunAttribute::kIceControlling)) << "who speaks to a lite peer controls";
      nominated = nominated || request->has(StunAttribute::kUseCandidate);
      internet.send(to, nullptr, from,
                    StunWriter(StunClass::kSuccess, StunMethod::kBinding, request->transaction())
                        .xor_address(StunAttribute::kXorMappedAddress, from)
                        .finish(key));
    });
    host.plug(1, kOwn, nullptr);
    host.hear(peer, true);
    host.hear({.address = kPeer, .priority = 100, .foundation = "1", .related = {}});
    host.hear_end();
    ASSERT_TRUE(internet.run_until([&] { return host.connected(); }, 1s));
    internet.run(3600s);
    EXPECT_TRUE(nominated);
    EXPECT_TRUE(host.connected()) << "consent lasts";
    host.start_media();
    internet.run(1s);
    EXPECT_GT(media, 45);
  }
}

/// A call by a relay alone: both routers give each destination another port.
struct RelayedHour {
  explicit RelayedHour(std::uint64_t seed)
      : internet({.seed = seed}),
        a(internet, {.role = IceRole::kControlling,
                     .local = credentials_of(2 * seed),
                     .turn_servers = {turn.account()},
                     .seed = 2 * seed}),
        b(internet, {.role = IceRole::kControlled,
                     .local = credentials_of(2 * seed + 1),
                     .turn_servers = {turn.account()},
                     .seed = 2 * seed + 1}) {
    begin_call(a, b);
    a.plug(1, {ip("192.168.1.2"), 5000}, &nat_a);
    b.plug(1, {ip("192.168.1.2"), 6000}, &nat_b);
  }
  VirtualInternet internet;
  VirtualTurnServer turn{internet, ip("203.0.113.2")};
  static constexpr NatBox::Config kSymmetric{.mapping = NatBehaviour::kAddressAndPortDependent,
                                             .filtering = NatBehaviour::kAddressAndPortDependent};
  NatBox nat_a{ip("198.51.100.1"), kSymmetric, 1};
  NatBox nat_b{ip("198.51.100.2"), kSymmetric, 2};
  VirtualHost a;
  VirtualHost b;
};

TEST(IceRelayRenewal, AllocationPermissionAndChannelOutliveTheirTimes) {
  // The server forgets permissions after 5 minutes and the others after 10; its nonce becomes stale meanwhile.
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    RelayedHour call(seed);
    ASSERT_TRUE(call.internet.run_until([&] { return call.a.connected() && call.b.connected(); }, 3s));
    call.internet.config().loss = seed == 1 ? 0 : 0.1;
    const int before = call.turn.channel_datagrams();
    for (int i = 0; i < 12; ++i) {
      call.internet.run(5min);
      call.turn.change_nonce();
      EXPECT_TRUE(call.a.connected() && call.b.connected());
    }
    call.a.start_media();
    call.b.start_media();
    const Timestamp start = call.internet.now();
    call.internet.run(10s);
    EXPECT_LE(call.a.max_gap(start), seed == 1 ? 220ms : 1s);
    EXPECT_LE(call.b.max_gap(start), seed == 1 ? 220ms : 1s);
    EXPECT_EQ(call.turn.allocations(), 2U);
    EXPECT_GT(call.turn.channel_datagrams(), before + 500);
  }
}

TEST(IceHostile, RoutersWithAnotherPortForEachDestinationCauseNoEndOfChecks) {
  // Each check comes from an address that was never seen, and so does the check that it triggers.
  VirtualInternet internet({});
  const NatBox::Config kind{.mapping = NatBehaviour::kAddressAndPortDependent};
  NatBox nat_a(ip("198.51.100.1"), kind, 1);
  NatBox nat_b(ip("198.51.100.2"), kind, 2);
  const VirtualTurnServer turn(internet, ip("203.0.113.2"));
  const std::vector<TurnServer> relays = {turn.account()};
  VirtualHost a(internet,
                {.role = IceRole::kControlling, .local = credentials_of(2), .turn_servers = relays, .seed = 2});
  VirtualHost b(internet,
                {.role = IceRole::kControlled, .local = credentials_of(3), .turn_servers = relays, .seed = 3});
  begin_call(a, b);
  a.plug(1, {ip("192.168.1.2"), 5000}, &nat_a);
  b.plug(1, {ip("192.168.7.2"), 6000}, &nat_b);
  ASSERT_TRUE(internet.run_until([&] { return a.connected() && b.connected(); }, 3s));
  const int before = a.datagrams() + b.datagrams();
  internet.run(600s);
  const int sent = a.datagrams() + b.datagrams() - before;
  EXPECT_LE(sent, 20 * 600) << "ten a second and host";
  EXPECT_TRUE(a.connected() && b.connected());
}

/// Answers each request of a client by `make`, whatever it was.
using Lie = std::function<Bytes(const StunMessage& request)>;

int requests_in_ten_minutes(const Lie& lie) {
  VirtualInternet internet({});
  const IpEndpoint server{ip("203.0.113.2"), 3478};
  int requests = 0;
  internet.attach(server.address, nullptr, [&](const IpEndpoint& to, const IpEndpoint& from, ByteView datagram) {
    const auto request = StunMessage::parse(datagram);
    if (!request) return;
    ++requests;
    internet.send(to, nullptr, from, lie(*request));
  });
  VirtualHost host(internet, {.local = credentials_of(4), .turn_servers = {{server, "user", "secret"}}, .seed = 4});
  host.plug(1, kOwn, nullptr);
  host.hear(credentials_of(5));
  host.hear({.address = kPeer, .priority = 100, .foundation = "1", .related = {}});
  internet.run(600s);
  EXPECT_FALSE(host.connected());
  return requests;
}

TEST(IceHostile, ARelayThatLiesCostsLittleAndDoesNoMore) {
  const StunKey key = stun_long_term_key("user", "realm", "secret");
  int number = 0;
  const auto challenge = [&](const StunMessage& request, int code) {
    return StunWriter(StunClass::kError, request.method(), request.transaction())
        .error(code, "Again")
        .text(StunAttribute::kRealm, "realm")
        .text(StunAttribute::kNonce, std::to_string(++number))
        .finish();
  };
  const auto lend = [&](const StunMessage& request, const IpEndpoint& relayed, std::uint32_t lifetime) {
    if (!request.integrity_holds(key)) return challenge(request, 401);
    return StunWriter(StunClass::kSuccess, request.method(), request.transaction())
        .u32(StunAttribute::kLifetime, lifetime)
        .xor_address(StunAttribute::kXorRelayedAddress, relayed)
        .xor_address(StunAttribute::kXorMappedAddress, {ip("0.0.0.0"), 0})
        .finish(key);
  };
  const IpEndpoint fine{ip("203.0.113.2"), 50000};
  EXPECT_LE(requests_in_ten_minutes([&](const auto& request) { return challenge(request, 401); }), 10)
      << "401 for ever";
  EXPECT_LE(requests_in_ten_minutes([&](const auto& request) { return challenge(request, 438); }), 10)
      << "438 for ever";
  EXPECT_LE(requests_in_ten_minutes([&](const auto& request) { return lend(request, fine, 0); }), 650) << "no time";
  EXPECT_LE(requests_in_ten_minutes([&](const auto& request) { return lend(request, fine, 0xFFFFFFFF); }), 50);
  for (const char* const address : {"0.0.0.0", "127.0.0.1", "192.0.2.1", "ff02::1", "::1"}) {
    const IpEndpoint wrong{ip(address), 0};
    EXPECT_LE(requests_in_ten_minutes([&](const auto& request) { return lend(request, wrong, 600); }), 50) << address;
  }
}

}  // namespace
}  // namespace counterpoint

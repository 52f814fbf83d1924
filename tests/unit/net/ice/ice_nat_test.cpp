// SPDX-License-Identifier: GPL-3.0-or-later
// Each kind of NAT against each other: whoever can be reached directly is, the others by a relay. Seeds are 8 by
// default; COUNTERPOINT_ICE_SEEDS=1000 runs as many.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/base/rank.h"
#include "tests/unit/net/ice/virtual_host.h"
#include "tests/unit/net/ice/virtual_servers.h"

namespace counterpoint {
namespace {

enum class NatKind { kNone, kFullCone, kRestricted, kPortRestricted, kSymmetric };
constexpr std::array kKinds = {NatKind::kNone, NatKind::kFullCone, NatKind::kRestricted, NatKind::kPortRestricted,
                               NatKind::kSymmetric};

std::unique_ptr<NatBox> make_nat(NatKind kind, const IpAddress& outside, std::uint64_t seed) {
  constexpr auto kAny = NatBehaviour::kEndpointIndependent;
  constexpr auto kAddress = NatBehaviour::kAddressDependent;
  constexpr auto kPort = NatBehaviour::kAddressAndPortDependent;
  switch (kind) {
    case NatKind::kNone:
      return nullptr;
    case NatKind::kFullCone:
      return std::make_unique<NatBox>(outside, NatBox::Config{.mapping = kAny, .filtering = kAny}, seed);
    case NatKind::kRestricted:
      return std::make_unique<NatBox>(outside, NatBox::Config{.mapping = kAny, .filtering = kAddress}, seed);
    case NatKind::kPortRestricted:
      return std::make_unique<NatBox>(outside, NatBox::Config{.mapping = kAny, .filtering = kPort}, seed);
    case NatKind::kSymmetric:
      return std::make_unique<NatBox>(outside, NatBox::Config{.mapping = kPort, .filtering = kPort}, seed);
  }
  return nullptr;
}

/// A symmetric NAT sends to the peer from another port than the STUN server saw; who filters by ports does not let it
/// in, and if it is behind such a NAT itself, cannot be told of it.
bool can_be_punched(NatKind a, NatKind b) {
  const auto is_hard = [](NatKind kind) { return kind == NatKind::kPortRestricted || kind == NatKind::kSymmetric; };
  return !(a == NatKind::kSymmetric && is_hard(b)) && !(b == NatKind::kSymmetric && is_hard(a));
}

int seeds() {
  const char* const text = std::getenv("COUNTERPOINT_ICE_SEEDS");
  return text != nullptr ? std::max(1, std::atoi(text)) : 8;
}

/// A call between two hosts, each behind a NAT of its own.
struct NatCall {
  NatCall(NatKind kind_a, NatKind kind_b, bool with_relay, VirtualInternet::Config config)
      : internet(config),
        turn(internet, ip("203.0.113.2")),
        nat_a(make_nat(kind_a, ip("198.51.100.1"), config.seed)),
        nat_b(make_nat(kind_b, ip("198.51.100.2"), config.seed + 1)),
        a(internet, config_of(IceRole::kControlling, with_relay, 2 * config.seed)),
        b(internet, config_of(IceRole::kControlled, with_relay, 2 * config.seed + 1)) {
    add_stun_server(internet, ip("203.0.113.1"));
    begin_call(a, b);
    a.plug(1, {kind_a == NatKind::kNone ? ip("192.0.2.1") : ip("192.168.1.2"), 5000}, nat_a.get());
    b.plug(1, {kind_b == NatKind::kNone ? ip("192.0.2.2") : ip("192.168.1.2"), 6000}, nat_b.get());
  }
  [[nodiscard]] IceAgent::Config config_of(IceRole role, bool with_relay, std::uint64_t seed) const {
    IceAgent::Config config{.role = role, .local = credentials_of(seed)};
    config.stun_servers = {{ip("203.0.113.1"), kStunPort}};
    if (with_relay) config.turn_servers = {turn.account()};
    config.seed = seed;
    return config;
  }
  bool connect(Duration limit) {
    return internet.run_until([this] { return a.connected() && b.connected(); }, limit);
  }

  VirtualInternet internet;
  VirtualTurnServer turn;
  std::unique_ptr<NatBox> nat_a;
  std::unique_ptr<NatBox> nat_b;
  VirtualHost a;
  VirtualHost b;
};

std::string name(NatKind a, NatKind b, int seed) {
  return "NAT " + std::to_string(static_cast<int>(a)) + " against " + std::to_string(static_cast<int>(b)) + ", seed " +
         std::to_string(seed);
}

TEST(IceNat, PairsThatCanBePunchedConnectDirectlyInThreeRoundTripTimes) {
  std::vector<Duration> times;
  for (const NatKind a : kKinds) {
    for (const NatKind b : kKinds) {
      if (!can_be_punched(a, b)) continue;
      for (int seed = 1; seed <= seeds(); ++seed) {
        NatCall call(a, b, true, {.jitter = 5ms, .seed = static_cast<std::uint64_t>(seed)});
        const Timestamp start = call.internet.now();
        ASSERT_TRUE(call.connect(5s)) << name(a, b, seed);
        times.push_back(call.internet.now() - start);
        call.internet.run(2s);
        EXPECT_FALSE(call.a.agent().selected()->relayed()) << name(a, b, seed);
        EXPECT_FALSE(call.b.agent().selected()->relayed()) << name(a, b, seed);
        EXPECT_EQ(call.a.count<IceFailed>() + call.b.count<IceFailed>(), 0);
      }
    }
  }
  const Duration median = nth_smallest(times, times.size() / 2);
  const Duration worst = nth_smallest(times, times.size() - 1);
  RecordProperty("median_ms", std::to_string(to_milliseconds(median)));
  RecordProperty("worst_ms", std::to_string(to_milliseconds(worst)));
  EXPECT_LE(median, 300ms);
  EXPECT_LE(worst, 600ms);
}

TEST(IceNat, TheOthersConnectByTheRelay) {
  for (const NatKind a : kKinds) {
    for (const NatKind b : kKinds) {
      if (can_be_punched(a, b)) continue;
      for (int seed = 1; seed <= seeds(); ++seed) {
        NatCall call(a, b, true, {.jitter = 5ms, .seed = static_cast<std::uint64_t>(seed)});
        ASSERT_TRUE(call.connect(5s)) << name(a, b, seed);
        call.a.start_media();
        call.b.start_media();
        call.internet.run(2s);
        EXPECT_TRUE(call.a.agent().selected()->relayed()) << name(a, b, seed);
        EXPECT_GT(call.a.received().size(), 80U) << name(a, b, seed);
        EXPECT_GT(call.b.received().size(), 80U) << name(a, b, seed);
        EXPECT_GT(call.turn.channel_datagrams(), 80) << name(a, b, seed);
      }
    }
  }
}

TEST(IceNat, WithoutARelayTheOthersFailWithTheirCauseIn15Seconds) {
  for (int seed = 1; seed <= seeds(); ++seed) {
    NatCall call(NatKind::kSymmetric, NatKind::kPortRestricted, false, {.seed = static_cast<std::uint64_t>(seed)});
    EXPECT_TRUE(
        call.internet.run_until([&] { return call.a.count<IceFailed>() == 1 && call.b.count<IceFailed>() == 1; }, 15s));
    ASSERT_NE(call.a.last<IceFailed>(), nullptr);
    EXPECT_EQ(call.a.last<IceFailed>()->cause.text(),
              "no direct way to the peer works, since a NAT or a firewall is in between: name a relay (TURN) in the "
              "settings");
    call.internet.run(60s);
    EXPECT_EQ(call.a.count<IceFailed>(), 1);
  }
}

TEST(IceNat, ARelayThatRefusesIsTheCause) {
  NatCall call(NatKind::kSymmetric, NatKind::kSymmetric, false, {});
  IceAgent::Config config = call.config_of(IceRole::kControlling, true, 77);
  config.turn_servers[0].password = "wrong";
  VirtualHost host(call.internet, config);
  host.plug(1, {ip("192.168.1.9"), 5000}, call.nat_a.get());
  host.hear(call.b.credentials());
  host.hear({.address = {ip("198.51.100.77"), 9}, .priority = 1, .foundation = "1", .related = {}});
  EXPECT_TRUE(call.internet.run_until([&] { return host.count<IceFailed>() == 1; }, 15s));
  EXPECT_EQ(host.last<IceFailed>()->cause.text(),
            "no direct way to the peer works, and the relay 203.0.113.2:3478 refuses the user name or the password: "
            "correct them in the settings");
}

TEST(IceNat, BehindTheSameNatTheyConnectWithoutLeavingIt) {
  NatCall call(NatKind::kFullCone, NatKind::kFullCone, false, {});
  NatBox nat(ip("198.51.100.9"), {.mapping = NatBehaviour::kAddressAndPortDependent}, 5);
  VirtualHost c(call.internet, call.config_of(IceRole::kControlling, false, 11));
  VirtualHost d(call.internet, call.config_of(IceRole::kControlled, false, 12));
  begin_call(c, d);
  c.plug(1, {ip("10.0.0.1"), 5000}, &nat);
  d.plug(1, {ip("10.0.0.2"), 5000}, &nat);
  ASSERT_TRUE(call.internet.run_until([&] { return c.connected() && d.connected(); }, 1s));
  EXPECT_EQ(c.agent().selected()->remote, (IpEndpoint{ip("10.0.0.2"), 5000}));
  EXPECT_EQ(c.agent().selected()->remote_type, CandidateType::kHost);
}

TEST(IceNat, RelayOnlyTellsNoOtherAddressAndConnects) {
  NatCall call(NatKind::kNone, NatKind::kNone, false, {});
  IceAgent::Config config = call.config_of(IceRole::kControlling, true, 21);
  config.relay_only = true;
  VirtualHost hidden(call.internet, config);
  VirtualHost other(call.internet, call.config_of(IceRole::kControlled, false, 22));
  begin_call(hidden, other);
  hidden.plug(1, {ip("192.0.2.21"), 5000}, nullptr);
  other.plug(1, {ip("192.0.2.22"), 5000}, nullptr);
  ASSERT_TRUE(call.internet.run_until([&] { return hidden.connected() && other.connected(); }, 3s));
  call.internet.run(5s);
  for (const IceCandidate& candidate : hidden.agent().local_candidates()) {
    EXPECT_EQ(candidate.address.address, ip("203.0.113.2"));
    EXPECT_EQ(to_sdp(candidate).find("192.0.2.21"), std::string::npos);
  }
  EXPECT_EQ(other.agent().selected()->remote.address, ip("203.0.113.2"));
}

}  // namespace
}  // namespace counterpoint

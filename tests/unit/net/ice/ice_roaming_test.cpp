// SPDX-License-Identifier: GPL-3.0-or-later
// Calls whose hosts change addresses, without a word by signalling.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/net/ice/virtual_host.h"
#include "tests/unit/net/ice/virtual_servers.h"

namespace counterpoint {
namespace {

constexpr Duration kRoundTrip = 100ms;
const NatBox::Config kPortRestricted = {.filtering = NatBehaviour::kAddressAndPortDependent};

/// A call that has run for some seconds, with media both ways. The one who moves is behind a NAT at home and has
/// another network with a NAT of its own; the one who stays is public.
struct RoamingCall {
  explicit RoamingCall(IceRole role_of_mover, std::uint64_t seed = 1, double loss = 0)
      : internet({.round_trip = kRoundTrip, .seed = seed}),
        home(ip("198.51.100.1"), kPortRestricted, seed),
        away(ip("198.51.100.2"), kPortRestricted, seed + 1),
        mover(internet, {.role = role_of_mover, .local = credentials_of(2 * seed), .seed = 2 * seed}),
        stayer(internet, {.role = role_of_mover == IceRole::kControlling ? IceRole::kControlled : IceRole::kControlling,
                          .local = credentials_of(2 * seed + 1),
                          .seed = 2 * seed + 1}) {
    begin_call(mover, stayer);
    mover.plug(1, kHome, &home);
    stayer.plug(1, {ip("192.0.2.1"), 6000}, nullptr);
    EXPECT_TRUE(internet.run_until([this] { return mover.connected() && stayer.connected(); }, 2s));
    mover.signal_to(nullptr);
    stayer.signal_to(nullptr);
    mover.start_media();
    stayer.start_media();
    internet.config().loss = loss;
    internet.run(3s);
  }
  [[nodiscard]] bool lost() const { return mover.count<IceConsentLost>() + stayer.count<IceConsentLost>() > 0; }

  static inline const IpEndpoint kHome = {ip("192.168.1.2"), 5000};
  static inline const IpEndpoint kAway = {ip("10.9.8.7"), 5001};
  VirtualInternet internet;
  NatBox home;
  NatBox away;
  VirtualHost mover;
  VirtualHost stayer;
};

class IceRoaming : public testing::TestWithParam<IceRole> {};

TEST_P(IceRoaming, AHardChangeCostsAtMostTwoRoundTripTimesAndATenthOfASecond) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RoamingCall call(GetParam(), seed);
    call.internet.run(Duration(from_milliseconds(7.0 * static_cast<double>(seed))));
    const Timestamp change = call.internet.now();
    call.mover.unplug(1);
    call.mover.plug(2, RoamingCall::kAway, &call.away);
    call.internet.run(3s);
    EXPECT_LE(call.mover.max_gap(change), 2 * kRoundTrip + 100ms) << "seed " << seed;
    EXPECT_LE(call.stayer.max_gap(change), 2 * kRoundTrip + 100ms) << "seed " << seed;
    EXPECT_EQ(call.stayer.agent().selected()->remote.address, call.away.outside());
    EXPECT_FALSE(call.lost());
  }
}

TEST_P(IceRoaming, WithBothUpNothingIsLost) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RoamingCall call(GetParam(), seed);
    call.mover.plug(2, RoamingCall::kAway, &call.away, IceInterface::kWired);
    call.internet.run(1s);
    call.mover.unplug(1);  // Datagrams that are on their way to it are lost.
    call.internet.run(1s);
    call.mover.stop_media();
    call.stayer.stop_media();
    call.internet.run(1s);
    EXPECT_EQ(call.stayer.received().size(), call.mover.sent()) << "seed " << seed;
    // Those that were on the way to the old address, until the peer knew: one round trip time of them at most.
    EXPECT_GE(call.mover.received().size() + 6, call.stayer.sent()) << "seed " << seed;
  }
}

TEST_P(IceRoaming, AnotherWorkingAddressTakesOverWhenThePathFallsSilent) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RoamingCall call(GetParam(), seed);
    call.mover.plug(2, RoamingCall::kAway, &call.away, IceInterface::kCellular);
    call.internet.run(2s + from_milliseconds(13.0 * static_cast<double>(seed)));
    ASSERT_EQ(call.mover.agent().selected()->socket, 1U);
    const Timestamp change = call.internet.now();
    call.internet.cut(RoamingCall::kHome.address);
    call.internet.run(4s);
    EXPECT_EQ(call.mover.agent().selected()->socket, 2U);
    EXPECT_LE(call.mover.max_gap(change), 900ms) << "seed " << seed;
    EXPECT_LE(call.stayer.max_gap(change), 900ms) << "seed " << seed;
    EXPECT_FALSE(call.lost());
  }
}

TEST_P(IceRoaming, ANatThatRebindsIsFollowed) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RoamingCall call(GetParam(), seed);
    call.internet.run(Duration(from_milliseconds(7.0 * static_cast<double>(seed))));
    const Timestamp change = call.internet.now();
    call.home.rebind();
    call.internet.run(2s);
    // The first media by the new mapping arrive half a round trip time later; from there on it is one and a half.
    EXPECT_LE(call.stayer.max_gap(change + kRoundTrip / 2), kRoundTrip * 3 / 2 + 100ms) << "seed " << seed;
    EXPECT_LE(call.mover.max_gap(change), 2 * kRoundTrip + 100ms) << "seed " << seed;
    EXPECT_FALSE(call.lost());
  }
}

TEST_P(IceRoaming, AThousandChangesLoseNoCall) {
  RoamingCall call(GetParam(), 7, 0.02);
  Rng rng(9);
  Duration worst{};
  bool is_home = true;
  for (IceSocketId socket = 2; socket < 1002; ++socket) {
    const Timestamp change = call.internet.now();
    const bool soft = rng.chance(0.5);
    if (!soft) call.mover.unplug(socket - 1);
    // Each time an address that nobody has seen.
    const IpEndpoint base{is_home ? RoamingCall::kAway.address : RoamingCall::kHome.address,
                          static_cast<std::uint16_t>(2000 + socket)};
    call.mover.plug(socket, base, is_home ? &call.away : &call.home);
    is_home = !is_home;
    call.internet.run(300ms + scaled(3s, rng.uniform()));
    if (soft) call.mover.unplug(socket - 1);
    call.internet.run(500ms);
    ASSERT_TRUE(call.mover.connected() && call.stayer.connected()) << "change " << socket;
    worst = std::max({worst, call.mover.max_gap(change), call.stayer.max_gap(change)});
  }
  EXPECT_FALSE(call.lost());
  EXPECT_LE(worst, 3s);  // At 2 % loss each way.
  RecordProperty("worst_ms", std::to_string(to_milliseconds(worst)));
}

TEST_P(IceRoaming, MoreAddressesThanAPeerMayNameLoseNoCall) {
  RoamingCall call(GetParam());
  call.mover.signal_to(&call.stayer);
  bool is_home = true;
  for (IceSocketId socket = 2; socket < 3 * IceAgent::kMaxRemoteCandidates; ++socket) {
    const Timestamp change = call.internet.now();
    call.mover.unplug(socket - 1);
    const IpEndpoint base{is_home ? RoamingCall::kAway.address : RoamingCall::kHome.address,
                          static_cast<std::uint16_t>(2000 + socket)};
    call.mover.plug(socket, base, is_home ? &call.away : &call.home);
    is_home = !is_home;
    call.internet.run(5s);
    ASSERT_TRUE(call.mover.connected() && call.stayer.connected()) << "change " << socket;
    ASSERT_LE(call.stayer.max_gap(change), 2 * kRoundTrip + 100ms) << "change " << socket;
    // The same address, as a STUN server tells the mover, who tells the peer.
    call.stayer.hear({.type = CandidateType::kServerReflexive,
                      .address = call.stayer.agent().selected()->remote,
                      .priority = 1'000'000,
                      .foundation = "mapped",
                      .related = base});
  }
  EXPECT_FALSE(call.lost());
}

TEST_P(IceRoaming, ABetterInterfaceIsTakenAndTheOldOneKeptInReserve) {
  RoamingCall call(GetParam());
  // The peer hears of the new address by signalling as well, as in a call.
  call.mover.signal_to(&call.stayer);
  call.mover.plug(2, {ip("2001:db8::7"), 5001}, nullptr);
  call.stayer.signal_to(&call.mover);
  call.stayer.plug(2, {ip("2001:db8::1"), 6001}, nullptr);
  call.internet.run(2s);
  EXPECT_TRUE(call.mover.agent().selected()->local.address.is_v6());
  EXPECT_TRUE(call.stayer.agent().selected()->local.address.is_v6());
  const Timestamp change = call.internet.now();
  call.stayer.unplug(2);
  call.internet.run(2s);
  EXPECT_EQ(call.mover.agent().selected()->socket, 1U);
  EXPECT_LE(call.stayer.max_gap(change), 2 * kRoundTrip + 100ms);
}

TEST_P(IceRoaming, TwoWhoHaveBothMovedGoOnOnceEachIsToldWhereTheOtherIs) {
  for (const Duration told_after : {4s, 45s}) {  // Consent ends between the two.
    RoamingCall call(GetParam());
    call.mover.unplug(1);
    call.stayer.unplug(1);
    call.mover.plug(2, RoamingCall::kAway, &call.away);
    call.stayer.plug(2, {ip("192.0.2.9"), 6001}, nullptr);
    call.internet.run(1s);
    const auto heard = call.mover.received().size();
    call.internet.run(told_after);
    ASSERT_EQ(call.mover.received().size(), heard) << "neither knows where the other is";
    EXPECT_EQ(call.lost(), told_after > 30s);
    const Timestamp told = call.internet.now();
    for (const IceCandidate& one : call.stayer.agent().local_candidates()) call.mover.hear(one);
    for (const IceCandidate& one : call.mover.agent().local_candidates()) call.stayer.hear(one);
    call.internet.run(3s);
    EXPECT_LE(call.mover.max_gap(told), 2 * kRoundTrip + 100ms);
    EXPECT_LE(call.stayer.max_gap(told), 2 * kRoundTrip + 100ms);
  }
}

INSTANTIATE_TEST_SUITE_P(Roles, IceRoaming, testing::Values(IceRole::kControlling, IceRole::kControlled),
                         [](const auto& role) {
                           return role.param == IceRole::kControlling ? "MoverControls" : "MoverIsControlled";
                         });

TEST(IceRestart, NewCredentialsBringTogetherWhoHaveBothMoved) {
  RoamingCall call(IceRole::kControlling);
  NatBox third(ip("198.51.100.3"), kPortRestricted, 3);
  call.mover.unplug(1);
  call.stayer.unplug(1);
  call.mover.plug(2, RoamingCall::kAway, &call.away);
  call.stayer.plug(2, {ip("10.0.0.5"), 6002}, &third);
  call.internet.run(5s);
  EXPECT_FALSE(call.mover.connected());
  call.mover.signal_to(&call.stayer);
  call.stayer.signal_to(&call.mover);
  add_stun_server(call.internet, ip("203.0.113.1"));
  call.mover.restart(credentials_of(101));
  call.stayer.restart(credentials_of(102));
  call.mover.hear(call.stayer.credentials());
  call.stayer.hear(call.mover.credentials());
  // Without a server neither knows its address outside, so each is told as if by one that both reach.
  call.mover.hear({.address = {third.outside(), 0}, .priority = 1, .foundation = "1", .related = {}});
  call.stayer.plug(3, {ip("192.0.2.3"), 6003}, nullptr);
  const Timestamp change = call.internet.now();
  EXPECT_TRUE(call.internet.run_until([&] { return call.mover.connected() && call.stayer.connected(); }, 1s));
  call.internet.run(1s);
  EXPECT_LE(call.mover.max_gap(change), 500ms);
  EXPECT_FALSE(call.lost());
}

TEST(IceRestart, MediaGoOnMeanwhile) {
  RoamingCall call(IceRole::kControlling);
  call.mover.signal_to(&call.stayer);
  call.stayer.signal_to(&call.mover);
  const Timestamp change = call.internet.now();
  call.mover.restart(credentials_of(101));
  call.internet.run(kRoundTrip / 2);
  call.stayer.restart(credentials_of(102));
  call.stayer.hear(call.mover.credentials());
  call.internet.run(kRoundTrip / 2);
  call.mover.hear(call.stayer.credentials());
  call.internet.run(2s);
  EXPECT_TRUE(call.mover.connected() && call.stayer.connected());
  EXPECT_LE(call.mover.max_gap(change), 40ms);
  EXPECT_LE(call.stayer.max_gap(change), 40ms);
}

}  // namespace
}  // namespace counterpoint

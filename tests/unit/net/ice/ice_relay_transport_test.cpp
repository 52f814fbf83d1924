// SPDX-License-Identifier: GPL-3.0-or-later
// Relays that are asked over TCP and TLS, where a firewall drops UDP.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "net/ice/candidate_gatherer.h"
#include "tests/unit/net/ice/virtual_host.h"
#include "tests/unit/net/ice/virtual_servers.h"

namespace counterpoint {
namespace {

/// A call between two hosts that know one relay, asked over each of `transports`.
struct RelayCall {
  explicit RelayCall(std::vector<std::optional<RelayTransport>> given = {std::nullopt})
      : transports(std::move(given)),
        a(internet, config_of(IceRole::kControlling, 1)),
        b(internet, config_of(IceRole::kControlled, 2)) {}

  [[nodiscard]] IceAgent::Config config_of(IceRole role, std::uint64_t seed) const {
    IceAgent::Config config{.role = role, .local = credentials_of(seed), .seed = seed};
    for (const auto& transport : transports) {
      config.turn_servers.push_back(turn.account());
      config.turn_servers.back().transport = transport;
    }
    return config;
  }
  void begin() {
    begin_call(a, b);
    a.plug(1, {ip("192.168.1.2"), 5000}, &nat_a);
    b.plug(1, {ip("192.168.1.2"), 6000}, &nat_b);
  }
  bool connect(Duration limit) {
    begin();
    return internet.run_until([this] { return a.connected() && b.connected(); }, limit);
  }

  std::vector<std::optional<RelayTransport>> transports;
  VirtualInternet internet{{}};
  VirtualTurnServer turn{internet, ip("203.0.113.2")};
  NatBox nat_a{ip("198.51.100.1"), {.mapping = NatBehaviour::kAddressAndPortDependent}, 1};
  NatBox nat_b{ip("198.51.100.2"), {.mapping = NatBehaviour::kAddressAndPortDependent}, 2};
  VirtualHost a;
  VirtualHost b;
};

TEST(IceRelayTransport, WhereAFirewallDropsUdpTheRelayIsAskedOverTcp) {
  RelayCall call;
  call.a.block_udp();
  call.b.block_udp();
  ASSERT_TRUE(call.connect(3s)) << "so long a person waits";
  call.a.start_media();
  call.b.start_media();
  call.internet.run(2s);
  for (VirtualHost* const host : {&call.a, &call.b}) {
    EXPECT_TRUE(host->agent().selected()->relayed());
    EXPECT_EQ(host->agent().selected()->transport, RelayTransport::kTcp);
    EXPECT_GT(host->received().size(), 80U);
  }
  EXPECT_GT(call.turn.channel_datagrams(), 80);
  call.internet.run(600s);
  EXPECT_EQ(call.a.count<IceConsentLost>() + call.b.count<IceConsentLost>(), 0) << "what was lent is renewed";
  call.a.agent().close(call.internet.now());
  call.a.pump();
  call.internet.run(1s);
  EXPECT_EQ(call.turn.allocations(), 1U) << "and given back";
}

TEST(IceRelayTransport, OneSideBehindAFirewallSuffices) {
  RelayCall call;
  call.a.block_udp();
  ASSERT_TRUE(call.connect(3s));
  call.internet.run(1s);
  EXPECT_EQ(call.a.agent().selected()->transport, RelayTransport::kTcp);
  EXPECT_EQ(call.b.agent().selected()->transport, RelayTransport::kUdp);
}

TEST(IceRelayTransport, WhereUdpIsAnsweredNobodyIsAskedOverTcp) {
  RelayCall call;
  ASSERT_TRUE(call.connect(5s));
  call.internet.run(5s);
  EXPECT_EQ(call.turn.allocations(), 2U);
  EXPECT_EQ(call.a.agent().selected()->transport, RelayTransport::kUdp);
}

TEST(IceRelayTransport, ARelayThatIsToBeAskedOverUdpIsAskedOverNothingElse) {
  RelayCall call({RelayTransport::kUdp});
  call.a.block_udp();
  call.b.block_udp();
  EXPECT_FALSE(call.connect(20s));
  EXPECT_EQ(call.turn.allocations(), 0U);
}

TEST(IceRelayTransport, TheShorterWayRanksHigher) {
  RelayCall call({RelayTransport::kTls, RelayTransport::kTcp, RelayTransport::kUdp});
  ASSERT_TRUE(call.connect(5s));
  call.internet.run(2s);
  EXPECT_EQ(call.a.agent().selected()->transport, RelayTransport::kUdp);
  std::map<std::string, std::uint32_t> relayed;  // The key is the foundation, which differs.
  std::vector<std::uint32_t> in_order;
  int reflexive = 0;
  for (const IceCandidate& each : call.a.agent().local_candidates()) {
    if (each.type == CandidateType::kServerReflexive) ++reflexive;
    if (each.type != CandidateType::kRelayed) continue;
    relayed[each.foundation] = each.priority;
    in_order.push_back(each.priority);
  }
  ASSERT_EQ(relayed.size(), 3U);
  // They came as they were asked for: over TLS, TCP and UDP.
  EXPECT_LT(in_order[0], in_order[1]);
  EXPECT_LT(in_order[1], in_order[2]);
  EXPECT_EQ(reflexive, 1) << "addresses of connections are none of UDP";
}

TEST(IceRelayTransport, EveryInterfaceRanksHigherOverUdpThanAnyOverTcp) {
  CandidateGatherer::Config config{.ids = StunTransactionIds(1)};
  for (const RelayTransport transport : {RelayTransport::kUdp, RelayTransport::kTcp, RelayTransport::kTls}) {
    config.turn_servers.push_back({{ip("203.0.113.2"), kStunPort}, "user", "secret", transport});
  }
  VirtualInternet internet{{}};
  VirtualTurnServer turn(internet, ip("203.0.113.2"));
  CandidateGatherer gatherer(config);
  std::map<RelayTransport, std::vector<std::uint32_t>> priorities;
  for (const auto kind : {IceInterface::kWired, IceInterface::kTunnel}) {
    const IceSocketId socket = static_cast<IceSocketId>(kind) + 1;
    const IpEndpoint base{ip(kind == IceInterface::kWired ? "192.0.2.1" : "192.0.2.2"), 5000};
    internet.attach(base.address, nullptr, [&, socket](const IpEndpoint& to, const IpEndpoint& from, ByteView bytes) {
      (void)gatherer.handle_datagram(socket, from, static_cast<RelayTransport>(to.port - 5000), bytes, internet.now());
    });
    gatherer.add_socket(socket, base, kind, internet.now());
    for (int round = 0; round < 3; ++round) {
      while (const auto transmit = gatherer.take_transmit()) {
        const auto port = static_cast<std::uint16_t>(5000 + static_cast<int>(transmit->transport));
        internet.send({base.address, port}, nullptr, transmit->to, transmit->bytes);
      }
      internet.run(100ms);
    }
  }
  for (const CandidateGatherer::Local& local : gatherer.locals()) {
    if (local.path.relay != 0) priorities[gatherer.relay(local.path).transport()].push_back(local.candidate.priority);
  }
  const auto least = [&](RelayTransport transport) { return std::ranges::min(priorities.at(transport)); };
  const auto most = [&](RelayTransport transport) { return std::ranges::max(priorities.at(transport)); };
  EXPECT_GT(least(RelayTransport::kUdp), most(RelayTransport::kTcp));
  EXPECT_GT(least(RelayTransport::kTcp), most(RelayTransport::kTls));
  EXPECT_GT(least(RelayTransport::kTls), 255U);
}

TEST(IceRelayTransport, AConnectionThatDoesNotComeAboutIsTheCauseAndEndsTheWait) {
  RelayCall call({RelayTransport::kTcp});
  call.a.block_udp();
  call.b.block_udp();
  call.begin();
  const IpEndpoint relay{ip("203.0.113.2"), kStunPort};
  call.a.agent().lose_relay(1, relay, RelayTransport::kUdp, "another connection", call.internet.now());
  EXPECT_EQ(call.a.count<IceGatheringDone>(), 0);
  call.a.agent().lose_relay(1, relay, RelayTransport::kTcp, "the relay is gone", call.internet.now());
  call.a.pump();
  EXPECT_EQ(call.a.count<IceGatheringDone>(), 1);
  EXPECT_TRUE(call.internet.run_until([&] { return call.a.count<IceFailed>() == 1; }, 15s));
  EXPECT_EQ(call.a.last<IceFailed>()->cause.text(), "no direct way to the peer works, and the relay is gone");
}

TEST(IceRelayTransport, AConnectionThatBreaksIsMadeAgainAndTheCallGoesOn) {
  for (const bool first : {true, false}) {
    RelayCall call({RelayTransport::kTcp});
    call.a.block_udp();
    call.b.block_udp();
    ASSERT_TRUE(call.connect(5s));
    call.a.start_media();
    call.b.start_media();
    call.internet.run(10s);
    VirtualHost& host = first ? call.a : call.b;
    const IpEndpoint before = host.agent().selected()->local;
    const Timestamp lost_at = call.internet.now();
    host.lose_connection(1, {ip("203.0.113.2"), kStunPort}, RelayTransport::kTcp);
    call.internet.run(3s);
    EXPECT_NE(host.agent().selected()->local, before) << "the relay lends another address";
    EXPECT_LT(call.a.max_gap(lost_at), 2s);
    EXPECT_LT(call.b.max_gap(lost_at), 2s);
    call.internet.run(120s);
    EXPECT_LT(call.a.max_gap(lost_at + 3s), 100ms);
    EXPECT_LT(call.b.max_gap(lost_at + 3s), 100ms);
    EXPECT_EQ(call.a.count<IceConsentLost>() + call.b.count<IceConsentLost>(), 0);
  }
}

TEST(IceRelayTransport, ARelayThatClosesEachConnectionIsNotAskedWithoutEnd) {
  RelayCall call({RelayTransport::kTcp});
  call.a.block_udp();
  call.b.block_udp();
  ASSERT_TRUE(call.connect(5s));
  const IpEndpoint relay{ip("203.0.113.2"), kStunPort};
  call.internet.run(10s);
  call.a.lose_connection(1, relay, RelayTransport::kTcp);
  call.internet.run(1s);
  for (int i = 0; i < 100; ++i) {
    call.a.lose_connection(1, relay, RelayTransport::kTcp);
    call.internet.run(4s);
  }
  EXPECT_LT(call.turn.allocations(), 15U);
}

TEST(IceRelayTransport, NothingIsSentTwiceByAConnection) {
  for (const RelayTransport transport : {RelayTransport::kTcp, RelayTransport::kTls}) {
    const Timestamp start{1000s};
    TurnClient client({{ip("203.0.113.2"), kStunPort}, "user", "secret", transport}, StunTransactionIds(1), start);
    int sent = 0;
    while (client.state() == TurnClient::State::kAllocating) {
      while (client.take_datagram()) ++sent;
      ASSERT_LE(client.next_deadline(), start + 60s);
      client.poll(client.next_deadline());
    }
    EXPECT_EQ(sent, 1) << "RFC 8489 section 6.2.2";
    EXPECT_EQ(client.error().text(), "the relay 203.0.113.2:3478 does not answer");
  }
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/server_probe.h"

#include <gmock/gmock.h>

#include <deque>

#include "tests/unit/net/ice/nat_box.h"
#include "tests/unit/net/ice/virtual_internet.h"
#include "tests/unit/net/ice/virtual_servers.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using Kind = Reachability::Kind;

/// The one socket of a host in a virtual internet.
class VirtualSockets final : public LocalSockets {
 public:
  VirtualSockets(VirtualInternet& internet, NatBox* nat, const IpAddress& address)
      : internet_(internet), nat_(nat), base_{address, 5000} {
    internet.attach(address, nat, [this](const IpEndpoint&, const IpEndpoint& from, ByteView datagram) {
      arrived_.push_back({.socket = 1, .from = from, .datagram = {.data = Bytes(datagram.begin(), datagram.end())}});
    });
    changes_.push_back({.socket = 1, .base = base_});
  }
  ~VirtualSockets() override { internet_.detach(base_.address, nat_); }

  std::optional<Change> take_change() override { return take(changes_); }
  void send(const IceTransmit& transmit, Ecn, Timestamp) override {
    if (transmit.transport != RelayTransport::kUdp) return;  // A firewall drops connections.
    internet_.send(base_, nat_, transmit.to, transmit.bytes);
  }
  std::optional<Arrival> receive(Timestamp) override { return take(arrived_); }
  [[nodiscard]] Timestamp next_deadline() const override { return arrived_.empty() ? kNever : Timestamp{}; }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  template <typename T>
  static std::optional<T> take(std::deque<T>& queue) {
    if (queue.empty()) return std::nullopt;
    T first = std::move(queue.front());
    queue.pop_front();
    return first;
  }

  VirtualInternet& internet_;
  NatBox* nat_;
  IpEndpoint base_;
  std::deque<Change> changes_;
  std::deque<Arrival> arrived_;
};

class ServerProbeTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* address : {"198.51.100.1", "198.51.100.2"}) add_stun_server(internet, ip(address));
    internet.add({[this] { return probe ? probe->next_deadline() : kNever; },
                  [this](Timestamp now) {
                    if (probe) probe->poll(now);
                  }});
  }
  static ServerToTry stun(const char* address) {
    return {.server = {.relay = false, .server = address}, .found = {.servers = {.stun = {{ip(address), kStunPort}}}}};
  }
  static ServerToTry relay(const TurnServer& account) {
    return {.server = {.relay = true, .server = "relay"}, .found = {.servers = {.stun = {}, .turn = {account}}}};
  }
  /// Asks until all is known; gives how long that took.
  Duration ask(std::vector<ServerToTry> servers, NatBox* nat) {
    const IpAddress own = nat != nullptr ? ip("192.168.1.2") : ip("203.0.113.9");
    const Timestamp begun = internet.now();
    probe.reset();  // First: it has the address.
    probe = std::make_unique<ServerProbe>(std::move(servers), std::make_unique<VirtualSockets>(internet, nat, own),
                                          StunTransactionIds(7), begun);
    EXPECT_TRUE(internet.run_until([&] { return probe->done(); }, 20s));
    results = probe->results();
    seen = probe->reachability();
    return internet.now() - begun;
  }

  VirtualInternet internet{{}};
  std::unique_ptr<ServerProbe> probe;
  std::vector<ServerTried> results;
  Reachability seen;
};

TEST_F(ServerProbeTest, AHostWithoutARouterIsReachedAtItsAddress) {
  EXPECT_LT(ask({stun("198.51.100.1"), stun("198.51.100.2")}, nullptr), 200ms);
  EXPECT_EQ(seen, (Reachability{.kind = Kind::kDirect, .address = "203.0.113.9"}));
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].address, "203.0.113.9:5000");
  EXPECT_TRUE(results[0].problem.empty());
}

TEST_F(ServerProbeTest, TwoServersTellHowARouterMaps) {
  using enum NatBehaviour;
  for (const auto& [mapping, kind] :
       {std::pair(kEndpointIndependent, Kind::kMapped), std::pair(kAddressDependent, Kind::kDependent)}) {
    NatBox nat(ip("203.0.113.1"), {.mapping = mapping}, 3);
    ask({stun("198.51.100.1"), stun("198.51.100.2")}, &nat);
    EXPECT_EQ(seen.kind, kind);
    EXPECT_EQ(seen.address, "203.0.113.1");
  }
}

TEST_F(ServerProbeTest, WhoDoesNotAnswerIsNamedAfterAWhile) {
  EXPECT_EQ(ask({stun("198.51.100.1"), stun("198.51.100.77")}, nullptr), ServerProbe::kPatience);
  EXPECT_TRUE(results[0].problem.empty());
  EXPECT_THAT(results[1].problem.text(), HasSubstr("does not answer"));
  EXPECT_EQ(seen.kind, Kind::kDirect);
  ask({stun("198.51.100.77")}, nullptr);
  EXPECT_EQ(seen.kind, Kind::kSilent);
}

TEST_F(ServerProbeTest, ARelayIsAskedForAnAddressAndGivesItBack) {
  VirtualTurnServer server(internet, ip("198.51.100.3"));
  EXPECT_LT(ask({relay(server.account())}, nullptr), 1s);
  EXPECT_THAT(results[0].address, HasSubstr("198.51.100.3:"));
  EXPECT_TRUE(results[0].problem.empty()) << results[0].problem.text();
  EXPECT_TRUE(seen.relay);
  internet.run(1s);
  EXPECT_EQ(server.allocations(), 0U);
}

TEST_F(ServerProbeTest, AWrongPasswordIsSaid) {
  VirtualTurnServer server(internet, ip("198.51.100.3"));
  TurnServer account = server.account();
  account.password = "wrong";
  account.transport = RelayTransport::kUdp;
  ask({relay(account)}, nullptr);
  EXPECT_FALSE(results[0].problem.empty());
  EXPECT_THAT(results[0].problem.text(), testing::Not(HasSubstr("does not answer"))) << results[0].problem.text();
}

TEST_F(ServerProbeTest, ANameThatNobodyKnowsIsSaidAtOnce) {
  ServerToTry unknown{.server = {.relay = false, .server = "stun.invalid"}, .found = {}};
  unknown.found.problems.push_back("there is no such host");
  EXPECT_LT(ask({unknown}, nullptr), 1ms);
  EXPECT_EQ(results[0].problem.text(), "there is no such host");
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/udp_sockets.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <map>

#include "net/adapters/session_clock.h"
#include "tests/support/own_network.h"

namespace counterpoint {
namespace {

using Bases = std::map<IceSocketId, IpEndpoint>;

bool wait_for(int descriptor) {
  pollfd entry{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&entry, 1, 60'000) > 0;
}

/// Follows all changes.
void take_changes(UdpSockets& sockets, Bases& bases) {
  while (const auto change = sockets.take_change()) {
    if (change->base) {
      bases.emplace(change->socket, *change->base);
    } else {
      EXPECT_EQ(bases.erase(change->socket), 1U) << "only an open socket can go";
    }
  }
}

std::string addresses(const Bases& bases) {
  std::string text;
  for (const auto& [id, base] : bases) text += to_string(base.address) + " ";
  return text;
}

TEST(UdpSockets, CarryDatagramsBetweenAddressesOfThisHost) {
  auto sockets = UdpSockets::open({.local_peer = IpAddress::parse("127.0.0.1")});
  auto others = UdpSockets::open({.local_peer = IpAddress::parse("127.0.0.1")});
  ASSERT_TRUE(sockets && others);
  Bases from;
  Bases to;
  take_changes(**sockets, from);
  take_changes(**others, to);
  ASSERT_FALSE(from.empty());
  ASSERT_EQ(from.size(), to.size());
  for (auto own = from.begin(), other = to.begin(); own != from.end(); ++own, ++other) {
    const Bytes bytes = {1, 2, 3};
    (*sockets)->send({.socket = own->first, .to = other->second, .bytes = bytes}, Ecn::kEct1, session_now());
    ASSERT_TRUE(wait_for((*others)->descriptor())) << "one descriptor stands for all sockets";
    const auto arrival = (*others)->receive(session_now());
    ASSERT_TRUE(arrival);
    EXPECT_EQ(arrival->socket, other->first);
    EXPECT_EQ(arrival->from, own->second);
    EXPECT_EQ(arrival->datagram.data, bytes);
    EXPECT_EQ(arrival->datagram.ecn, Ecn::kEct1);
    EXPECT_LE(arrival->datagram.arrived_at, session_now());
  }
  EXPECT_FALSE((*others)->receive(session_now()));
  EXPECT_EQ((*others)->counters().received, to.size());
}

TEST(UdpSockets, ADatagramFromASocketThatIsGoneIsLost) {
  auto sockets = UdpSockets::open({});
  ASSERT_TRUE(sockets);
  (*sockets)->send({.socket = 99, .to = {}, .bytes = {1}}, Ecn::kNotEct, session_now());
  EXPECT_EQ((*sockets)->counters().sent, 0U);
}

TEST(UdpSockets, FollowTheAddressesOfTheHost) {
  OwnNetwork network;
  if (!network.open()) GTEST_SKIP() << "no network of its own for this test: it needs root and /dev/net/tun";
  auto sockets = UdpSockets::open({});
  ASSERT_TRUE(sockets);
  Bases bases;
  const auto next = [&] {
    EXPECT_TRUE(wait_for((*sockets)->descriptor()));
    EXPECT_FALSE((*sockets)->receive(session_now()));
    take_changes(**sockets, bases);
    return addresses(bases);
  };
  take_changes(**sockets, bases);
  EXPECT_EQ(addresses(bases).substr(0, 10), "127.0.0.1 ") << "there is no other";
  ASSERT_TRUE(network.give("tap0", "192.0.2.1"));
  while (next().find("127") != std::string::npos) {
  }
  EXPECT_EQ(addresses(bases), "192.0.2.1 ");
  ASSERT_TRUE(network.give("tap0", "192.0.2.2"));
  while (next() != "192.0.2.2 ") {
  }
  ASSERT_TRUE(network.set_up("tap0", false));
  while (next().find("192") != std::string::npos) {
  }
  EXPECT_EQ(addresses(bases).substr(0, 10), "127.0.0.1 ");
}

TEST(UdpSockets, ServeAPeerOnThisHostByTheLoopbackDeviceAlone) {
  OwnNetwork network;
  if (!network.open()) GTEST_SKIP() << "no network of its own for this test: it needs root and /dev/net/tun";
  ASSERT_TRUE(network.give("tap0", "192.0.2.1"));
  auto sockets = UdpSockets::open({.local_peer = IpAddress::parse("127.0.0.1")});
  ASSERT_TRUE(sockets);
  Bases bases;
  take_changes(**sockets, bases);
  EXPECT_EQ(addresses(bases), "127.0.0.1 ");
}

TEST(UdpSockets, UseTheOnlyAddressThatTheyMay) {
  OwnNetwork network;
  if (!network.open()) GTEST_SKIP() << "no network of its own for this test: it needs root and /dev/net/tun";
  ASSERT_TRUE(network.give("tap0", "192.0.2.1"));
  ASSERT_TRUE(network.give("tap0:1", "192.0.2.2"));
  const auto of = [](const char* only) {
    auto sockets = UdpSockets::open({.only = IpAddress::parse(only)});
    EXPECT_TRUE(sockets);
    Bases bases;
    if (sockets) take_changes(**sockets, bases);
    return addresses(bases);
  };
  EXPECT_EQ(of("192.0.2.1"), "192.0.2.1 ");
  EXPECT_EQ(of("192.0.2.2"), "192.0.2.2 ");
  auto sockets = UdpSockets::open({.local_peer = IpAddress::parse("127.0.0.1"), .only = IpAddress::parse("192.0.2.1")});
  ASSERT_TRUE(sockets);
  Bases bases;
  take_changes(**sockets, bases);
  EXPECT_EQ(addresses(bases), "127.0.0.1 ") << "a peer on this host is reached by the loopback device";
}

TEST(UdpSockets, NameAnAddressThatThisHostHasNot) {
  const auto sockets = UdpSockets::open({.only = IpAddress::parse("192.0.2.77")});
  ASSERT_FALSE(sockets);
  EXPECT_EQ(sockets.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(sockets.error().message.text(),
            "\"192.0.2.77\" is not an address of this host: use 0.0.0.0 for all of them");
}

TEST(UdpSockets, AFloodAtOneAddressHoldsUpNeitherTheOthersNorNewsOfAddresses) {
  OwnNetwork network;
  if (!network.open()) GTEST_SKIP() << "no network of its own for this test: it needs root and /dev/net/tun";
  ASSERT_TRUE(network.give("lo:1", "127.0.0.2"));
  auto sockets = UdpSockets::open({});
  auto stranger = UdpSocket::bind("127.0.0.1", 0);
  ASSERT_TRUE(sockets && stranger);
  Bases bases;
  take_changes(**sockets, bases);
  const auto number_of = [&bases](const char* address) {
    const auto found =
        std::ranges::find_if(bases, [&](const auto& entry) { return to_string(entry.second.address) == address; });
    return found == bases.end() ? 0 : found->first;
  };
  const IceSocketId flooded = number_of("127.0.0.1");
  const IceSocketId other = number_of("127.0.0.2");
  ASSERT_TRUE(flooded != 0 && other != 0) << addresses(bases);
  constexpr int kFlood = 400;
  for (int i = 0; i < kFlood; ++i) stranger->send(Bytes{1}, SocketAddress::from(bases[flooded]), Ecn::kNotEct);
  auto arrival = (*sockets)->receive(session_now());
  ASSERT_TRUE(arrival);
  ASSERT_EQ(arrival->socket, flooded);
  stranger->send(Bytes{2}, SocketAddress::from(bases[other]), Ecn::kNotEct);
  ASSERT_TRUE(network.give("lo:2", "127.0.0.3"));
  int taken = 0;
  for (bool heard = false; !heard || number_of("127.0.0.3") == 0; ++taken) {
    ASSERT_LT(taken, kFlood / 2) << "the others wait for the end of the flood";
    arrival = (*sockets)->receive(session_now());
    ASSERT_TRUE(arrival) << "the flood is longer";
    heard = heard || arrival->socket == other;
    take_changes(**sockets, bases);
  }
}

}  // namespace
}  // namespace counterpoint

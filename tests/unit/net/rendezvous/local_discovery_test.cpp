// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/local_discovery.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>

#include "tests/support/own_network.h"

namespace counterpoint {
namespace {

TEST(LocalDiscovery, AnAnnouncementIsReadAndNothingElse) {
  const Bytes made = make_announcement(47'002, 0x0123456789ABCDEF);
  const auto read = read_announcement(made);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->port, 47'002);
  EXPECT_EQ(read->token, 0x0123456789ABCDEFU);
  for (std::size_t size = 0; size < made.size(); ++size) EXPECT_FALSE(read_announcement(ByteView(made).first(size)));
  Bytes other = made;
  other[3] ^= 1;
  EXPECT_FALSE(read_announcement(other));
  EXPECT_FALSE(read_announcement(make_announcement(0, 1)));
}

class LocalDiscoveryTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!network_.open()) GTEST_SKIP() << "no network of its own for this test: it needs root and /dev/net/tun";
    ASSERT_TRUE(network_.give("tap0", "192.0.2.1"));
  }
  void announce(const char* to, std::uint16_t node_port, std::uint64_t token) {
    const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM, 0));
    SocketAddress address = *SocketAddress::from(to, LocalDiscovery::kPort);
    const in_addr own = reinterpret_cast<const sockaddr_in*>(SocketAddress::from("192.0.2.1", 0)->get())->sin_addr;
    ASSERT_EQ(setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_IF, &own, sizeof own), 0);
    const Bytes datagram = make_announcement(node_port, token);
    ASSERT_GT(::sendto(socket.get(), datagram.data(), datagram.size(), 0, address.get(), address.size()), 0);
  }

  OwnNetwork network_;
  const Timestamp start_{1000s};
};

TEST_F(LocalDiscoveryTest, TwoNodesHearOfEachOther) {
  LocalDiscovery first(1001, 1, start_);
  LocalDiscovery second(1002, 2, start_);
  for (LocalDiscovery* one : {&first, &second}) (void)one->poll(start_);
  for (LocalDiscovery* one : {&first, &second}) {
    const std::vector<Endpoint> heard = one->poll(start_ + 1s);
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(heard.front(), (Endpoint{"192.0.2.1", one == &first ? std::uint16_t{1002} : std::uint16_t{1001}}));
  }
}

TEST_F(LocalDiscoveryTest, NobodyElsewhereCanHaveNodesAsked) {
  LocalDiscovery discovery(1001, 1, start_);
  (void)discovery.poll(start_);
  announce("192.0.2.1", 1002, 2);
  EXPECT_TRUE(discovery.poll(start_).empty()) << "routers hand on what is sent to one host";
  announce(LocalDiscovery::kGroup, 1003, 3);
  EXPECT_EQ(discovery.poll(start_).size(), 1U);
}

TEST_F(LocalDiscoveryTest, AFloodOfAnnouncementsHasFewNodesAsked) {
  LocalDiscovery discovery(1001, 1, start_);
  (void)discovery.poll(start_);
  std::size_t given = 0;
  for (std::uint16_t i = 0; i < 1000; ++i) {
    announce(LocalDiscovery::kGroup, static_cast<std::uint16_t>(2000 + i), 2);
    given += discovery.poll(start_ + i * 10ms).size();
  }
  EXPECT_LE(given, 32U + 10U);
  EXPECT_GE(given, 32U);
}

}  // namespace
}  // namespace counterpoint

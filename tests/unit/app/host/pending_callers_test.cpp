// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/pending_callers.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "app/call/poll_interrupter.h"
#include "net/adapters/session_clock.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

class PendingCallersTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto port = callers_.open({"127.0.0.1", 0}, *tls_);
    ASSERT_TRUE(port) << port.error().message;
    port_ = *port;
  }
  /// A connection from `address` of this host.
  [[nodiscard]] FileDescriptor connect_from(const std::string& address) const {
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto from = SocketAddress::from(address, 0);
    EXPECT_EQ(::bind(socket.get(), from->get(), from->size()), 0);
    const auto to = SocketAddress::from("127.0.0.1", port_);
    EXPECT_EQ(::connect(socket.get(), to->get(), to->size()), 0);
    return socket;
  }
  void poll(Timestamp now) {
    callers_.poll([] { return MediaCapabilities(); }, [this](auto) { ++taken_; }, now);
  }
  /// True while the peer holds the connection.
  static bool is_open(const FileDescriptor& socket) {
    char byte = 0;
    const ssize_t size = ::recv(socket.get(), &byte, 1, MSG_DONTWAIT | MSG_PEEK);
    return size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }

  const std::unique_ptr<const TlsContext> tls_ = std::move(*TlsContext::create(*IdentityKey::generate()));
  PendingCallers callers_;
  std::uint16_t port_ = 0;
  int taken_ = 0;
};

TEST_F(PendingCallersTest, OfOneAddressTheOldestSilentOneMakesRoom) {
  std::vector<FileDescriptor> sockets;
  for (int i = 1; i <= 5; ++i) {
    sockets.push_back(connect_from("127.0.1.1"));
    poll(session_now());
  }
  EXPECT_EQ(callers_.size(), PendingCallers::kPlacesOfOneAddress);
  EXPECT_FALSE(is_open(sockets[0]));
  for (std::size_t i = 1; i < sockets.size(); ++i) EXPECT_TRUE(is_open(sockets[i])) << i;
}

TEST_F(PendingCallersTest, OfOneNetworkTheOldestSilentOneMakesRoom) {
  std::vector<FileDescriptor> sockets;
  for (std::size_t i = 0; i <= PendingCallers::kPlacesOfOneNetwork; ++i) {
    sockets.push_back(connect_from("127.0.1." + std::to_string(i + 1)));
    poll(session_now());
  }
  EXPECT_EQ(callers_.size(), PendingCallers::kPlacesOfOneNetwork);
  EXPECT_FALSE(is_open(sockets[0]));
  for (std::size_t i = 1; i < sockets.size(); ++i) EXPECT_TRUE(is_open(sockets[i])) << i;
}

TEST_F(PendingCallersTest, WhoFloodsKeepsNoNeighbourOut) {
  const FileDescriptor neighbour = connect_from("127.0.1.200");
  poll(session_now());
  // A few addresses that have all of their places fill the network; whoever else comes takes theirs.
  std::vector<FileDescriptor> flood;
  for (int i = 0; i < 100; ++i) {
    flood.push_back(connect_from("127.0.1." + std::to_string(1 + i % 5)));
    poll(session_now());
  }
  EXPECT_EQ(callers_.size(), PendingCallers::kPlacesOfOneNetwork);
  EXPECT_TRUE(is_open(neighbour));
  const FileDescriptor second = connect_from("127.0.1.201");
  poll(session_now());
  EXPECT_TRUE(is_open(second));
  EXPECT_TRUE(is_open(neighbour));
}

TEST_F(PendingCallersTest, ManyNetworksFillTheRoomAndANewcomerStillGetsIn) {
  std::vector<FileDescriptor> sockets;
  for (std::size_t i = 0; i <= PendingCallers::kPlaces; ++i) {
    sockets.push_back(connect_from("127.1." + std::to_string(i) + ".1"));
    poll(session_now());
  }
  EXPECT_EQ(callers_.size(), PendingCallers::kPlaces);
  EXPECT_FALSE(is_open(sockets.front()));
  EXPECT_TRUE(is_open(sockets.back()));
}

TEST_F(PendingCallersTest, ATurnLetsInSixteen) {
  std::vector<FileDescriptor> sockets;
  for (int i = 0; i < 40; ++i) sockets.push_back(connect_from("127.2." + std::to_string(i) + ".1"));
  poll(session_now());
  EXPECT_EQ(callers_.size(), static_cast<std::size_t>(PendingCallers::kMaxAccepts));
  poll(session_now());
  EXPECT_EQ(callers_.size(), 32U);
}

TEST_F(PendingCallersTest, WithoutDescriptorsThePortIsLeftAloneForASecond) {
  const FileDescriptor waiting = connect_from("127.0.0.1");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const FileDescriptor probe(::dup(0));
  const rlimit none{.rlim_cur = static_cast<rlim_t>(probe.get()), .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const Timestamp now = session_now();
  poll(now);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  std::vector<pollfd> descriptors;
  callers_.add_descriptors(descriptors);
  EXPECT_TRUE(descriptors.empty()) << "its port stays readable: waiting for it would be a busy loop";
  EXPECT_EQ(callers_.next_deadline(), now + PendingCallers::kPause);
  poll(now + PendingCallers::kPause - 1ms);
  EXPECT_EQ(callers_.size(), 0U);
  poll(now + PendingCallers::kPause);
  EXPECT_EQ(callers_.size(), 1U);
}

TEST_F(PendingCallersTest, WhoSaysNothingIsGoneAfterThreeSeconds) {
  const FileDescriptor silent = connect_from("127.0.0.1");
  const Timestamp now = session_now();
  poll(now);
  EXPECT_EQ(callers_.next_deadline(), now + 3s);
  poll(now + 3s);
  EXPECT_EQ(callers_.size(), 0U);
  EXPECT_FALSE(is_open(silent));
  EXPECT_EQ(taken_, 0);
}

TEST(PollInterrupter, WaitsForEveryDescriptor) {
  std::array<int, 2> pair{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()), 0);
  const FileDescriptor one(pair[0]);
  const FileDescriptor other(pair[1]);
  ASSERT_EQ(::send(other.get(), "x", 1, 0), 1);
  PollInterrupter interrupter;
  std::vector<pollfd> descriptors(100, {.fd = -1, .events = POLLIN, .revents = 0});
  descriptors.back().fd = one.get();
  interrupter.wait(descriptors, 60s);
  EXPECT_EQ(descriptors.back().revents, POLLIN);
}

}  // namespace
}  // namespace counterpoint

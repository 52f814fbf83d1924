// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/udp_sockets.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>

#include <cstring>
#include <map>

#include "net/adapters/session_clock.h"

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

/// A network of its own for the thread of the test, with a loopback device and an Ethernet device.
class OwnNetwork {
 public:
  /// False where the system does not allow it.
  [[nodiscard]] bool open() {
    if (unshare(CLONE_NEWNET) != 0) return false;
    control_ = FileDescriptor(::socket(AF_INET, SOCK_DGRAM, 0));
    tap_ = FileDescriptor(::open("/dev/net/tun", O_RDWR | O_CLOEXEC));
    ifreq request = named("tap0");
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    return tap_.valid() && ioctl(tap_.get(), TUNSETIFF, &request) == 0 && set_up("lo", true);
  }
  bool set_up(const char* device, bool up) {
    ifreq request = named(device);
    request.ifr_flags = static_cast<short>(up ? IFF_UP : 0);
    return ioctl(control_.get(), SIOCSIFFLAGS, &request) == 0;
  }
  bool give(const char* address) {
    ifreq request = named("tap0");
    const auto socket_address = SocketAddress::from(address, 0);
    std::memcpy(&request.ifr_addr, socket_address->get(), sizeof(sockaddr_in));
    return ioctl(control_.get(), SIOCSIFADDR, &request) == 0 && set_up("tap0", true);
  }

 private:
  static ifreq named(const char* device) {
    ifreq request{};
    std::strncpy(request.ifr_name, device, sizeof request.ifr_name - 1);
    return request;
  }

  FileDescriptor control_;
  FileDescriptor tap_;
};

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
  ASSERT_TRUE(network.give("192.0.2.1"));
  while (next().find("127") != std::string::npos) {
  }
  EXPECT_EQ(addresses(bases), "192.0.2.1 ");
  ASSERT_TRUE(network.give("192.0.2.2"));
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
  ASSERT_TRUE(network.give("192.0.2.1"));
  auto sockets = UdpSockets::open({.local_peer = IpAddress::parse("127.0.0.1")});
  ASSERT_TRUE(sockets);
  Bases bases;
  take_changes(**sockets, bases);
  EXPECT_EQ(addresses(bases), "127.0.0.1 ");
}

}  // namespace
}  // namespace counterpoint

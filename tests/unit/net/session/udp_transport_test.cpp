// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/udp_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>

#include <utility>

#include "net/adapters/emulated_transport.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

struct Pair {
  std::unique_ptr<UdpTransport> a;
  std::unique_ptr<UdpTransport> b;
};

// Two sockets on the loopback interface, each the other's peer; nothing where there is no such address.
std::optional<Pair> make_pair_at(const std::string& address) {
  auto a = UdpTransport::bind(address, 0);
  auto b = UdpTransport::bind(address, 0);
  if (!a || !b) return std::nullopt;
  EXPECT_TRUE((*a)->connect_to(address, (*b)->local_port()).ok());
  EXPECT_TRUE((*b)->connect_to(address, (*a)->local_port()).ok());
  return Pair{std::move(*a), std::move(*b)};
}

bool wait_for(int descriptor, short events = POLLIN) {
  pollfd entry{.fd = descriptor, .events = events, .revents = 0};
  return ::poll(&entry, 1, 5000) > 0;
}

std::optional<ReceivedDatagram> wait_and_receive(Transport& transport) {
  if (!wait_for(transport.descriptor())) return std::nullopt;
  return transport.receive(session_now());
}

void exchange(const std::string& address) {
  std::optional<Pair> pair = make_pair_at(address);
  if (!pair) GTEST_SKIP() << "this host has no " << address;
  const Bytes data = {1, 2, 3};
  const Timestamp before = session_now();
  pair->a->send(data, before);
  const auto datagram = wait_and_receive(*pair->b);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->data, data);
  EXPECT_GE(datagram->arrived_at, before - 2ms);
  EXPECT_LE(datagram->arrived_at, session_now());
  EXPECT_FALSE(pair->b->receive(session_now()));
  pair->b->send(Bytes(1400), session_now());
  const auto answer = wait_and_receive(*pair->a);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->data.size(), 1400U);
  EXPECT_EQ(pair->a->counters().sent, 1U);
  EXPECT_EQ(pair->a->counters().received, 1U);
}

TEST(UdpTransport, CarriesDatagramsOverIpv4) { exchange("127.0.0.1"); }
TEST(UdpTransport, CarriesDatagramsOverIpv6) { exchange("::1"); }

TEST(UdpTransport, AnIpv6SocketReachesAnIpv4Peer) {
  auto dual = UdpTransport::bind("::", 0);
  if (!dual) GTEST_SKIP() << "this host has no IPv6";
  auto peer = UdpTransport::bind("127.0.0.1", 0);
  ASSERT_TRUE(peer);
  ASSERT_TRUE((*dual)->connect_to("127.0.0.1", (*peer)->local_port()));
  ASSERT_TRUE((*peer)->connect_to("127.0.0.1", (*dual)->local_port()));
  (*dual)->send(Bytes{7}, session_now());
  EXPECT_TRUE(wait_and_receive(**peer));
  (*peer)->send(Bytes{8}, session_now());
  EXPECT_TRUE(wait_and_receive(**dual));
}

TEST(UdpTransport, WritesEcnForBothKindsOfPeers) {
  auto dual = UdpTransport::bind("::", 0);
  for (const char* address : {"127.0.0.1", "::1"}) {
    std::optional<Pair> pair = make_pair_at(address);
    if (!pair) continue;
    for (const Ecn ecn : {Ecn::kEct0, Ecn::kEct1, Ecn::kNotEct}) {
      pair->a->send(Bytes{1}, session_now(), ecn);
      const auto datagram = wait_and_receive(*pair->b);
      ASSERT_TRUE(datagram);
      EXPECT_EQ(datagram->ecn, ecn) << address;
    }
    if (!dual) continue;
    ASSERT_TRUE((*dual)->connect_to(address, pair->b->local_port()));
    ASSERT_TRUE(pair->b->connect_to(address, (*dual)->local_port()));
    (*dual)->send(Bytes{2}, session_now(), Ecn::kEct1);
    const auto datagram = wait_and_receive(*pair->b);
    ASSERT_TRUE(datagram);
    EXPECT_EQ(datagram->ecn, Ecn::kEct1) << address;
  }
}

TEST(UdpTransport, TheKernelsTimeStampIsWhenItArrivedNotWhenItIsRead) {
  std::optional<Pair> pair = make_pair_at("127.0.0.1");
  ASSERT_TRUE(pair);
  // The kernel starts to stamp a little after the first socket of the host asks for it, so the first may be late.
  Duration error = Duration::max();
  for (int round = 0; round < 20 && error > 5ms; ++round) {
    pair->a->send(Bytes{1}, session_now());
    ASSERT_TRUE(wait_for(pair->b->descriptor()));
    const Timestamp readable = session_now();
    while (session_now() < readable + 20ms) {
    }
    const auto datagram = pair->b->receive(session_now());
    ASSERT_TRUE(datagram);
    error = datagram->arrived_at - readable;
  }
  EXPECT_LE(error, 5ms);
}

TEST(UdpTransport, ReadsCongestionMarks) {
  std::optional<Pair> pair = make_pair_at("127.0.0.1");
  ASSERT_TRUE(pair);
  const int congestion_experienced = 3;
  ASSERT_EQ(setsockopt(pair->a->descriptor(), IPPROTO_IP, IP_TOS, &congestion_experienced, sizeof(int)), 0);
  pair->a->send(Bytes{1}, session_now());
  const auto datagram = wait_and_receive(*pair->b);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->ecn, Ecn::kCe);
  pair->b->send(Bytes{1}, session_now());
  const auto plain = wait_and_receive(*pair->a);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->ecn, Ecn::kNotEct);
}

TEST(UdpTransport, IgnoresAndCountsStrangers) {
  std::optional<Pair> pair = make_pair_at("127.0.0.1");
  auto stranger = UdpTransport::bind("127.0.0.1", 0);
  ASSERT_TRUE(pair && stranger);
  ASSERT_TRUE((*stranger)->connect_to("127.0.0.1", pair->b->local_port()));
  (*stranger)->send(Bytes{66}, session_now());
  pair->a->send(Bytes{1}, session_now());
  const auto datagram = wait_and_receive(*pair->b);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->data, Bytes{1});
  EXPECT_EQ(pair->b->counters().foreign, 1U);
}

TEST(UdpTransport, WithoutAPeerNothingIsSentOrTaken) {
  auto lonely = UdpTransport::bind("127.0.0.1", 0);
  auto other = UdpTransport::bind("127.0.0.1", 0);
  ASSERT_TRUE(lonely && other);
  (*lonely)->send(Bytes{1}, session_now());
  EXPECT_EQ((*lonely)->counters().send_dropped, 1U);
  ASSERT_TRUE((*other)->connect_to("127.0.0.1", (*lonely)->local_port()));
  (*other)->send(Bytes{1}, session_now());
  EXPECT_FALSE(wait_and_receive(**lonely));
  EXPECT_EQ((*lonely)->counters().foreign, 1U);
}

TEST(UdpTransport, APeerThatIsGoneIsCountedAndMayComeBack) {
  std::optional<Pair> pair = make_pair_at("127.0.0.1");
  ASSERT_TRUE(pair);
  const std::uint16_t port = pair->b->local_port();
  pair->b.reset();
  pair->a->send(Bytes{1}, session_now());
  ASSERT_TRUE(wait_for(pair->a->descriptor()));
  EXPECT_FALSE(pair->a->receive(session_now()));
  EXPECT_GE(pair->a->counters().errors, 1U);
  // The error is taken: waiting does not come back at once for ever.
  pollfd entry{.fd = pair->a->descriptor(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(::poll(&entry, 1, 0), 0);

  auto again = UdpTransport::bind("127.0.0.1", port);
  ASSERT_TRUE(again);
  ASSERT_TRUE((*again)->connect_to("127.0.0.1", pair->a->local_port()));
  pair->a->send(Bytes{2}, session_now());
  const auto datagram = wait_and_receive(**again);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->data, Bytes{2});
}

TEST(UdpTransport, ADatagramAfterAnErrorIsSentAllTheSame) {
  std::optional<Pair> pair = make_pair_at("127.0.0.1");
  auto gone = UdpTransport::bind("127.0.0.1", 0);
  ASSERT_TRUE(pair && gone);
  const std::uint16_t gone_port = (*gone)->local_port();
  *gone = nullptr;
  ASSERT_TRUE(pair->a->connect_to("127.0.0.1", gone_port));
  pair->a->send(Bytes{1}, session_now());
  ASSERT_TRUE(wait_for(pair->a->descriptor()));
  ASSERT_TRUE(pair->a->connect_to("127.0.0.1", pair->b->local_port()));
  pair->a->send(Bytes{2}, session_now());
  const auto datagram = wait_and_receive(*pair->b);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->data, Bytes{2});
}

TEST(UdpTransport, ADatagramThatIsTooBigIsCounted) {
  std::optional<Pair> pair = make_pair_at("127.0.0.1");
  ASSERT_TRUE(pair);
  pair->a->send(Bytes(70'000), session_now());
  EXPECT_EQ(pair->a->counters().sent, 0U);
  EXPECT_GE(pair->a->counters().errors, 1U);
}

TEST(UdpTransport, ErrorsOfBindingSayWhatToDo) {
  auto first = UdpTransport::bind("127.0.0.1", 0);
  ASSERT_TRUE(first);
  const auto second = UdpTransport::bind("127.0.0.1", (*first)->local_port());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(second.error().message.text(), HasSubstr("is in use"));
  const auto foreign = UdpTransport::bind("192.0.2.1", 0);
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().message.text(), HasSubstr("not one of this host"));
  for (const char* text : {"", "localhost", "1", "1.2.3", "256.1.1.1", "::g", "127.0.0.1:5"}) {
    const auto bad = UdpTransport::bind(text, 0);
    ASSERT_FALSE(bad) << text;
    EXPECT_EQ(bad.error().kind, ErrorKind::kInvalidArgument) << text;
  }
}

TEST(UdpTransport, ErrorsOfConnectingSayWhatToDo) {
  auto transport = UdpTransport::bind("127.0.0.1", 0);
  ASSERT_TRUE(transport);
  EXPECT_FALSE((*transport)->connect_to("example", 5000));
  EXPECT_FALSE((*transport)->connect_to("127.0.0.1", 0));
  const auto ipv6 = (*transport)->connect_to("::1", 5000);
  ASSERT_FALSE(ipv6);
  EXPECT_EQ(ipv6.error().kind, ErrorKind::kInvalidArgument);
}

TEST(LoopTransport, GivesBackWhatIsSentAfterThePathsDelayInVirtualTime) {
  LoopTransport loop(parse_path_config("delay=50ms").value());
  const Timestamp start(1000s);
  loop.send(Bytes{1, 2}, start);
  EXPECT_EQ(loop.descriptor(), -1);
  EXPECT_FALSE(loop.receive(start + 49ms));
  EXPECT_EQ(loop.next_deadline(), start + 50ms);
  const auto datagram = loop.receive(start + 60ms);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->data, (Bytes{1, 2}));
  EXPECT_EQ(datagram->arrived_at, start + 50ms);
}

TEST(EmulatedTransport, DelaysWhatIsSentBeforeTheSocket) {
  std::optional<Pair> pair = make_pair_at("127.0.0.1");
  ASSERT_TRUE(pair);
  EmulatedTransport slow(parse_path_config("delay=50ms").value(), std::move(pair->a));
  const Timestamp start = session_now();
  slow.send(Bytes{1}, start);
  EXPECT_EQ(slow.next_deadline(), start + 50ms);
  EXPECT_FALSE(slow.receive(start + 49ms));
  EXPECT_FALSE(pair->b->receive(session_now()));
  EXPECT_FALSE(slow.receive(start + 50ms));  // Time is an argument: it has come.
  EXPECT_TRUE(wait_and_receive(*pair->b));
  pair->b->send(Bytes{2}, session_now());
  EXPECT_TRUE(wait_and_receive(slow)) << "the way back is not emulated";
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/tcp_stream.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/socket.h>

#include "net/adapters/session_clock.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using Stream = std::unique_ptr<TcpStream>;

constexpr const char* kHere = "127.0.0.1";

bool wait_for(const TcpStream& stream) {
  const auto events = static_cast<short>(stream.ready() ? POLLIN : POLLIN | POLLOUT);
  pollfd entry{.fd = stream.descriptor(), .events = events, .revents = 0};
  return ::poll(&entry, 1, 5000) > 0;
}

/// The next packet, or nothing when the stream is over.
std::optional<Bytes> wait_and_receive(TcpStream& stream) {
  for (;;) {
    if (auto packet = stream.receive(session_now())) return std::move(packet->data);
    if (stream.error() || !wait_for(stream)) return std::nullopt;
  }
}

bool wait_until_ready(TcpStream& stream) {
  while (!stream.ready()) {
    if (stream.error() || !wait_for(stream)) return false;
    EXPECT_FALSE(stream.receive(session_now()));
  }
  return true;
}

struct Pair {
  Stream listener;
  Stream caller;
};

Pair set_up(const std::string& address) {
  auto listener = TcpStream::listen(address);
  if (!listener) return {};
  Pair pair{.listener = std::move(*listener), .caller = {}};
  pair.listener->expect(address, session_now());
  pair.caller = TcpStream::connect({.address = address, .port = pair.listener->local_port()}, session_now());
  EXPECT_TRUE(wait_until_ready(*pair.listener));
  EXPECT_TRUE(wait_until_ready(*pair.caller));
  return pair;
}

void talk(const std::string& address) {
  const Pair pair = set_up(address);
  if (!pair.listener) GTEST_SKIP() << "this host has no " << address;
  EXPECT_EQ(pair.caller->next_deadline(), kNever);
  EXPECT_EQ(pair.listener->next_deadline(), kNever);
  pair.caller->send(Bytes(1200, 1), session_now());
  EXPECT_EQ(wait_and_receive(*pair.listener), Bytes(1200, 1));
  pair.listener->send(Bytes{2, 3}, session_now());
  EXPECT_EQ(wait_and_receive(*pair.caller), (Bytes{2, 3}));
}

TEST(TcpStream, CarriesPacketsBothWaysOverIpv4) { talk(kHere); }
TEST(TcpStream, CarriesPacketsBothWaysOverIpv6) { talk("::1"); }

TEST(TcpStream, WhoDoesNotReadMakesTheSenderWaitAndLosesNothing) {
  const Pair pair = set_up(kHere);
  int sent = 0;
  const auto packet = [](int number) { return Bytes(1200, static_cast<std::uint8_t>(number)); };
  constexpr int kMax = 100'000;  // Far more than the buffers of both kernels.
  for (; sent < kMax && pair.caller->ready(); ++sent) pair.caller->send(packet(sent), session_now());
  ASSERT_LT(sent, kMax) << "the stream must say that it is full";
  EXPECT_FALSE(pair.caller->error());
  for (int i = 0; i < sent; ++i) {
    std::optional<Bytes> received;
    while (!received && !pair.caller->error() && !pair.listener->error()) {
      EXPECT_FALSE(pair.caller->receive(session_now()));
      if (auto arrived = pair.listener->receive(session_now())) received = std::move(arrived->data);
    }
    ASSERT_EQ(received, packet(i)) << i;
  }
  EXPECT_TRUE(wait_until_ready(*pair.caller));
}

TEST(TcpStream, WhatThePeerSaidBeforeItClosedCounts) {
  Pair pair = set_up(kHere);
  pair.caller->send(Bytes{1}, session_now());
  pair.caller->send(Bytes{2}, session_now());
  pair.caller.reset();
  EXPECT_EQ(wait_and_receive(*pair.listener), Bytes{1});
  EXPECT_EQ(wait_and_receive(*pair.listener), Bytes{2});
  EXPECT_FALSE(wait_and_receive(*pair.listener));
  ASSERT_TRUE(pair.listener->error());
  EXPECT_THAT(pair.listener->error()->message.text(), HasSubstr("closed"));
  EXPECT_FALSE(pair.listener->ready());
  EXPECT_EQ(pair.listener->descriptor(), -1);
  pair.listener->send(Bytes{3}, session_now());  // Lost, and no harm done.
}

TEST(TcpStream, NobodyAtThePortIsAnError) {
  const std::uint16_t port = TcpStream::listen(kHere).value()->local_port();
  const Stream caller = TcpStream::connect({.address = kHere, .port = port}, session_now());
  EXPECT_FALSE(wait_and_receive(*caller));
  ASSERT_TRUE(caller->error());
  EXPECT_EQ(caller->error()->kind, ErrorKind::kUnavailable);
  EXPECT_FALSE(TcpStream::connect({.address = "nonsense", .port = 1}, session_now())->ready());
}

TEST(TcpStream, WaitsForThePeerNoLongerThanItsTime) {
  const Stream listener = TcpStream::listen(kHere).value();
  const Timestamp now = session_now();
  EXPECT_EQ(listener->next_deadline(), kNever) << "nobody is expected yet";
  listener->expect(kHere, now);
  EXPECT_EQ(listener->next_deadline(), now + TcpStream::kConnectTimeout);
  EXPECT_FALSE(listener->receive(now + TcpStream::kConnectTimeout - 1ms));
  EXPECT_FALSE(listener->error());
  EXPECT_FALSE(listener->receive(now + TcpStream::kConnectTimeout));
  EXPECT_TRUE(listener->error());
}

TEST(TcpStream, TakesNobodyElse) {
  const Stream listener = TcpStream::listen("0.0.0.0").value();
  listener->expect("127.0.0.2", session_now());
  const Stream stranger = TcpStream::connect({.address = kHere, .port = listener->local_port()}, session_now());
  ASSERT_TRUE(wait_until_ready(*stranger));
  ASSERT_TRUE(wait_for(*listener));
  EXPECT_FALSE(listener->receive(session_now()));
  EXPECT_FALSE(listener->ready());
  EXPECT_FALSE(wait_and_receive(*stranger)) << "the stranger is sent away";
  EXPECT_TRUE(stranger->error());
  EXPECT_FALSE(listener->error()) << "who is expected may still come";
}

TEST(TcpStream, AbsurdLengthsAreJustLengths) {
  const Stream listener = TcpStream::listen(kHere).value();
  listener->expect(kHere, session_now());
  const FileDescriptor peer(::socket(AF_INET, SOCK_STREAM, 0));
  const auto address = SocketAddress::from(kHere, listener->local_port());
  ASSERT_EQ(::connect(peer.get(), address->get(), address->size()), 0);
  ASSERT_TRUE(wait_until_ready(*listener));
  Bytes stream(65'537, 0xFF);
  const Bytes rest = frame_packet(Bytes{9});
  stream.insert(stream.end(), rest.begin(), rest.end());
  ASSERT_EQ(::send(peer.get(), stream.data(), stream.size(), 0), static_cast<ssize_t>(stream.size()));
  EXPECT_EQ(wait_and_receive(*listener), Bytes(65'535, 0xFF));
  EXPECT_EQ(wait_and_receive(*listener), Bytes{9});
}

}  // namespace
}  // namespace counterpoint

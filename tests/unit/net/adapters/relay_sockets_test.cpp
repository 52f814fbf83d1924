// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/relay/relay_sockets.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "net/adapters/session_clock.h"
#include "net/adapters/socket_address.h"
#include "net/adapters/udp/udp_sockets.h"
#include "net/ice/stun_message.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

constexpr const char* kHere = "127.0.0.1";
const Bytes kRequest = StunWriter(StunClass::kRequest, StunMethod::kAllocate, {}).finish();

Bytes channel_data(std::size_t size, std::uint8_t fill) {
  Bytes message = {0x40, 0, static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size & 0xFF)};
  message.resize(4 + size, fill);
  return message;
}

bool is_ready(int descriptor, Duration patience = 60s) {
  pollfd entry{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&entry, 1, static_cast<int>(to_milliseconds(patience))) > 0;
}

/// Takes one connection, and does what the test says with it.
class Relay {
 public:
  Relay() : listener_(std::move(bound_socket(SOCK_STREAM, kHere, 0, false).value())) {
    // Little is taken that nobody reads.
    const int small = 4096;
    (void)setsockopt(listener_.get(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  }

  [[nodiscard]] TurnServer account(std::optional<RelayTransport> transport = RelayTransport::kTcp) const {
    return {.address = SocketAddress::local_of(listener_.get()).ip_endpoint(),
            .user = "ada",
            .password = "lovelace",
            .transport = transport,
            .name = kHere};
  }
  void accept() {
    ASSERT_TRUE(is_ready(listener_.get()));
    connection_ = FileDescriptor(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    ASSERT_TRUE(connection_.valid());
  }
  void say(ByteView bytes) const {
    ASSERT_EQ(::send(connection_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }
  /// All that has come by now.
  [[nodiscard]] Bytes hear() const {
    Bytes bytes(65'536);
    const ssize_t size = ::recv(connection_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    bytes.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return bytes;
  }
  [[nodiscard]] int descriptor() const { return connection_.get(); }
  [[nodiscard]] std::string address() const { return to_string(account().address); }
  void close() { connection_.reset(); }
  void stop_listening() { listener_.reset(); }

 private:
  FileDescriptor listener_;
  FileDescriptor connection_;
};

/// The sockets of a host with one address.
class Client {
 public:
  explicit Client(const TurnServer& relay) : relay_(relay) {
    auto udp = UdpSockets::open({.local_peer = IpAddress::parse(kHere)});
    sockets_ = std::move(*RelaySockets::open(std::move(*udp), {relay}));
    while (const auto change = sockets_->take_change()) socket_ = change->socket;
  }

  void send(const Bytes& bytes, RelayTransport transport = RelayTransport::kTcp) {
    sockets_->send({.socket = socket_, .to = relay_.address, .bytes = bytes, .transport = transport}, Ecn::kNotEct,
                   session_now());
  }
  std::optional<LocalSockets::Arrival> wait_and_receive() {
    for (;;) {
      if (auto arrival = sockets_->receive(session_now())) return arrival;
      if (!is_ready(sockets_->descriptor())) return std::nullopt;
    }
  }
  std::string wait_for_loss() {
    const auto arrival = wait_and_receive();
    if (!arrival || !arrival->lost) return {};
    EXPECT_EQ(arrival->from, relay_.address);
    EXPECT_EQ(arrival->transport, relay_.transport);
    EXPECT_FALSE(sockets_->receive(session_now())) << "that is told once";
    return arrival->lost->text();
  }
  [[nodiscard]] RelaySockets& sockets() { return *sockets_; }

 private:
  TurnServer relay_;
  std::unique_ptr<RelaySockets> sockets_;
  IceSocketId socket_ = 0;
};

TEST(RelaySockets, CarryMessagesByAConnectionToTheRelay) {
  Relay relay;
  Client client(relay.account());
  client.send(kRequest);
  client.send(channel_data(3, 7));
  relay.accept();
  Bytes heard;
  while (heard.size() < kRequest.size() + 8) {
    (void)client.sockets().receive(session_now());
    ASSERT_TRUE(is_ready(relay.descriptor(), 100ms) || is_ready(client.sockets().descriptor(), 100ms));
    const Bytes more = relay.hear();
    heard.insert(heard.end(), more.begin(), more.end());
  }
  Bytes expected = kRequest;
  const Bytes padded = {0x40, 0, 0, 3, 7, 7, 7, 0};
  expected.insert(expected.end(), padded.begin(), padded.end());
  EXPECT_EQ(heard, expected);

  const Bytes answer = channel_data(5, 9);
  for (const std::uint8_t byte : frame_turn_message(answer)) relay.say({&byte, 1});
  relay.say(kRequest);
  for (const Bytes& message : {answer, kRequest}) {
    const auto arrival = client.wait_and_receive();
    ASSERT_TRUE(arrival);
    EXPECT_EQ(arrival->datagram.data, message);
    EXPECT_EQ(arrival->from, relay.account().address);
    EXPECT_EQ(arrival->transport, RelayTransport::kTcp);
  }
}

TEST(RelaySockets, DatagramsGoOnByThemselves) {
  Relay relay;
  Client client(relay.account());
  const auto receiver = UdpSocket::bind(kHere, relay.account().address.port);
  if (!receiver) GTEST_SKIP() << "somebody else has this port of UDP";
  client.send(kRequest, RelayTransport::kUdp);
  EXPECT_TRUE(is_ready(receiver->descriptor()));
}

TEST(RelaySockets, WhoListensNotIsTold) {
  Relay relay;
  const std::string address = relay.address();
  Client client(relay.account());
  relay.stop_listening();
  client.send(kRequest);
  EXPECT_EQ(client.wait_for_loss(), "the relay " + address + " cannot be reached over TCP (Connection refused)");
  client.send(channel_data(3, 7));
  EXPECT_FALSE(client.sockets().receive(session_now())) << "media alone do not try it again";
  client.send(kRequest);
  EXPECT_NE(client.wait_for_loss(), "");
}

TEST(RelaySockets, GarbageEndsTheConnection) {
  Relay relay;
  Client client(relay.account());
  client.send(kRequest);
  relay.accept();
  relay.say(Bytes(100, 0xFF));
  EXPECT_EQ(client.wait_for_loss(), "what the relay " + relay.address() + " says is not TURN");
}

TEST(RelaySockets, TheEndOfTheRelayIsTold) {
  Relay relay;
  Client client(relay.account());
  client.send(kRequest);
  relay.accept();
  relay.say(channel_data(4, 1));
  relay.close();
  const auto last = client.wait_and_receive();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->datagram.data, channel_data(4, 1)) << "what it said before counts";
  EXPECT_THAT(client.wait_for_loss(), HasSubstr("the relay " + relay.address()));
}

TEST(RelaySockets, ARelayWithoutTlsIsToldFromOneWithAWrongCertificate) {
  Relay relay;
  Client client(relay.account(RelayTransport::kTls));
  client.send(kRequest, RelayTransport::kTls);
  relay.accept();
  relay.say(Bytes(100, 'x'));
  EXPECT_THAT(client.wait_for_loss(),
              HasSubstr("no encrypted connection comes about with the relay " + relay.address()));
}

TEST(RelayConnection, GivesUpARelayThatIsSilent) {
  Relay relay;
  const Timestamp start = session_now();
  RelayConnection connection(*IpAddress::parse(kHere), relay.account(RelayTransport::kTls), TlsAuthorities(), start);
  connection.send(kRequest, start);
  EXPECT_FALSE(connection.receive(start + RelayConnection::kConnectTimeout - 1ms));
  EXPECT_FALSE(connection.error());
  EXPECT_EQ(connection.next_deadline(), start + RelayConnection::kConnectTimeout);
  EXPECT_FALSE(connection.receive(start + RelayConnection::kConnectTimeout));
  ASSERT_TRUE(connection.error()) << "TCP connects, and TLS gets no answer";
  EXPECT_THAT(connection.error()->message.text(), HasSubstr("cannot be reached"));
}

TEST(RelayConnection, DropsOldMediaOfWhichTheNetworkTakesTooFewAndKeepsRequests) {
  Relay relay;
  Timestamp now = session_now();
  RelayConnection connection(*IpAddress::parse(kHere), relay.account(), std::nullopt, now);
  relay.accept();
  EXPECT_FALSE(connection.receive(now));
  constexpr int kSent = 3000;
  for (int i = 0; i < kSent; ++i) {
    if (i == kSent / 2) connection.send(kRequest, now);
    connection.send(channel_data(1000, static_cast<std::uint8_t>(i & 0x7F)), now);
    now += 1ms;
  }
  EXPECT_GT(connection.dropped(), 0U);
  ASSERT_FALSE(connection.error());

  TurnFrameParser parser;
  std::size_t data = 0;
  std::size_t requests = 0;
  Bytes last;
  while (data + connection.dropped() < kSent || requests == 0) {
    ASSERT_TRUE(is_ready(relay.descriptor())) << data << " and " << connection.dropped() << " of " << kSent;
    parser.feed(relay.hear());
    while (auto message = parser.next()) {
      (carries_data(*message) ? data : requests) += 1;
      last = std::move(*message);
    }
    (void)connection.receive(now);
  }
  EXPECT_EQ(requests, 1U);
  EXPECT_EQ(last, channel_data(1000, static_cast<std::uint8_t>((kSent - 1) & 0x7F))) << "the newest comes";
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/signalling_connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <map>
#include <utility>

#include "net/adapters/session_clock.h"
#include "net/adapters/signalling_listener.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;
using Connection = std::unique_ptr<SignallingConnection>;
using testing::HasSubstr;

const TlsContext& identity(const char* name) {
  static std::map<std::string, std::unique_ptr<const TlsContext>> made;
  auto& context = made[name];
  if (!context) context = std::move(*TlsContext::create(*IdentityKey::generate()));
  return *context;
}
const TlsContext& ada() { return identity("ada"); }
const TlsContext& bob() { return identity("bob"); }

bool wait_for(int descriptor, short events) {
  pollfd entry{.fd = descriptor, .events = events, .revents = 0};
  return ::poll(&entry, 1, 60'000) > 0;
}

/// Moves both ends on until `done`.
template <typename Predicate>
bool run_both(SignallingConnection& one, SignallingConnection& other, Predicate done) {
  for (int round = 0; round < 100'000; ++round) {
    one.poll(session_now());
    other.poll(session_now());
    if (done()) return true;
    if (one.error() || other.error()) return false;
    std::array<pollfd, 2> entries{};
    for (auto [entry, end] : {std::pair{&entries[0], &one}, std::pair{&entries[1], &other}}) {
      *entry = {.fd = end->descriptor(),
                .events = static_cast<short>(end->wants_write() ? POLLIN | POLLOUT : POLLIN),
                .revents = 0};
    }
    if (::poll(entries.data(), entries.size(), 60'000) <= 0) return false;
  }
  return false;
}

// Moves `connection` on until `done`, or a minute of silence.
template <typename Predicate>
bool run_until(SignallingConnection& connection, Predicate done) {
  for (;;) {
    connection.poll(session_now());
    if (done()) return true;
    if (connection.error()) return false;
    const int events = connection.wants_write() ? POLLIN | POLLOUT : POLLIN;
    if (!wait_for(connection.descriptor(), static_cast<short>(events))) return false;
  }
}

std::optional<SignallingMessage> wait_and_receive(SignallingConnection& connection) {
  std::optional<SignallingMessage> message;
  run_until(connection, [&] { return (message = connection.receive()).has_value(); });
  return message;
}

std::optional<Error> wait_for_error(SignallingConnection& connection) {
  run_until(connection, [&] { return connection.error().has_value(); });
  return connection.error();
}

struct Call {
  std::unique_ptr<SignallingListener> listener;
  Connection caller;
  Connection callee;
};

Call set_up(const std::string& address) {
  auto listener = SignallingListener::bind(address, 0, bob());
  if (!listener) return {};
  Call call{.listener = std::move(*listener), .caller = {}, .callee = {}};
  call.caller =
      SignallingConnection::connect({{.address = address, .port = call.listener->local_port()}}, ada(), session_now());
  EXPECT_TRUE(wait_for(call.listener->descriptor(), POLLIN));
  call.callee = call.listener->accept();
  EXPECT_TRUE(call.callee);
  EXPECT_FALSE(call.listener->accept());
  EXPECT_TRUE(
      run_both(*call.caller, *call.callee, [&] { return call.caller->established() && call.callee->established(); }));
  return call;
}

std::uint16_t closed_port() {
  return SocketAddress::local_of(bound_socket(SOCK_STREAM, "127.0.0.1", 0, false).value().get()).port();
}

void talk(const std::string& address) {
  Call call = set_up(address);
  if (!call.listener) GTEST_SKIP() << "this host has no " << address;
  call.caller->send({.kind = Kind::kOffer, .body = "offer"});
  const auto offer = wait_and_receive(*call.callee);
  ASSERT_TRUE(offer);
  EXPECT_EQ(offer->kind, Kind::kOffer);
  EXPECT_EQ(offer->body, "offer");
  call.callee->send({.kind = Kind::kRinging, .body = ""});
  call.callee->send({.kind = Kind::kAnswer, .body = "answer"});
  EXPECT_EQ(wait_and_receive(*call.caller).value_or(SignallingMessage{}).kind, Kind::kRinging);
  EXPECT_EQ(wait_and_receive(*call.caller).value_or(SignallingMessage{}).body, "answer");
  EXPECT_EQ(call.caller->local_address(), address);
  EXPECT_EQ(call.callee->local_address(), address);
  EXPECT_EQ(call.callee->remote().address, address);
  EXPECT_EQ(call.caller->next_deadline(), kNever);
  EXPECT_EQ(call.caller->peer(), bob().id());
  EXPECT_EQ(call.callee->peer(), ada().id());
}

TEST(SignallingConnection, CarriesMessagesOverIpv4) { talk("127.0.0.1"); }
TEST(SignallingConnection, CarriesMessagesOverIpv6) { talk("::1"); }

TEST(SignallingConnection, WhatIsSaidBeforeConnectingIsSentAfterwards) {
  auto listener = SignallingListener::bind("127.0.0.1", 0, bob());
  ASSERT_TRUE(listener);
  const Connection caller = SignallingConnection::connect({{.address = "127.0.0.1", .port = (*listener)->local_port()}},
                                                          ada(), session_now());
  caller->send({.kind = Kind::kOffer, .body = "early"});
  EXPECT_TRUE(caller->wants_write());
  EXPECT_TRUE(run_until(*caller, [&] { return caller->connected() && !caller->wants_write(); }));
  ASSERT_TRUE(wait_for((*listener)->descriptor(), POLLIN));
  const Connection callee = (*listener)->accept();
  ASSERT_TRUE(callee);
  std::optional<SignallingMessage> message;
  EXPECT_TRUE(run_both(*caller, *callee, [&] { return (message = callee->receive()).has_value(); }));
  EXPECT_EQ(message.value_or(SignallingMessage{}).body, "early");
}

TEST(SignallingConnection, ALargeMessagePassesInPieces) {
  Call call = set_up("127.0.0.1");
  ASSERT_TRUE(call.callee);
  const std::string body(kMaxSignallingBody, 'x');
  for (int i = 0; i < 3; ++i) call.caller->send({.kind = Kind::kOffer, .body = body});
  for (int i = 0; i < 3; ++i) {
    std::optional<SignallingMessage> message;
    for (int round = 0; round < 10'000 && !message; ++round) {
      call.caller->poll(session_now());
      call.callee->poll(session_now());
      message = call.callee->receive();
    }
    ASSERT_TRUE(message);
    EXPECT_EQ(message->body, body);
  }
}

TEST(SignallingConnection, RefusedIsSaidSo) {
  const Connection caller =
      SignallingConnection::connect({{.address = "127.0.0.1", .port = closed_port()}}, ada(), session_now());
  const auto error = wait_for_error(*caller);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::kUnavailable);
  EXPECT_THAT(error->message.text(), AllOf(HasSubstr("127.0.0.1:"), HasSubstr("nothing is listening there")));
  EXPECT_FALSE(caller->connected());
  EXPECT_EQ(caller->descriptor(), -1);
  EXPECT_EQ(caller->next_deadline(), kNever);
}

TEST(SignallingConnection, TriesTheNextAddress) {
  auto listener = SignallingListener::bind("127.0.0.1", 0, bob());
  ASSERT_TRUE(listener);
  const std::uint16_t port = (*listener)->local_port();
  const Connection caller = SignallingConnection::connect({{.address = "::1", .port = port},
                                                           {.address = "127.0.0.1", .port = closed_port()},
                                                           {.address = "127.0.0.1", .port = port}},
                                                          ada(), session_now());
  EXPECT_TRUE(run_until(*caller, [&] { return caller->connected(); }));
  EXPECT_EQ(caller->remote(), (Endpoint{.address = "127.0.0.1", .port = port}));
}

TEST(SignallingConnection, APeerThatDoesNotAnswerTimesOut) {
  // A listener whose queue is full lets callers wait.
  const FileDescriptor silent = bound_socket(SOCK_STREAM, "127.0.0.1", 0, false).value();
  ASSERT_EQ(::listen(silent.get(), 0), 0);
  const Endpoint endpoint{.address = "127.0.0.1", .port = SocketAddress::local_of(silent.get()).port()};
  const Timestamp start(1000s);
  std::vector<Connection> fillers;
  for (int i = 0; i < 4; ++i) fillers.push_back(SignallingConnection::connect({endpoint}, ada(), start));
  const Connection caller = SignallingConnection::connect({endpoint}, ada(), start);
  caller->poll(start + 9999ms);
  EXPECT_FALSE(caller->connected());
  EXPECT_FALSE(caller->error());
  EXPECT_EQ(caller->next_deadline(), start + 10s);
  caller->poll(start + 10s);
  ASSERT_TRUE(caller->error());
  EXPECT_EQ(caller->error()->kind, ErrorKind::kUnavailable);
  EXPECT_THAT(caller->error()->message.text(), HasSubstr("does not answer"));
}

TEST(SignallingConnection, LastWordsCountBeforeThePeerCloses) {
  Call call = set_up("127.0.0.1");
  ASSERT_TRUE(call.callee);
  call.callee->send({.kind = Kind::kDecline, .body = "busy"});
  call.callee.reset();
  EXPECT_EQ(wait_and_receive(*call.caller).value_or(SignallingMessage{}).body, "busy");
  const auto error = wait_for_error(*call.caller);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message.text(), HasSubstr("closed the connection"));
  call.caller->send({.kind = Kind::kBye, .body = ""});
  EXPECT_FALSE(call.caller->wants_write());
}

/// All that a peer which says `text`, unencrypted, hears before the callee closes the connection, and the callee's
/// error.
std::pair<std::string, std::optional<Error>> say_in_clear(const std::string& text) {
  auto listener = SignallingListener::bind("127.0.0.1", 0, bob());
  const FileDescriptor peer(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const auto address = SocketAddress::from("127.0.0.1", (*listener)->local_port());
  EXPECT_EQ(::connect(peer.get(), address->get(), address->size()), 0);
  EXPECT_TRUE(wait_for((*listener)->descriptor(), POLLIN));
  const Connection callee = (*listener)->accept();
  EXPECT_EQ(::send(peer.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  EXPECT_EQ(::shutdown(peer.get(), SHUT_WR), 0);
  const auto error = wait_for_error(*callee);
  EXPECT_FALSE(callee->receive());
  EXPECT_FALSE(callee->established());
  std::string heard;
  std::array<char, 4096> buffer{};
  for (ssize_t size = 0; (size = ::recv(peer.get(), buffer.data(), buffer.size(), 0)) > 0;)
    heard.append(buffer.data(), static_cast<std::size_t>(size));
  return {heard, error};
}

TEST(SignallingConnection, AnotherProtocolIsAnError) {
  const auto [heard, error] = say_in_clear("GET / HTTP/1.1\r\n\r\n");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::kMalformed);
  EXPECT_EQ(heard, "");
}

TEST(SignallingConnection, ACallerThatDoesNotEncryptIsToldSoOnceAndNothingOfItIsRead) {
  const auto [heard, error] =
      say_in_clear("COUNTERPOINT/1 OFFER\r\nContent-Length: 5\r\n\r\nv=0\r\nCOUNTERPOINT/1 BYE\r\n");
  ASSERT_TRUE(error);
  const Bytes refusal = version_1_refusal();
  EXPECT_EQ(heard, std::string(refusal.begin(), refusal.end()));
}

TEST(SignallingConnection, ACalleeThatDoesNotEncryptIsRefused) {
  const FileDescriptor old = bound_socket(SOCK_STREAM, "127.0.0.1", 0, false).value();
  ASSERT_EQ(::listen(old.get(), 1), 0);
  const Connection caller = SignallingConnection::connect(
      {{.address = "127.0.0.1", .port = SocketAddress::local_of(old.get()).port()}}, ada(), session_now());
  ASSERT_TRUE(wait_for(old.get(), POLLIN));
  const FileDescriptor peer(::accept4(old.get(), nullptr, nullptr, SOCK_CLOEXEC));
  const std::string_view answer = "COUNTERPOINT/1 DECLINE\r\nContent-Length: 0\r\n\r\n";
  ASSERT_EQ(::send(peer.get(), answer.data(), answer.size(), 0), static_cast<ssize_t>(answer.size()));
  const auto error = wait_for_error(*caller);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::kRefused);
  EXPECT_THAT(error->message.text(), HasSubstr("older version of Counterpoint"));
}

TEST(SignallingConnection, NothingButTlsIsOnTheWire) {
  auto listener = SignallingListener::bind("127.0.0.1", 0, bob());
  const Connection caller = SignallingConnection::connect({{.address = "127.0.0.1", .port = (*listener)->local_port()}},
                                                          ada(), session_now());
  caller->send({.kind = Kind::kOffer, .body = "secret"});
  ASSERT_TRUE(wait_for((*listener)->descriptor(), POLLIN));
  const FileDescriptor wire(::accept4((*listener)->descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
  ASSERT_TRUE(run_until(*caller, [&] { return caller->connected() && !caller->wants_write(); }));
  std::array<char, 4096> heard{};
  const ssize_t size = ::recv(wire.get(), heard.data(), heard.size(), 0);
  ASSERT_GT(size, 5);
  EXPECT_EQ(heard[0], 22) << "the record of a handshake";
  EXPECT_EQ(std::string_view(heard.data(), static_cast<std::size_t>(size)).find("secret"), std::string_view::npos);
}

TEST(SignallingConnection, APeerThatDoesNotReadIsGivenUp) {
  Call call = set_up("127.0.0.1");
  ASSERT_TRUE(call.callee);
  for (int i = 0; i < 1000 && !call.caller->error(); ++i) {
    call.caller->send({.kind = Kind::kOffer, .body = std::string(kMaxSignallingBody, 'x')});
  }
  ASSERT_TRUE(call.caller->error());
  EXPECT_THAT(call.caller->error()->message.text(), HasSubstr("does not read"));
}

TEST(SignallingListener, APortInUseIsSaidSo) {
  auto first = SignallingListener::bind("127.0.0.1", 0, bob());
  ASSERT_TRUE(first);
  const auto second = SignallingListener::bind("127.0.0.1", (*first)->local_port(), bob());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(second.error().message.text(),
              AllOf(HasSubstr(std::to_string((*first)->local_port())), HasSubstr("is in use")));
}

TEST(SignallingListener, ThePortIsFreeAgainAtOnceAfterACall) {
  Call call = set_up("127.0.0.1");
  ASSERT_TRUE(call.callee);
  const std::uint16_t port = call.listener->local_port();
  call = {};
  EXPECT_TRUE(SignallingListener::bind("127.0.0.1", port, bob()).ok());
}

TEST(Network, IsWhatNeighboursShare) {
  EXPECT_EQ(network_of("192.0.2.1"), network_of("192.0.2.254"));
  EXPECT_NE(network_of("192.0.2.1"), network_of("192.0.3.1"));
  EXPECT_EQ(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
  EXPECT_EQ(network_of("fe80::1%eth0"), network_of("fe80::2%eth1"));
  EXPECT_NE(network_of("192.0.2.1"), network_of("2001:db8::1"));
}

TEST(Resolve, ReadsEveryForm) {
  const auto first = [](std::string_view text) {
    auto endpoints = resolve(text, 5000);
    EXPECT_TRUE(endpoints.ok()) << text;
    return endpoints.ok() ? endpoints->front() : Endpoint{};
  };
  EXPECT_EQ(first("192.0.2.1"), (Endpoint{"192.0.2.1", 5000}));
  EXPECT_EQ(first("192.0.2.1:6000"), (Endpoint{"192.0.2.1", 6000}));
  EXPECT_EQ(first("2001:db8::1"), (Endpoint{"2001:db8::1", 5000}));
  EXPECT_EQ(first("[2001:db8::1]:6000"), (Endpoint{"2001:db8::1", 6000}));
  EXPECT_EQ(first("[2001:db8::1]"), (Endpoint{"2001:db8::1", 5000}));
  EXPECT_EQ(first("localhost:7000").port, 7000);
  EXPECT_EQ(to_string(Endpoint{"192.0.2.1", 1}), "192.0.2.1:1");
  EXPECT_EQ(to_string(Endpoint{"2001:db8::1", 1}), "[2001:db8::1]:1");
}

TEST(Resolve, ErrorsSayWhatToWrite) {
  for (const char* text : {"", ":", ":5000", "host:", "host:0", "host:65536", "host:x", "[::1", "[::1]5000", "[]:5000",
                           "a b", "1:2:3", "host:1:2"}) {
    const auto endpoints = resolve(text, 5000);
    ASSERT_FALSE(endpoints) << text;
    EXPECT_EQ(endpoints.error().kind, ErrorKind::kInvalidArgument) << text;
  }
  const auto unknown = resolve("no-such-host.invalid", 5000);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(unknown.error().message.text(), HasSubstr("no-such-host.invalid"));
}

}  // namespace
}  // namespace counterpoint

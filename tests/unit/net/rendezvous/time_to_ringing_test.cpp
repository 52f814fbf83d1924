// SPDX-License-Identifier: GPL-3.0-or-later
// From the moment when somebody calls until the caller hears that it rings, by an address and by an ID alone; and a
// call that was missed. All in virtual time, at a round trip of 100 ms.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/adapters/rendezvous/open_dht_rendezvous.h"
#include "net/sealed/sealed_calls.h"
#include "net/sealed/sealed_post.h"
#include "net/secure/tls/tls_channel.h"
#include "net/signalling/signalling_framing.h"
#include "tests/support/virtual_dht.h"

namespace counterpoint {
namespace {

using Kind = SignallingMessage::Kind;

constexpr Duration kRtt = 100ms;
constexpr std::size_t kNodes = 40;

SignallingMessage offer() {
  constexpr std::size_t kUsualSize = 2000;
  return {.kind = Kind::kOffer, .body = std::string(kUsualSize, 'x'), .verification = std::string(64, 'a')};
}
SignallingMessage ringing() { return {.kind = Kind::kRinging, .body = {}, .verification = std::string(64, 'b')}; }

/// One person's program, at a node of the network.
class Host {
 public:
  Host(VirtualDht& net, OpenDhtRendezvous& node, const IdentityKey& key)
      : net_(net),
        post_(key, node,
              {.is_contact = [](const PeerId&) { return true; },
               .wall_clock =
                   [&net] {
                     const auto time = net.now().time_since_epoch() + 1'800'000'000s;
                     return UnixTime(std::chrono::duration_cast<std::chrono::milliseconds>(time));
                   }}),
        calls_({.send =
                    [this](const PeerId& to, const CallSegment& segment, const std::optional<InboxKey>& inbox) {
                      const auto message = post_.make(SealedMessage::Kind::kCall, serialize(segment));
                      ASSERT_TRUE(post_.send(to, message, Keep::kMinutes, inbox));
                    },
                .inbox_for = [this](const PeerId&) { return std::optional(post_.private_inbox()); }}) {}

  /// Hears what has come; a call rings at once.
  void poll() {
    post_.poll(net_.now());
    while (const auto received = post_.take()) {
      if (received->message.kind == SealedMessage::Kind::kMissedCall) missed_from.push_back(received->sender);
      if (received->message.kind != SealedMessage::Kind::kCall) continue;
      calls_.handle(received->sender, received->contact, received->message.content, net_.now());
    }
    while (auto caller = calls_.take_caller()) callers_.push_back(std::move(caller));
    for (const auto& caller : callers_) {
      if (const auto message = caller->receive(); message && message->kind == Kind::kOffer) caller->send(ringing());
    }
    calls_.poll(net_.now());
  }
  [[nodiscard]] std::unique_ptr<SealedChannel> call(const PeerId& peer) {
    auto channel = calls_.call(peer, make_message_id(), {});
    channel->send(offer());
    return channel;
  }
  void leave_missed_call(const PeerId& peer) {
    ASSERT_TRUE(post_.send(peer, post_.make(SealedMessage::Kind::kMissedCall, {}), Keep::kDays));
  }

  std::vector<PeerId> missed_from;

 private:
  VirtualDht& net_;
  SealedPost post_;
  SealedCalls calls_;
  std::vector<std::unique_ptr<SealedChannel>> callers_;
};

/// Lets `duration` pass, or less: until `done`.
template <typename Done>
bool run_until(VirtualDht& net, const std::vector<Host*>& hosts, Duration duration, Done&& done) {
  constexpr Duration kStep = 2ms;
  for (const Timestamp end = net.now() + duration; net.now() < end;) {
    for (Host* host : hosts) host->poll();
    if (done()) return true;
    net.run(kStep);
  }
  return false;
}

/// Gives the time until the caller hears that it rings; nothing after half a minute, when it gives up.
std::optional<Duration> time_to_ringing(VirtualDht& net, Host& caller, Host& callee, const PeerId& peer) {
  const Timestamp begin = net.now();
  const auto channel = caller.call(peer);
  const auto rings = [&channel] {
    const auto message = channel->receive();
    return message && message->kind == Kind::kRinging;
  };
  if (!run_until(net, {&caller, &callee}, 30s, rings)) return std::nullopt;
  return net.now() - begin;
}

class TimeToRinging : public testing::Test {
 protected:
  /// Prints a median and bounds it, and the worst.
  static void judge(const char* what, std::vector<Duration> times, Duration median, Duration worst) {
    ASSERT_FALSE(times.empty());
    std::ranges::sort(times);
    std::printf("RTT 100 ms, %zu nodes: %s it rings after %.0f ms, worst %.0f ms of %zu\n", kNodes, what,
                to_milliseconds(times[times.size() / 2]), to_milliseconds(times.back()), times.size());
    EXPECT_LE(times[times.size() / 2], median);
    EXPECT_LE(times.back(), worst);
  }
};

TEST_F(TimeToRinging, ByAnAddressItIsThreeRoundTrips) {
  const IdentityKey ada = *IdentityKey::generate();
  const IdentityKey bob = *IdentityKey::generate();
  const auto of_caller = TlsContext::create(ada);
  const auto of_callee = TlsContext::create(bob);
  ASSERT_TRUE(of_caller && of_callee);
  TlsChannel caller(**of_caller, TlsChannel::Role::kClient);
  TlsChannel callee(**of_callee, TlsChannel::Role::kServer);
  SignallingParser said_by_caller;
  SignallingParser said_by_callee;
  bool offered = false;
  bool rings = false;
  Duration passed = kRtt;  // TCP's handshake.
  for (; !rings && passed < 20 * kRtt; passed += kRtt) {
    callee.receive(caller.take_outgoing());
    said_by_caller.feed(callee.take_received());
    const auto heard = said_by_caller.next();
    if (heard && heard->kind == Kind::kOffer) callee.send(serialize(ringing()));
    caller.receive(callee.take_outgoing());
    if (caller.established() && !std::exchange(offered, true)) caller.send(serialize(offer()));
    said_by_callee.feed(caller.take_received());
    const auto answered = said_by_callee.next();
    rings = answered && answered->kind == Kind::kRinging;
  }
  std::printf("RTT 100 ms: called by an address it rings after %.0f ms\n", to_milliseconds(passed));
  EXPECT_EQ(passed, 3 * kRtt);
}

TEST_F(TimeToRinging, ByAnIdItIsAFewMore) {
  constexpr std::size_t kPairs = 10;
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(kNodes);
  net.run(60s);
  std::vector<Duration> cold;
  std::vector<Duration> warm;
  for (std::size_t i = 0; i < kPairs; ++i) {
    const IdentityKey ada = *IdentityKey::generate();
    const IdentityKey bob = *IdentityKey::generate();
    Host caller(net, net.node(i), ada);
    Host callee(net, net.node(kNodes - 1 - i), bob);
    (void)run_until(net, {&caller, &callee}, 10s, [] { return false; });
    for (std::vector<Duration>* times : {&cold, &warm, &warm}) {
      const auto time = time_to_ringing(net, caller, callee, bob.id());
      ASSERT_TRUE(time) << "pair " << i;
      times->push_back(*time);
      (void)run_until(net, {&caller, &callee}, 5s, [] { return false; });
    }
  }
  judge("called for the first time", cold, 10 * kRtt, 20 * kRtt);
  judge("called again", warm, 4 * kRtt, 10 * kRtt);
}

TEST_F(TimeToRinging, ByAnIdFromAHostThatHasJustBeenStarted) {
  constexpr std::size_t kPairs = 5;
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(kNodes - kPairs);
  net.run(60s);
  std::vector<Duration> cold;
  for (std::size_t i = 0; i < kPairs; ++i) {
    const IdentityKey ada = *IdentityKey::generate();
    const IdentityKey bob = *IdentityKey::generate();
    Host callee(net, net.node(i), bob);
    (void)run_until(net, {&callee}, 10s, [] { return false; });
    const Timestamp begin = net.now();
    OpenDhtRendezvous& node = net.add_node();
    ASSERT_TRUE(net.run_until(10s, [&node] { return node.connected(); }));
    const Duration joining = net.now() - begin;
    Host caller(net, node, ada);
    const auto time = time_to_ringing(net, caller, callee, bob.id());
    ASSERT_TRUE(time) << "pair " << i;
    cold.push_back(joining + *time);
  }
  judge("called from a host that has just been started", cold, 20 * kRtt, 30 * kRtt);
}

TEST(MissedCall, IsToldToACalleeWhoReturnsAfterSixDays) {
  VirtualDht net({.delay = kRtt / 2});
  net.add_nodes(kNodes);
  net.run(60s);
  const IdentityKey ada = *IdentityKey::generate();
  const IdentityKey bob = *IdentityKey::generate();
  {
    Host caller(net, net.node(7), ada);
    caller.leave_missed_call(bob.id());
    (void)run_until(net, {&caller}, 10s, [] { return false; });
  }
  net.kill(7);
  net.run(6 * 24h);
  OpenDhtRendezvous& node = net.add_node();
  Host callee(net, node, bob);
  EXPECT_TRUE(run_until(net, {&callee}, 30s, [&callee] { return !callee.missed_from.empty(); }));
  (void)run_until(net, {&callee}, 10s, [] { return false; });
  EXPECT_EQ(callee.missed_from, std::vector<PeerId>{ada.id()}) << "once";
}

}  // namespace
}  // namespace counterpoint

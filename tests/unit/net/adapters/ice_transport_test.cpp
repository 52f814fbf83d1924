// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/transport/ice_transport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "net/rtp/datagram_kind.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr Duration kOneWay = 50ms;
const Bytes kMedia = {0x80, 96, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 3};
const Bytes kFlight(100, 22);  // The first byte of a DTLS handshake (RFC 7983).

IpEndpoint at(const char* address, std::uint16_t port = 5000) {
  return {.address = IpAddress::parse(address).value(), .port = port};
}

struct Packet {
  Timestamp due;
  IpEndpoint from;
  IpEndpoint to;
  Bytes bytes;
  Ecn ecn = Ecn::kNotEct;
};

/// A network in virtual time, with the same delay between all hosts; it knows all that was ever sent.
struct Network {
  std::deque<Packet> under_way;
  std::vector<Packet> sent;
  std::vector<IpAddress> cut;  ///< Nothing comes to or from these.

  [[nodiscard]] bool is_cut(const IpAddress& address) const { return std::ranges::find(cut, address) != cut.end(); }
  void send(Packet packet) {
    sent.push_back(packet);
    if (!is_cut(packet.from.address) && !is_cut(packet.to.address)) under_way.push_back(std::move(packet));
  }
};

class VirtualSockets final : public LocalSockets {
 public:
  explicit VirtualSockets(Network& network) : network_(network) {}

  void add(const IpEndpoint& base) {
    ++last_id_;
    bases_[last_id_] = base;
    changes_.push_back({.socket = last_id_, .base = base, .kind = IceInterface::kWired});
  }
  void remove(const IpEndpoint& base) {
    const auto found = std::ranges::find_if(bases_, [&](const auto& entry) { return entry.second == base; });
    changes_.push_back({.socket = found->first, .base = {}});
    bases_.erase(found);
  }

  std::optional<Change> take_change() override {
    if (changes_.empty()) return std::nullopt;
    const Change change = changes_.front();
    changes_.pop_front();
    return change;
  }
  void send(const IceTransmit& transmit, Ecn ecn, Timestamp now) override {
    const auto base = bases_.find(transmit.socket);
    if (base == bases_.end()) return;
    network_.send({.due = now + kOneWay, .from = base->second, .to = transmit.to, .bytes = transmit.bytes, .ecn = ecn});
  }
  std::optional<Arrival> receive(Timestamp now) override {
    for (auto packet = network_.under_way.begin(); packet != network_.under_way.end(); ++packet) {
      const auto base = std::ranges::find_if(bases_, [&](const auto& entry) { return entry.second == packet->to; });
      if (base == bases_.end() || packet->due > now) continue;
      Arrival arrival{.socket = base->first,
                      .from = packet->from,
                      .datagram = {.data = packet->bytes, .arrived_at = packet->due, .ecn = packet->ecn}};
      network_.under_way.erase(packet);
      return arrival;
    }
    return std::nullopt;
  }
  [[nodiscard]] Timestamp next_deadline() const override {
    Timestamp deadline = kNever;
    for (const Packet& packet : network_.under_way) deadline = std::min(deadline, packet.due);
    return deadline;
  }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  Network& network_;
  std::map<IceSocketId, IpEndpoint> bases_;
  IceSocketId last_id_ = 0;
  std::deque<Change> changes_;
};

/// One host of a call; the candidates that it finds reach the other by `tell()`.
struct Host {
  Host(Network& network, IceRole role, const char* name, const std::vector<IpEndpoint>& bases)
      : credentials{.ufrag = std::string(4, name[0]), .password = std::string(22, name[0])} {
    auto made = std::make_unique<VirtualSockets>(network);
    sockets = made.get();
    for (const IpEndpoint& base : bases) sockets->add(base);
    const IceAgent::Config config{
        .role = role, .local = credentials, .expected_round_trip = 2 * kOneWay, .seed = std::uint64_t(name[0])};
    transport = std::make_unique<IceTransport>(std::move(made), config, kStart);
  }

  /// Tells `peer` of this host, all of it.
  void tell(Host& peer, Timestamp now) {
    peer.transport->set_remote_credentials(credentials, false, now);
    while (const auto event = transport->take_event()) {
      const auto* found = std::get_if<IceLocalCandidate>(&*event);
      if (found != nullptr) peer.transport->add_remote(found->candidate, now);
    }
  }
  void receive(Timestamp now) {
    while (auto datagram = transport->receive(now)) arrived.push_back(std::move(*datagram));
  }

  IceCredentials credentials;
  VirtualSockets* sockets = nullptr;
  std::unique_ptr<IceTransport> transport;
  std::vector<ReceivedDatagram> arrived;
};

class IceTransportTest : public testing::Test {
 protected:
  void run_until(Timestamp end) {
    while (now_ < end) {
      for (Host* host : {&caller_, &callee_}) host->receive(now_);
      const Timestamp next = std::min(caller_.transport->next_deadline(), callee_.transport->next_deadline());
      // Datagrams to addresses that nobody has stay under way.
      std::erase_if(network_.under_way, [this](const Packet& packet) { return packet.due < now_ - 1s; });
      now_ = std::clamp(next, now_ + 1ms, end);
    }
    for (Host* host : {&caller_, &callee_}) host->receive(now_);
  }
  void run(Duration duration) { run_until(now_ + duration); }
  /// The callee answers, and so each side knows the other, the caller one way later.
  void answer() {
    caller_.tell(callee_, now_);
    run(kOneWay);
    callee_.tell(caller_, now_);
  }
  [[nodiscard]] std::vector<Packet> sent_of(DatagramKind kind) const {
    std::vector<Packet> found;
    for (const Packet& packet : network_.sent) {
      if (classify(packet.bytes) == kind) found.push_back(packet);
    }
    return found;
  }

  Timestamp now_ = kStart;
  Network network_;
  Host caller_{network_, IceRole::kControlling, "caller", {at("192.0.2.1")}};
  Host callee_{network_, IceRole::kControlled, "Callee", {at("198.51.100.1")}};
};

TEST_F(IceTransportTest, CarriesMediaBothWaysOnceThereIsAPair) {
  caller_.transport->send(kMedia, now_);
  answer();
  run(1s);
  ASSERT_TRUE(caller_.transport->selected() && callee_.transport->selected());
  EXPECT_TRUE(sent_of(DatagramKind::kRtp).empty()) << "no media without a pair";
  EXPECT_EQ(caller_.transport->dropped(), 1U);
  caller_.transport->send(kMedia, now_, Ecn::kEct1);
  callee_.transport->send(kMedia, now_);
  run(kOneWay);
  ASSERT_EQ(callee_.arrived.size(), 1U);
  ASSERT_EQ(caller_.arrived.size(), 1U);
  EXPECT_EQ(callee_.arrived[0].data, kMedia);
  EXPECT_EQ(callee_.arrived[0].ecn, Ecn::kEct1);
  EXPECT_EQ(callee_.arrived[0].arrived_at, now_);
  EXPECT_EQ(caller_.transport->round_trip(), 2 * kOneWay);
}

TEST_F(IceTransportTest, DropsDatagramsOfStrangers) {
  answer();
  run(1s);
  for (const Bytes& bytes : {kMedia, kFlight}) {
    network_.send({.due = now_, .from = at("203.0.113.66"), .to = at("192.0.2.1"), .bytes = bytes});
    network_.send({.due = now_, .from = at("198.51.100.1", 5001), .to = at("192.0.2.1"), .bytes = bytes});
  }
  run(10ms);
  EXPECT_TRUE(caller_.arrived.empty());
  EXPECT_EQ(caller_.transport->dropped(), 4U);
}

TEST_F(IceTransportTest, APeerThatFloodsBeforeItsMediaAreReceivedDoesNotHoldTheThread) {
  answer();
  run(1s);
  ASSERT_TRUE(caller_.transport->selected());
  constexpr std::size_t kFlood = 1000;
  for (std::size_t i = 0; i < kFlood; ++i) {
    network_.send({.due = now_, .from = at("198.51.100.1"), .to = at("192.0.2.1"), .bytes = kMedia});
  }
  const auto before = network_.under_way.size();
  caller_.transport->advance(now_);
  EXPECT_LE(before - network_.under_way.size(), 100U);
  EXPECT_LT(network_.under_way.size(), before);
}

TEST_F(IceTransportTest, TheHandshakeBeginsWithTheAnswer) {
  caller_.tell(callee_, now_);
  callee_.transport->send(kFlight, now_);
  const Timestamp answered = now_;
  run(kOneWay);
  callee_.tell(caller_, now_);
  caller_.receive(now_);
  ASSERT_EQ(caller_.arrived.size(), 1U) << "half a round trip after the answer";
  EXPECT_EQ(caller_.arrived[0].data, kFlight);
  EXPECT_EQ(caller_.arrived[0].arrived_at, answered + kOneWay);
  EXPECT_FALSE(caller_.transport->selected());
  caller_.transport->send(kFlight, now_);
  run(kOneWay);
  EXPECT_EQ(callee_.arrived.size(), 1U) << "nor does its answer wait for a pair";
}

TEST_F(IceTransportTest, AHandshakeBeforeTheAnswerIsReadIsKept) {
  caller_.tell(callee_, now_);
  callee_.transport->send(kFlight, now_);
  now_ += kOneWay;
  caller_.transport->advance(now_);
  callee_.tell(caller_, now_);
  caller_.receive(now_);
  ASSERT_EQ(caller_.arrived.size(), 1U);
  EXPECT_EQ(caller_.arrived[0].data, kFlight);
}

TEST_F(IceTransportTest, AStrangerCannotBeginTheHandshake) {
  caller_.tell(callee_, now_);
  network_.send({.due = now_, .from = at("203.0.113.66"), .to = at("192.0.2.1"), .bytes = kFlight});
  run(kOneWay);
  EXPECT_TRUE(caller_.arrived.empty());
}

TEST_F(IceTransportTest, AtMostEightDatagramsLeaveForAPeerThatConfirmsNothing) {
  network_.cut = {at("198.51.100.1").address};
  for (int i = 1; i <= 20; ++i)
    caller_.transport->add_remote(
        {.address = at("203.0.113.1", std::uint16_t(6000 + i)), .priority = 1000, .foundation = "1"}, now_);
  callee_.tell(caller_, now_);
  for (int i = 0; i < 50; ++i) {
    caller_.transport->send(kFlight, now_);
    run(100ms);
  }
  EXPECT_EQ(sent_of(DatagramKind::kDtls).size(), EarlyHandshake::kMaxSent);
}

TEST_F(IceTransportTest, MediaMoveToANewAddressWithoutSignalling) {
  answer();
  run(1s);
  const IpEndpoint before = at("192.0.2.1");
  const IpEndpoint after = at("203.0.113.9");
  network_.cut = {before.address};
  caller_.sockets->remove(before);
  caller_.sockets->add(after);
  // RFC 8445 has media go again as soon as a check is answered: one round trip, and half of one for the media.
  run(4 * kOneWay + 100ms);
  ASSERT_TRUE(caller_.transport->selected() && callee_.transport->selected());
  EXPECT_EQ(caller_.transport->selected()->local, after);
  EXPECT_EQ(callee_.transport->selected()->remote, after);
  caller_.transport->send(kMedia, now_);
  callee_.transport->send(kMedia, now_);
  run(kOneWay);
  EXPECT_EQ(callee_.arrived.size(), 1U);
  EXPECT_EQ(caller_.arrived.size(), 1U);
}

TEST_F(IceTransportTest, SendingEndsWithTheConsentOfThePeer) {
  answer();
  run(1s);
  network_.cut = {at("198.51.100.1").address};
  const Timestamp cut_at = now_;
  while (now_ < cut_at + 40s) {
    caller_.transport->send(kMedia, now_);
    run(100ms);
  }
  const std::vector<Packet> media = sent_of(DatagramKind::kRtp);
  ASSERT_FALSE(media.empty());
  const Timestamp last = media.back().due - kOneWay;
  EXPECT_GT(last, cut_at + 20s) << "RFC 7675 lets the last answer count for 30 s";
  EXPECT_LE(last, cut_at + 31s);
  bool told = false;
  while (const auto event = caller_.transport->take_event()) told |= std::holds_alternative<IceConsentLost>(*event);
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace counterpoint

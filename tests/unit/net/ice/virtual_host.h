// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "net/ice/ice_agent.h"
#include "tests/unit/net/ice/virtual_internet.h"

namespace counterpoint {

[[nodiscard]] inline IceCredentials credentials_of(std::uint64_t seed) {
  Rng rng(seed);
  std::array<std::uint8_t, 24> bytes{};
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next() & 0xFF);
  return IceCredentials::from_random(bytes);
}

/// A host in a VirtualInternet with an agent, addresses that come and go, and media once it may send them: a datagram
/// each 20 ms with a number. Its connections to relays are datagrams too, of ports of their own.
class VirtualHost {
 public:
  VirtualHost(VirtualInternet& internet, const IceAgent::Config& config)
      : internet_(internet), credentials_(config.local), agent_(config) {
    internet.add({.next_deadline = [this] { return agent_.next_deadline(); },
                  .poll =
                      [this](Timestamp now) {
                        agent_.poll(now);
                        pump();
                      }});
  }

  [[nodiscard]] IceAgent& agent() { return agent_; }
  [[nodiscard]] const IceCredentials& credentials() const { return credentials_; }

  void plug(IceSocketId socket, const IpEndpoint& base, NatBox* nat, IceInterface kind = IceInterface::kWired) {
    sockets_[socket] = {base, nat};
    internet_.attach(base.address, nat,
                     [this, socket, base](const IpEndpoint& to, const IpEndpoint& from, ByteView datagram) {
                       const int port = to.port - base.port - kFirstConnection;
                       if (port < 0 || port >= kFirstConnection) return receive(socket, from, datagram);
                       if (port / kTransports != connections_lost_) return;
                       receive(socket, from, datagram, static_cast<RelayTransport>(port % kTransports));
                     });
    agent_.add_local(socket, base, kind, internet_.now());
    pump();
  }
  void unplug(IceSocketId socket) {
    internet_.detach(sockets_.at(socket).base.address, sockets_.at(socket).nat);
    sockets_.erase(socket);
    agent_.remove_local(socket, internet_.now());
    pump();
  }

  /// Tells `peer` candidates as they are found, after half a round trip time; or nobody any more.
  void signal_to(VirtualHost* peer) { peer_ = peer; }
  void hear(const IceCredentials& remote, bool lite = false) {
    agent_.set_remote_credentials(remote, lite, internet_.now());
    pump();
  }
  void hear(const IceCandidate& candidate) {
    agent_.add_remote(candidate, internet_.now());
    pump();
  }
  void hear_end() {
    agent_.end_of_remote_candidates(internet_.now());
    pump();
  }
  void restart(const IceCredentials& local) {
    credentials_ = local;
    agent_.restart(local, internet_.now());
    pump();
  }

  /// A firewall lets connections through and no datagrams.
  void block_udp() { udp_blocked_ = true; }

  /// Its connection to `relay` breaks; whatever goes to it from then on goes by another one.
  void lose_connection(IceSocketId socket, const IpEndpoint& relay, RelayTransport transport) {
    ++connections_lost_;
    agent_.lose_relay(socket, relay, transport, "the connection to the relay is lost", internet_.now());
    pump();
  }

  void start_media() {
    sending_ = true;
    send_media();
  }
  void stop_media() { sending_ = false; }

  /// Numbers of media that came.
  [[nodiscard]] const std::set<std::uint32_t>& received() const { return received_; }
  [[nodiscard]] std::uint32_t sent() const { return sent_; }
  /// The longest time without media since `since`.
  [[nodiscard]] Duration max_gap(Timestamp since) const {
    Timestamp last = since;
    Duration gap{};
    for (auto at = std::ranges::lower_bound(arrivals_, since); at != arrivals_.end(); ++at) {
      gap = std::max(gap, *at - last);
      last = *at;
    }
    return std::max(gap, internet_.now() - last);
  }

  template <typename Event>
  [[nodiscard]] int count() const {
    return static_cast<int>(
        std::ranges::count_if(events_, [](const auto& event) { return std::holds_alternative<Event>(event.second); }));
  }
  template <typename Event>
  [[nodiscard]] const Event* last() const {
    const Event* found = nullptr;
    for (const auto& [at, event] : events_) {
      if (const Event* const one = std::get_if<Event>(&event)) found = one;
    }
    return found;
  }
  template <typename Event>
  [[nodiscard]] std::optional<Timestamp> first_at() const {
    for (const auto& [at, event] : events_) {
      if (std::holds_alternative<Event>(event)) return at;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool connected() const { return agent_.selected().has_value(); }
  [[nodiscard]] int datagrams() const { return datagrams_; }
  [[nodiscard]] int foreign() const { return foreign_; }

  void pump() {
    while (auto transmit = agent_.take_transmit()) send(std::move(*transmit));
    while (auto event = agent_.take_event()) {
      if (const auto* const local = std::get_if<IceLocalCandidate>(&*event); local != nullptr && peer_ != nullptr) {
        internet_.after(internet_.config().round_trip / 2,
                        [peer = peer_, candidate = local->candidate] { peer->hear(candidate); });
      }
      if (std::holds_alternative<IceGatheringDone>(*event) && peer_ != nullptr) {
        internet_.after(internet_.config().round_trip / 2, [peer = peer_] { peer->hear_end(); });
      }
      events_.emplace_back(internet_.now(), std::move(*event));
    }
  }
  void receive(IceSocketId socket, const IpEndpoint& from, ByteView datagram,
               RelayTransport transport = RelayTransport::kUdp) {
    if (udp_blocked_ && transport == RelayTransport::kUdp) return;
    const IceReceived received = agent_.handle_message(socket, from, transport, datagram, internet_.now());
    if (received.kind == IceReceived::Kind::kMedia && received.media.size() == kMediaSize) {
      std::uint32_t number = 0;
      for (std::size_t i = 0; i < 4; ++i) number = number << 8 | received.media[4 + i];
      if (received_.insert(number).second) arrivals_.push_back(internet_.now());
    }
    if (received.kind == IceReceived::Kind::kForeign) ++foreign_;
    pump();
  }

 private:
  static constexpr std::size_t kMediaSize = 172;
  static constexpr int kFirstConnection = 20'000;  ///< So far above the socket's port,
  static constexpr int kTransports = 3;            ///< one for each transport, and as many after each loss.
  struct Socket {
    IpEndpoint base;
    NatBox* nat;
  };

  void send(IceTransmit transmit) {
    const auto socket = sockets_.find(transmit.socket);
    if (socket == sockets_.end()) return;
    ++datagrams_;
    if (udp_blocked_ && transmit.transport == RelayTransport::kUdp) return;
    IpEndpoint from = socket->second.base;
    if (transmit.transport != RelayTransport::kUdp) {
      const int port = kFirstConnection + connections_lost_ * kTransports + static_cast<int>(transmit.transport);
      from.port = static_cast<std::uint16_t>(from.port + port);
    }
    internet_.send(from, socket->second.nat, transmit.to, std::move(transmit.bytes));
  }
  void send_media() {
    if (!sending_) return;
    Bytes media(kMediaSize, 0x55);
    media[0] = 0x80;
    for (std::size_t i = 0; i < 4; ++i) media[4 + i] = static_cast<std::uint8_t>(sent_ >> (24 - 8 * i) & 0xFF);
    if (auto transmit = agent_.wrap(media)) {
      ++sent_;
      send(std::move(*transmit));
    }
    internet_.after(20ms, [this] { send_media(); });
  }

  VirtualInternet& internet_;
  IceCredentials credentials_;
  IceAgent agent_;
  VirtualHost* peer_ = nullptr;
  std::map<IceSocketId, Socket> sockets_;
  std::vector<std::pair<Timestamp, IceEvent>> events_;
  std::set<std::uint32_t> received_;
  std::vector<Timestamp> arrivals_;
  std::uint32_t sent_ = 0;
  bool sending_ = false;
  bool udp_blocked_ = false;
  int connections_lost_ = 0;
  int datagrams_ = 0;
  int foreign_ = 0;
};

/// Both sides begin at once and trickle.
inline void begin_call(VirtualHost& a, VirtualHost& b) {
  a.signal_to(&b);
  b.signal_to(&a);
  a.hear(b.credentials());
  b.hear(a.credentials());
}

}  // namespace counterpoint

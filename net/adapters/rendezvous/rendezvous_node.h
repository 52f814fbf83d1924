// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/call/token_bucket.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/file_descriptor.h"
#include "net/adapters/rendezvous/local_discovery.h"
#include "net/adapters/rendezvous/open_dht_rendezvous.h"
#include "net/adapters/udp/network_monitor.h"

namespace counterpoint {

/// The UDP port at which nodes that others shall find wait, unless told otherwise.
inline constexpr std::uint16_t kRendezvousPort = 47'002;

/// A node of the distributed hash table on a UDP port of its own, since the engine's datagrams look like RTP.
///
/// It joins others by way of bootstrap nodes, of nodes known from an earlier time and of those in the local network;
/// one that answers is enough. When its host has moved, it joins them anew. It belongs to one thread, which polls it.
class RendezvousNode final : public Rendezvous {
 public:
  /// Bootstrap nodes are asked so often: while there is no other node, and then, so that two networks become one.
  static constexpr Duration kRetryAlone = 10s;
  static constexpr Duration kRetryConnected = 10min;
  /// In one poll(), so that a flood leaves time for the packets of a call.
  static constexpr int kMaxReads = 64;

  static constexpr TokenBucket::Limit kBeginnings{.burst = 6, .per_second = 1.0 / 60};
  /// Addresses come and go together.
  static constexpr Duration kSettle = 500ms;

  struct Config {
    std::string address = "::";         ///< It binds to this; "::" is all of IPv4 and IPv6.
    std::uint16_t port = 0;             ///< UDP; 0: any.
    std::vector<Endpoint> bootstrap{};  ///< More can be added later.
    bool discover = true;               ///< Finds nodes in the local network, and is found there.
  };

  /// Errors: kInvalidArgument for text that is no address, kUnavailable when the port cannot be used.
  [[nodiscard]] static Result<std::unique_ptr<RendezvousNode>> open(const Config& config, Timestamp now);

  void add_bootstrap(const std::vector<Endpoint>& nodes);
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::vector<Endpoint> known_nodes() const { return dht_.known_nodes(); }
  [[nodiscard]] std::size_t puts_underway() const { return dht_.puts_underway(); }
  [[nodiscard]] std::size_t good_nodes() const { return dht_.good_nodes(); }

  /// See OpenDhtRendezvous; it does so by itself when addresses of this host come or go. False, and nothing happens,
  /// more often than kBeginnings: each makes this host hard to find for some seconds.
  bool begin_again(Timestamp now);

  void put(const InboxKey& inbox, Bytes data, Keep keep) override;
  void watch(const InboxKey& inbox) override;
  void look_into(const InboxKey& inbox) override;
  [[nodiscard]] std::optional<InboxValue> take() override { return dht_.take(); }
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] bool connected() const override { return dht_.connected(); }
  [[nodiscard]] std::vector<int> descriptors() const override;

 private:
  RendezvousNode(FileDescriptor socket, const Config& config);
  void read(Timestamp now);
  void write();
  void ask_bootstrap(Timestamp now);
  void follow_addresses(Timestamp now);

  FileDescriptor socket_;
  int family_;
  std::uint16_t port_;
  std::vector<Endpoint> bootstrap_;
  OpenDhtRendezvous dht_;
  std::optional<LocalDiscovery> discovery_;
  std::optional<NetworkMonitor> monitor_;  ///< Nothing: the kernel does not tell of its interfaces.
  std::optional<Timestamp> moved_at_;      ///< Set until the node has begun again.
  TokenBucket beginnings_{kBeginnings};
  Timestamp asks_at_{};
};

}  // namespace counterpoint

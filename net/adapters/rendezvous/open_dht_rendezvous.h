// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/ports/rendezvous.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {

/// A node of a distributed hash table (Kademlia) by the engine of OpenDHT, dht::Dht, without its sockets and threads:
/// give it the datagrams that arrive, and send those that it makes.
///
/// 1. The engine reads std::chrono::steady_clock beside the time that it is given; Timestamps are that clock's.
/// 2. It keeps values for others too, of kMaxStore bytes at most.
/// 3. When no node has answered for long and one does again, it begins again by itself: the engine has given up by then
///    what it watches.
class OpenDhtRendezvous final : public Rendezvous {
 public:
  /// Our nodes have a network of their own: others' nodes do not answer them.
  static constexpr std::uint32_t kNetwork = 0x4350;
  static constexpr std::size_t kMaxStore = 16'000'000;
  /// Those of all inboxes that wait to be taken.
  static constexpr std::size_t kMaxWaitingValues = 1024;
  static constexpr std::size_t kMaxWaitingBytes = 500'000;
  /// Inboxes that are being looked into at a time; more are not.
  static constexpr std::size_t kMaxLooks = 16;
  /// The values that one look takes, and the bytes of each.
  static constexpr std::size_t kMaxLookedValues = 32;
  static constexpr std::size_t kMaxLookedSize = 8192;
  /// After begin_again(): nodes that are asked, and how often until one answers.
  static constexpr std::size_t kMaxFormerNodes = 32;
  static constexpr Duration kAskFormerNodes = 3s;
  /// Bytes of values that it takes along then: these do not count in the engine's quotas, so others need room.
  static constexpr std::size_t kMaxTakenAlong = kMaxStore / 4;
  /// A node that comes looks for those that are near to it alone, and halves of a young network may not know of each
  /// other for long. So nodes that are far are looked for, too, so often at first and in so many parts of the network:
  /// the half, the quarter, the eighth ... of it in which this node is not.
  static constexpr int kFarLooks = 2;
  static constexpr Duration kFarLookInterval = 10s;
  static constexpr int kFarParts = 4;
  /// Others are looked for in the place of nodes that are gone no more often.
  static constexpr Duration kProbeInterval = 60s;
  /// The time for which the engine's nodes keep values.
  static constexpr Duration kMinutes = 10min;
  static constexpr Duration kDays = 7 * 24h;

  struct Datagram {
    Endpoint to{};
    Bytes data{};
  };

  /// The node has the ID `id`; a random one when there is none. `clock` goes on while the computer sleeps.
  explicit OpenDhtRendezvous(const std::optional<std::array<std::uint8_t, 20>>& id = {},
                             std::function<Duration()> clock = time_with_sleep);
  ~OpenDhtRendezvous() override;
  OpenDhtRendezvous(const OpenDhtRendezvous&) = delete;
  OpenDhtRendezvous& operator=(const OpenDhtRendezvous&) = delete;

  [[nodiscard]] std::array<std::uint8_t, 20> id() const;
  /// Asks whoever is at `endpoint` to take this node in.
  void ping(const Endpoint& endpoint);
  /// Nodes that have answered, the best first.
  [[nodiscard]] std::vector<Endpoint> known_nodes() const;
  /// The number of nodes that have answered of late.
  [[nodiscard]] std::size_t good_nodes() const;
  /// The number of put() that are still looking for the nodes that keep them.
  [[nodiscard]] std::size_t puts_underway() const;

  /// This host has another address: it becomes a node with another ID, since others hold on to the address at which
  /// they know one. It still watches the same inboxes, puts once more what it was putting, and asks the nodes that it
  /// knew. It forgets what it was looking for, and what it kept for others: values that come from nobody would not
  /// count in the engine's quotas.
  void begin_again(Timestamp now);

  void handle_datagram(const Endpoint& from, ByteView datagram, Timestamp now);
  [[nodiscard]] std::optional<Datagram> take_datagram();

  void put(const InboxKey& inbox, Bytes data, Keep keep) override;
  void watch(const InboxKey& inbox) override;
  /// Not while this node puts something into the same inbox: the engine asks who is there then, may take the answers
  /// for those to this search, and asks nobody for values.
  void look_into(const InboxKey& inbox) override;
  [[nodiscard]] std::optional<InboxValue> take() override;
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] bool connected() const override { return good_nodes() > 0; }

 private:
  class Engine;
  void ask_former_nodes(Timestamp now);
  void notice_reunion(Timestamp now);
  void look_far(Timestamp now);
  /// Has others tell of new values in the place of nodes that have gone.
  void replace_lost_nodes(Timestamp now);
  /// It grows by what the computer sleeps, and by nothing else.
  [[nodiscard]] Duration asleep(Timestamp now) const { return clock_() - now.time_since_epoch(); }

  std::function<Duration()> clock_;
  std::unique_ptr<Engine> engine_;
  std::vector<InboxKey> watched_;
  std::vector<Endpoint> former_nodes_;  ///< Those that were known before begin_again(), until a node answers.
  Timestamp asks_at_{};
};

}  // namespace counterpoint

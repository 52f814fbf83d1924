// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/adaptation/measure/tcp_round_trip_time.h"
#include "core/base/bytes.h"
#include "core/base/time.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {

/// The transaction of a datagram of OpenDHT.
struct DhtTransaction {
  std::uint32_t number = 0;
  bool reply = false;
  friend bool operator==(const DhtTransaction&, const DhtTransaction&) = default;
};

/// Nothing when `datagram` has none.
[[nodiscard]] std::optional<DhtTransaction> read_dht_transaction(ByteView datagram);

/// The time that the engine of OpenDHT is told. It waits kEngineTimeout for each answer, so a search comes past nodes
/// that are gone, and lost datagrams, by seconds only. While somebody waits for a search, its clock is fast, so that
/// the wait is the retransmission timeout of RFC 6298; afterwards it is slow until it is right again.
///
/// 1. It is fast only while nodes answer: those are gone that do not while others do. When none answers the network
///    may be at fault, and then nodes have as long as ever.
/// 2. It never goes back while the engine works, and is at most kMaxLead ahead. The engine reads the clock of the
///    system when it is told to put, to get or to listen, so a search may begin before the answers that an earlier one
///    got. It asks nodes again all the same, as long as both look for values.
class EngineClock {
 public:
  /// Node::MAX_RESPONSE_TIME of OpenDHT.
  static constexpr Duration kEngineTimeout = 1s;
  /// Four times the variation of round trips are at least this: nodes are many, and some were not measured yet.
  static constexpr Duration kMinVariation = 150ms;
  static constexpr Duration kMaxLead = 120s;
  /// A request is sent three times before the engine gives up. When none is answered for so long, nodes that have gone
  /// are no reason any more.
  static constexpr Duration kMaxSilence = 3 * kEngineTimeout;
  /// Requests whose answers are looked out for.
  static constexpr std::size_t kMaxRequests = 64;

  void handle_sent(const Endpoint& to, ByteView datagram, Timestamp now);
  void handle_received(const Endpoint& from, ByteView datagram, Timestamp now);
  /// The network is there until then, so whoever does not answer is gone; but not when all that is asked for
  /// kMaxSilence stays unanswered.
  void trust_network(Timestamp until) { trusted_until_ = until; }
  /// The engine's time now. `awaited`: somebody has waited for a search since the last call.
  [[nodiscard]] Timestamp advance(Timestamp now, bool awaited);
  /// When the engine's time will be `engine_time`, or earlier.
  [[nodiscard]] Timestamp when(Timestamp engine_time) const;
  /// The wait for an answer while somebody waits for a search, at most kEngineTimeout.
  [[nodiscard]] Duration timeout() const { return std::min(round_trip_.timeout(), kEngineTimeout); }

 private:
  struct Request {
    Endpoint to{};
    std::uint32_t number = 0;
    std::optional<Timestamp> at{};  ///< Nothing: it was sent twice, so its answer times neither (RFC 6298, section 3).
  };

  [[nodiscard]] Request* find(const Endpoint& node, std::uint32_t number);
  /// The part of the time since now_ that is fast.
  [[nodiscard]] Duration fast_part(Timestamp now) const;

  std::deque<Request> requests_;
  TcpRoundTripTime round_trip_{kMinVariation};
  std::optional<Timestamp> answered_at_;
  std::optional<Timestamp> unanswered_since_;  ///< The first request after the last answer.
  Timestamp trusted_until_{};
  Timestamp now_{};
  Duration lead_{};
  bool awaited_ = false;
};

}  // namespace counterpoint

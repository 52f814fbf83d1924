// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {

/// Keeps a host within reach of the nodes that tell it of new values, so that it need not ask them to again and again.
///
/// 1. A router forgets a host that is silent: each of these nodes gets a datagram within kInterval, one byte if nothing
///    else is said (NAT-keepalive, RFC 3948 section 2.3).
/// 2. A router may take another port, and nodes learn of that by requests alone: each kInterval one is asked in turn,
///    and all at once when there are answers again.
class NatKeepalive {
 public:
  static constexpr Duration kInterval = 20s;  ///< RFC 3948, section 4.
  static constexpr std::uint8_t kByte = 0xFF;
  /// The engine asks nodes again after 290 s; those that it does not are not among the nearest any more.
  static constexpr Duration kWatched = 310s;
  static constexpr std::size_t kMaxNodes = 64;
  /// Whoever is asked and says nothing for so long is gone, when others do say something.
  static constexpr Duration kPatience = 3s;
  /// When nobody has said anything for longer, the network was away, and not a node.
  static constexpr Duration kOutage = kInterval + kPatience;

  struct Turn {
    std::vector<Endpoint> to_ask{};   ///< These are to be pinged,
    std::vector<Endpoint> to_keep{};  ///< and these get kByte.
  };

  /// A datagram has left for `to`.
  void handle_sent(const Endpoint& to, ByteView datagram, Timestamp now);
  /// A datagram has come from a node, which may be none of these.
  void handle_received(const Endpoint& from, Timestamp now);
  /// A node that was to be asked has answered, or has not.
  void handle_asked(bool answered);
  /// Call it once a second or more often.
  [[nodiscard]] Turn poll(Timestamp now);
  /// True once for each that is gone.
  [[nodiscard]] bool take_lost() { return std::exchange(lost_, false); }

 private:
  enum class State {
    kThere,
    kSuspected,  ///< It was asked and has said nothing for kPatience, and neither has anybody since.
    kLost,       ///< Others have.
  };

  struct Node {
    Endpoint endpoint{};
    Timestamp watched_at{};  ///< The last time that it was asked to tell of values.
    Timestamp sent_at{};
    std::optional<Timestamp> asked_at{};  ///< It has not said anything since then.
    State state = State::kThere;
  };

  std::vector<Node> nodes_;
  std::size_t next_ = 0;
  Timestamp asks_at_{};
  bool unanswered_ = false;
  bool asks_all_ = false;
  Timestamp heard_at_{};
  bool lost_ = false;
};

/// True when `datagram`, of OpenDHT, asks a node to tell of new values.
[[nodiscard]] bool is_listen_request(ByteView datagram);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "net/ice/ice_types.h"

namespace counterpoint {

/// Lets the DTLS handshake begin before ICE has a pair, which saves a round trip: its first flights travel beside the
/// checks.
///
/// 1. The newest flight waits for a pair. Meanwhile it goes where checks go and come from, or whence a flight came.
/// 2. An address that named itself in no authenticated check is not listened to, and at most kMaxSent datagrams leave
///    for addresses that have not confirmed that they want any.
class EarlyHandshake final {
 public:
  static constexpr std::size_t kMaxHeld = 4;  ///< A flight of ours has at most three datagrams.
  static constexpr std::size_t kMaxSent = 8;  ///< Two flights of a server, or a client's first along with 8 checks.

  /// Keeps a datagram of the handshake for which there is no pair; gives what may be sent at once all the same.
  [[nodiscard]] std::vector<IceTransmit> hold(ByteView datagram);
  /// Looks at what the agent sends; gives what goes along with it.
  [[nodiscard]] std::vector<IceTransmit> accompany(const IceTransmit& check);
  /// True for a datagram of the handshake from an address that the agent has answered; the answer to it goes there.
  [[nodiscard]] bool accepts(IceSocketId socket, const IpEndpoint& from);
  /// There is a pair: gives what still waits, once.
  [[nodiscard]] std::vector<Bytes> take_held();

 private:
  struct Place {
    IceSocketId socket = 0;
    IpEndpoint address;
    bool operator==(const Place&) const = default;
  };
  [[nodiscard]] std::optional<IceTransmit> address(const Bytes& datagram, const Place& to);

  std::deque<Bytes> held_;
  std::deque<Place> checked_;   ///< The newest places to which checks went.
  std::deque<Place> answered_;  ///< The newest places whose checks were authentic.
  std::optional<Place> peer_;   ///< The last flight of the peer came from there.
  std::size_t sent_ = 0;
};

}  // namespace counterpoint

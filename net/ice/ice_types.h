// SPDX-License-Identifier: GPL-3.0-or-later
// The values that an IceAgent takes and gives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "core/base/message.h"
#include "core/model/relay_transport.h"
#include "net/ice/ice_candidate.h"

namespace counterpoint {

/// One of the caller's sockets, by a number of its choice that it does not use twice in one session.
using IceSocketId = std::uint32_t;

/// The controlling agent decides which pair is used: the one that made the offer (RFC 8445 section 6.1.1).
enum class IceRole : std::uint8_t { kControlling, kControlled };

/// Kinds of network interfaces, best first: the address of a better one gets a higher priority.
enum class IceInterface : std::uint8_t { kWired, kWireless, kUnknown, kCellular, kTunnel };

/// A relay (RFC 8656), with long-term credentials.
struct TurnServer {
  IpEndpoint address;
  std::string user;
  std::string password;
  /// Nothing: UDP, and TCP too when that is not answered soon.
  std::optional<RelayTransport> transport{};
  std::string name{};  ///< The certificate has to say it with TLS: the host's name, or its address as text.
};

/// A way out of this host: one of its sockets, or a relay behind it.
struct IcePath {
  IceSocketId socket = 0;
  std::uint32_t relay = 0;  ///< Number of an allocation; 0: none.

  bool operator==(const IcePath&) const = default;
};

/// A datagram to send from one of the caller's sockets.
struct IceTransmit {
  IceSocketId socket = 0;
  IpEndpoint to;
  Bytes bytes;
  /// Other than kUdp: a message for the relay at `to`, by a connection to it from the address of the socket.
  RelayTransport transport = RelayTransport::kUdp;
};

/// The pair of addresses that media travel between.
struct IcePair {
  IceSocketId socket = 0;
  IpEndpoint local;  ///< Address of the socket, or the relayed one.
  CandidateType local_type = CandidateType::kHost;
  IpEndpoint remote;
  CandidateType remote_type = CandidateType::kHost;
  RelayTransport transport = RelayTransport::kUdp;  ///< To the relay of this side, if there is one.

  /// True when a TURN server on either side relays.
  [[nodiscard]] bool relayed() const {
    return local_type == CandidateType::kRelayed || remote_type == CandidateType::kRelayed;
  }
  bool operator==(const IcePair&) const = default;
};

/// A new candidate that the peer should be told of.
struct IceLocalCandidate {
  IceCandidate candidate;
};
/// All servers have answered or given up for all local addresses so far. It comes again after another add_local().
struct IceGatheringDone {};
/// Media may be sent: the first pair works, or one again after IceConsentLost or IceFailed.
struct IceConnected {
  IcePair pair;
};
/// Media take another pair from now on, without a gap on this side.
struct IcePairChanged {
  IcePair pair;
};
/// The peer has not confirmed for 30 s that it wants media (RFC 7675): none is sent any more. Another address of either
/// side may bring IceConnected; the addresses in use need a restart().
struct IceConsentLost {};
/// No pair has worked, and no reason to wait is left. A check of the peer may still bring IceConnected.
struct IceFailed {
  Message cause;
};

using IceEvent =
    std::variant<IceLocalCandidate, IceGatheringDone, IceConnected, IcePairChanged, IceConsentLost, IceFailed>;

/// A datagram that an IceAgent has looked at.
struct IceReceived {
  enum class Kind : std::uint8_t {
    kConsumed,  ///< STUN or TURN, dealt with (or refused).
    kMedia,     ///< The peer sent it: `media` is a view into the datagram, after the header of TURN if there was one.
    kForeign,   ///< Nobody known sent it: drop it.
  };
  Kind kind = Kind::kForeign;
  ByteView media{};
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "core/base/time.h"
#include "net/ice/ice_candidate.h"
#include "net/ice/ice_types.h"
#include "net/sdp/ice_credentials.h"

namespace counterpoint {

/// One end of an ICE session (RFC 8445, with trickle RFC 8838 and consent RFC 7675): finds a way between two hosts
/// behind NATs, keeps it open, and moves to another when an address changes. One stream of one component, UDP.
///
/// 1. It has no sockets and no clock. After each call, send what take_transmit() gives and look at take_event(); call
///    poll() at next_deadline().
/// 2. The first pair that works carries media at once (IceConnected). The controlling side nominates, again when a
///    better pair works or the one in use breaks (draft-thatcher-ice-renomination); the other one follows.
/// 3. A new local address is checked at once with the same credentials, and the peer learns it by the check, so roaming
///    needs no signalling. restart() is needed only when both sides have lost all addresses that the other knows.
/// 4. Strangers get no answer and no memory: checks without the right password are dropped. Candidates, pairs and
///    queues are bounded, and a check is answered by one datagram of about its size.
class IceAgent {
 public:
  struct Config {
    IceRole role = IceRole::kControlling;
    IceCredentials local;
    std::vector<IpEndpoint> stun_servers{};  ///< The first kMaxServers count; each is asked from each local address.
    std::vector<TurnServer> turn_servers{};  ///< The first kMaxServers count.
    bool relay_only = false;                 ///< Hide the own addresses: only relayed candidates are told and used.
    /// A guess at the round trip time to the peer, such as that of the signalling connection, > 0. The first
    /// retransmission comes after 1.5 of it, from 100 to 500 ms, until a check has measured better.
    Duration expected_round_trip = 130ms;
    std::optional<std::uint64_t> seed{};  ///< All that is random follows from it; without one nobody can predict it.
  };
  static constexpr std::size_t kMaxServers = 4;
  static constexpr std::size_t kMaxLocalSockets = 16;      ///< More are ignored.
  static constexpr std::size_t kMaxRemoteCandidates = 50;  ///< More are ignored.
  static constexpr std::size_t kMaxPairs = 100;            ///< RFC 8445 section 6.1.2.5: the best are kept.

  explicit IceAgent(const Config& config);
  IceAgent(IceAgent&&) noexcept;
  IceAgent& operator=(IceAgent&&) noexcept;
  ~IceAgent();

  /// A socket of the host, bound to `base` (a real address: not 0.0.0.0). Emits its candidate, asks the servers, and
  /// checks it against all that is known of the peer.
  void add_local(IceSocketId socket, const IpEndpoint& base, IceInterface kind, Timestamp now);
  /// The socket is gone. Media move to another pair that works, at once if there is one.
  void remove_local(IceSocketId socket, Timestamp now);

  /// The peer's credentials. `lite`: it says a=ice-lite (RFC 8445 section 2.5), so that this side controls. A second
  /// call with others is ignored until restart(), as are invalid ones.
  void set_remote_credentials(const IceCredentials& remote, bool lite, Timestamp now);
  void add_remote(const IceCandidate& candidate, Timestamp now);
  /// No more candidates will come, so that failure is certain earlier. Optional.
  void end_of_remote_candidates(Timestamp now);
  /// Begins again with new credentials (RFC 8445 section 9): forgets the peer's credentials and candidates, and emits
  /// all local candidates anew. Media stay on the pair in use until a new one works or its consent ends.
  void restart(const IceCredentials& local, Timestamp now);

  /// A datagram from `from` at `socket`. The result's view lives as long as `datagram`.
  IceReceived handle_datagram(IceSocketId socket, const IpEndpoint& from, ByteView datagram, Timestamp now) {
    return handle_message(socket, from, RelayTransport::kUdp, datagram, now);
  }
  /// The same for what came by the connection of `socket` to the relay `from`, or as a datagram.
  IceReceived handle_message(IceSocketId socket, const IpEndpoint& from, RelayTransport transport, ByteView message,
                             Timestamp now);
  /// The connection of `socket` to the relay `server` has not come about or is over, for the reason `why`.
  void lose_relay(IceSocketId socket, const IpEndpoint& server, RelayTransport transport, const Message& why,
                  Timestamp now);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::optional<IceTransmit> take_transmit();
  [[nodiscard]] std::optional<IceEvent> take_event();

  /// Addresses `media` for the pair in use, with a header of TURN (4 to 36 bytes) where a relay is the first hop;
  /// nothing while there is no pair or no consent.
  [[nodiscard]] std::optional<IceTransmit> wrap(ByteView media) const;
  /// The pair in use; nothing while media may not be sent.
  [[nodiscard]] std::optional<IcePair> selected() const;
  /// The smoothed round trip time of the pair in use; nothing before a check has been answered.
  [[nodiscard]] std::optional<Duration> round_trip() const;
  /// Candidates of this side so far, for the first SDP.
  [[nodiscard]] std::vector<IceCandidate> local_candidates() const;
  /// Gives back the addresses that TURN servers lent: call it once, then send the last datagrams.
  void close(Timestamp now);

 private:
  class Session;
  std::unique_ptr<Session> session_;
};

}  // namespace counterpoint

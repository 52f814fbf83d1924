// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "core/base/message.h"
#include "core/base/time.h"
#include "net/ice/ice_candidate.h"
#include "net/ice/ice_types.h"
#include "net/ice/stun_transaction.h"
#include "net/ice/turn_client.h"

namespace counterpoint {

/// Finds the addresses under which this host can be reached (RFC 8445 section 5.1): those of its sockets, what STUN
/// servers see of them, and those that TURN servers lend. Each server is asked from each socket that can reach it; a
/// TURN server of no certain transport over UDP, and over TCP too when that is not answered in kPatienceWithUdp.
class CandidateGatherer {
 public:
  struct Config {
    std::vector<IpEndpoint> stun_servers;
    std::vector<TurnServer> turn_servers;
    bool relay_only = false;  ///< Find no other candidates.
    StunTransactionIds ids{};
  };
  struct Local {
    IcePath path;
    IceCandidate candidate;
  };
  struct Received {
    bool consumed = false;  ///< A server sent it.
    IcePath path{};
    std::optional<TurnClient::FromPeer> from_peer{};  ///< A relay has passed this on, on `path`.
  };

  /// Firewalls that drop UDP do so in silence. Most answers have come by then; a second address does no harm.
  static constexpr Duration kPatienceWithUdp = 1s;

  explicit CandidateGatherer(const Config& config) : config_(config) {}

  void add_socket(IceSocketId socket, const IpEndpoint& base, IceInterface kind, Timestamp now);
  void remove_socket(IceSocketId socket);
  [[nodiscard]] Received handle_datagram(IceSocketId socket, const IpEndpoint& from, RelayTransport transport,
                                         ByteView datagram, Timestamp now);
  /// There is no connection to the relay at `server`, or none any more. Its path may get another candidate.
  void lose_relay(IceSocketId socket, const IpEndpoint& server, RelayTransport transport, const Message& why,
                  Timestamp now);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::optional<IceTransmit> take_transmit();
  /// Each new candidate once.
  [[nodiscard]] std::optional<Local> take_local();
  /// NATs forget a mapping that is not used. While `wanted`, servers are asked again every 15 s, which also finds a
  /// mapping that has changed.
  void keep_mappings(bool wanted, Timestamp now);

  /// True when no server can be expected to answer any more that has not.
  [[nodiscard]] bool done() const;
  /// All candidates so far.
  [[nodiscard]] const std::vector<Local>& locals() const { return locals_; }
  /// The allocation of `path`, which has one and is not removed.
  [[nodiscard]] TurnClient& relay(const IcePath& path);
  [[nodiscard]] const TurnClient& relay(const IcePath& path) const;
  /// A complaint about a relay; the last one, since whoever was asked over TCP too was silent before.
  [[nodiscard]] std::optional<Message> relay_error() const;
  void close(Timestamp now);

 private:
  struct Socket {
    IpEndpoint base;
    std::uint16_t local_preference;
  };
  /// A question to a STUN server.
  struct Query {
    IceSocketId socket;
    IpEndpoint server;
    std::optional<StunTransaction> transaction{};
    std::optional<IpEndpoint> mapped{};
    Timestamp renew_at = kNever;
  };
  struct Relay {
    IcePath path;
    TurnClient client;
    Timestamp fall_back_at = kNever;  ///< Time at which it is asked over TCP too.
    bool told = false;
  };

  void ask(Query& query, Timestamp now);
  [[nodiscard]] bool handle_answer(IceSocketId socket, const IpEndpoint& from, ByteView datagram, Timestamp now);
  void collect(Relay& relay);
  void ask_relay(IceSocketId socket, TurnServer server, Timestamp now);
  void fall_back(Timestamp now);
  void add(const IcePath& path, CandidateType type, const IpEndpoint& address, const IpEndpoint& base,
           const std::optional<IpEndpoint>& server, RelayTransport transport = RelayTransport::kUdp);
  [[nodiscard]] std::string foundation(CandidateType type, const IpAddress& base,
                                       const std::optional<IpEndpoint>& server, RelayTransport transport);

  Config config_;
  std::map<IceSocketId, Socket> sockets_;
  std::list<Query> queries_;
  std::list<Relay> relays_;
  std::uint32_t last_relay_ = 0;
  std::uint16_t sockets_so_far_ = 0;
  bool keep_mappings_ = true;
  std::vector<Local> locals_;
  std::deque<Local> untold_;
  std::deque<IceTransmit> outgoing_;
  std::map<std::string, int> foundations_;
};

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "app/host/server_lookup.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/control/reachability.h"
#include "net/ice/stun_transaction.h"
#include "net/ice/transport/local_sockets.h"
#include "net/ice/turn_client.h"

namespace counterpoint {

/// Asks the servers of the settings outside a call, each from each address of this host: whether they answer, and how
/// this host looks from there. Belongs to the network thread.
class ServerProbe {
 public:
  /// Whoever is silent for longer helps no call either.
  static constexpr Duration kPatience = 4s;

  /// Errors: those of the sockets.
  [[nodiscard]] static Result<std::unique_ptr<ServerProbe>> start(std::vector<ServerToTry> servers, Timestamp now);
  /// With other sockets, as tests have them.
  ServerProbe(std::vector<ServerToTry> servers, std::unique_ptr<LocalSockets> sockets, StunTransactionIds ids,
              Timestamp now);
  ~ServerProbe();

  void poll(Timestamp now);
  [[nodiscard]] int descriptor() const { return sockets_->descriptor(); }
  [[nodiscard]] Timestamp next_deadline() const;
  /// Each server has answered, or will not.
  [[nodiscard]] bool done() const { return done_; }
  /// One for each server, once done().
  [[nodiscard]] std::vector<ServerTried> results() const;
  [[nodiscard]] Reachability reachability() const;
  /// Gives back what relays lent.
  void close(Timestamp now);

 private:
  /// A binding request to one address of a STUN server, from one socket.
  struct Query {
    std::size_t server = 0;
    IceSocketId socket = 0;
    IpEndpoint to;
    StunTransaction transaction;
    std::optional<IpEndpoint> mapped{};
  };
  struct Relay {
    std::size_t server = 0;
    IceSocketId socket = 0;
    TurnClient client;
  };

  void ask_from(IceSocketId socket, const IpEndpoint& base, Timestamp now);
  void ask_relay(std::size_t server, IceSocketId socket, const TurnServer& relay, Timestamp now);
  void take(const LocalSockets::Arrival& arrival, Timestamp now);
  void send_due(Timestamp now);
  void send(IceSocketId socket, const IpEndpoint& to, Bytes bytes, RelayTransport transport, Timestamp now);
  [[nodiscard]] bool has_answered(std::size_t server) const;
  [[nodiscard]] ServerTried result_of(std::size_t server) const;

  std::vector<ServerToTry> servers_;
  std::unique_ptr<LocalSockets> sockets_;
  StunTransactionIds ids_;
  Timestamp ends_at_;
  std::map<IceSocketId, IpEndpoint> bases_;
  std::vector<Query> queries_;
  std::vector<std::unique_ptr<Relay>> relays_;
  bool done_ = false;
};

}  // namespace counterpoint

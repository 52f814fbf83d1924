// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/server_probe.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/call/call_path.h"

namespace counterpoint {
namespace {

constexpr Duration kFirstRepetition = 250ms;

Message silent_server(bool relay) {
  return relay ? message("it does not answer: check name, port and transport, and that no firewall is between")
               : message("it does not answer: check name and port, and that no firewall drops UDP");
}

}  // namespace

Result<std::unique_ptr<ServerProbe>> ServerProbe::start(std::vector<ServerToTry> servers, Timestamp now) {
  std::vector<TurnServer> relays;
  for (const ServerToTry& server : servers) {
    for (TurnServer relay : server.found.servers.turn) {
      // One of no certain transport is asked over both at once.
      if (!relay.transport) relay.transport = RelayTransport::kTcp;
      relays.push_back(std::move(relay));
    }
  }
  auto sockets = open_local_sockets({}, relays);
  if (!sockets) return sockets.error();
  return std::make_unique<ServerProbe>(std::move(servers), std::move(*sockets), StunTransactionIds(), now);
}

ServerProbe::ServerProbe(std::vector<ServerToTry> servers, std::unique_ptr<LocalSockets> sockets,
                         StunTransactionIds ids, Timestamp now)
    : servers_(std::move(servers)), sockets_(std::move(sockets)), ids_(ids), ends_at_(now + kPatience) {
  poll(now);
}

ServerProbe::~ServerProbe() = default;

void ServerProbe::ask_from(IceSocketId socket, const IpEndpoint& base, Timestamp now) {
  bases_.insert_or_assign(socket, base);
  for (std::size_t server = 0; server < servers_.size(); ++server) {
    const IceServers& found = servers_[server].found.servers;
    for (const IpEndpoint& to : found.stun) {
      if (to.address.is_v6() != base.address.is_v6()) continue;
      const StunTransactionId id = ids_.draw();
      Bytes request = StunWriter(StunClass::kRequest, StunMethod::kBinding, id).finish();
      send(socket, to, request, RelayTransport::kUdp, now);
      queries_.push_back({.server = server,
                          .socket = socket,
                          .to = to,
                          .transaction = StunTransaction(id, std::move(request), kFirstRepetition, now)});
    }
    for (const TurnServer& relay : found.turn) {
      if (relay.address.address.is_v6() == base.address.is_v6()) ask_relay(server, socket, relay, now);
    }
  }
}

void ServerProbe::ask_relay(std::size_t server, IceSocketId socket, const TurnServer& relay, Timestamp now) {
  std::vector<RelayTransport> transports = {RelayTransport::kUdp, RelayTransport::kTcp};
  if (relay.transport) transports = {*relay.transport};
  for (const RelayTransport transport : transports) {
    TurnServer account = relay;
    account.transport = transport;
    relays_.push_back(std::make_unique<Relay>(
        Relay{.server = server, .socket = socket, .client = TurnClient(std::move(account), ids_.split(), now)}));
  }
}

void ServerProbe::send(IceSocketId socket, const IpEndpoint& to, Bytes bytes, RelayTransport transport, Timestamp now) {
  sockets_->send({.socket = socket, .to = to, .bytes = std::move(bytes), .transport = transport}, Ecn::kNotEct, now);
}

void ServerProbe::take(const LocalSockets::Arrival& arrival, Timestamp now) {
  for (const auto& relay : relays_) {
    if (relay->socket != arrival.socket || !relay->client.is_with(arrival.from, arrival.transport)) continue;
    if (arrival.lost) {
      relay->client.lose_connection(*arrival.lost, now);
    } else {
      (void)relay->client.handle_datagram(arrival.datagram.data, now);
    }
  }
  if (arrival.lost || arrival.transport != RelayTransport::kUdp) return;
  const auto answer = StunMessage::parse(arrival.datagram.data);
  if (!answer || answer->message_class() != StunClass::kSuccess) return;
  for (Query& query : queries_) {
    const bool is_asked = query.socket == arrival.socket && query.to == arrival.from;
    if (is_asked && query.transaction.id() == answer->transaction()) query.mapped = answer->mapped_address();
  }
}

void ServerProbe::send_due(Timestamp now) {
  for (Query& query : queries_) {
    if (query.mapped || now < query.transaction.next_deadline() || query.transaction.over(now)) continue;
    query.transaction.sent_again(now);
    send(query.socket, query.to, query.transaction.request(), RelayTransport::kUdp, now);
  }
  for (const auto& relay : relays_) {
    relay->client.poll(now);
    while (auto datagram = relay->client.take_datagram()) {
      send(relay->socket, relay->client.server(), std::move(*datagram), relay->client.transport(), now);
    }
  }
}

void ServerProbe::poll(Timestamp now) {
  if (done_) return;
  while (const auto change = sockets_->take_change()) {
    if (change->base) ask_from(change->socket, *change->base, now);
  }
  while (const auto arrival = sockets_->receive(now)) take(*arrival, now);
  send_due(now);
  const auto answered = [this](std::size_t server) { return has_answered(server); };
  std::vector<std::size_t> all(servers_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const bool all_queries = std::ranges::all_of(queries_, [](const Query& query) { return query.mapped.has_value(); });
  done_ = now >= ends_at_ || (all_queries && std::ranges::all_of(all, answered));
  if (done_) close(now);
}

Timestamp ServerProbe::next_deadline() const {
  if (done_) return kNever;
  Timestamp deadline = std::min(ends_at_, sockets_->next_deadline());
  for (const Query& query : queries_) {
    if (!query.mapped) deadline = std::min(deadline, query.transaction.next_deadline());
  }
  for (const auto& relay : relays_) deadline = std::min(deadline, relay->client.next_deadline());
  return deadline;
}

bool ServerProbe::has_answered(std::size_t server) const {
  const auto is_allocated = [](const auto& relay) { return relay->client.state() == TurnClient::State::kAllocated; };
  return !servers_[server].found.problems.empty() ||
         std::ranges::any_of(queries_, [&](const Query& q) { return q.server == server && q.mapped.has_value(); }) ||
         std::ranges::any_of(relays_, [&](const auto& r) { return r->server == server && is_allocated(r); });
}

ServerTried ServerProbe::result_of(std::size_t server) const {
  ServerTried result = servers_[server].server;
  const auto& problems = servers_[server].found.problems;
  if (!problems.empty()) {
    result.problem = problems.front();
    return result;
  }
  result.problem = silent_server(result.relay);
  for (const Query& query : queries_) {
    if (query.server != server || !query.mapped) continue;
    result.address = to_string(*query.mapped);
    result.problem = {};
  }
  for (const auto& relay : relays_) {
    if (relay->server != server || (result.problem.empty() && !result.address.empty())) continue;
    const TurnClient& client = relay->client;
    const bool lent = client.relayed().port != 0;
    if (lent) result.address = to_string(client.relayed());
    if (lent) result.problem = {};
    if (!lent && !client.error().empty()) result.problem = client.error();
  }
  return result;
}

std::vector<ServerTried> ServerProbe::results() const {
  std::vector<ServerTried> results;
  for (std::size_t server = 0; server < servers_.size(); ++server) results.push_back(result_of(server));
  return results;
}

Reachability ServerProbe::reachability() const {
  Reachability seen;
  seen.relay = std::ranges::any_of(servers_, [](const ServerToTry& one) { return one.server.relay; });
  if (queries_.empty()) return seen;
  seen.kind = Reachability::Kind::kSilent;
  for (const auto& [socket, base] : bases_) {
    std::set<IpEndpoint> mapped;
    for (const Query& query : queries_) {
      if (query.socket == socket && query.mapped) mapped.insert(*query.mapped);
    }
    if (mapped.empty()) continue;
    using enum Reachability::Kind;
    const auto kind = mapped.size() > 1 ? kDependent : *mapped.begin() == base ? kDirect : kMapped;
    // The best way counts; of IPv4 and IPv6, say.
    const bool better = seen.kind == kSilent || kind < seen.kind;
    if (!better) continue;
    seen.kind = kind;
    seen.address = to_string(mapped.begin()->address);
  }
  return seen;
}

void ServerProbe::close(Timestamp now) {
  for (const auto& relay : relays_) {
    relay->client.close(now);
    while (auto datagram = relay->client.take_datagram()) {
      send(relay->socket, relay->client.server(), std::move(*datagram), relay->client.transport(), now);
    }
  }
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/candidate_gatherer.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

constexpr Duration kFirstTimeout = 200ms;  ///< The round trip time to the server is not known.
constexpr Duration kMappingRenewal = 15s;  ///< Some NATs forget after 30 s (RFC 4787 section 4.3 asks for 120 s).

/// The larger, the better: better interfaces first, on each IPv6 before IPv4 (RFC 8421 section 4), then the order in
/// which sockets came.
std::uint16_t local_preference(IceInterface kind, bool v6, std::uint16_t order) {
  constexpr unsigned kKindStep = 8192;
  constexpr unsigned kOrders = kKindStep / 2;
  const unsigned below = static_cast<unsigned>(kind) * kKindStep + (v6 ? 0 : kOrders) + order % kOrders;
  return static_cast<std::uint16_t>(0xFFFF - below);
}

/// Below all of a shorter way: what goes over TCP waits for whatever TCP has lost (RFC 8445 section 5.1.2.1 leaves the
/// order of relayed candidates to this number).
std::uint16_t relayed_preference(std::uint16_t of_socket, RelayTransport transport) {
  constexpr unsigned kStep = 4;  // The largest local_preference() is less than this times the smallest.
  const unsigned preference = of_socket;
  if (transport == RelayTransport::kUdp) return of_socket;
  return static_cast<std::uint16_t>(transport == RelayTransport::kTcp ? preference / kStep
                                                                      : preference / (kStep * kStep));
}

bool can_reach(const IpAddress& base, const IpAddress& server) {
  return base.is_v6() == server.is_v6() && base.is_loopback() == server.is_loopback() && !base.is_link_local();
}

}  // namespace

void CandidateGatherer::add_socket(IceSocketId socket, const IpEndpoint& base, IceInterface kind, Timestamp now) {
  const std::uint16_t preference = local_preference(kind, base.address.is_v6(), sockets_so_far_++);
  if (!sockets_.try_emplace(socket, Socket{base, preference}).second) return;
  if (!config_.relay_only) {
    add({socket}, CandidateType::kHost, base, base, std::nullopt);
    for (const IpEndpoint& server : config_.stun_servers) {
      if (!can_reach(base.address, server.address)) continue;
      ask(queries_.emplace_back(Query{.socket = socket, .server = server}), now);
    }
  }
  for (const TurnServer& server : config_.turn_servers) {
    if (!can_reach(base.address, server.address.address)) continue;
    ask_relay(socket, server, now);
    if (!server.transport) relays_.back().fall_back_at = now + kPatienceWithUdp;
  }
}

void CandidateGatherer::ask_relay(IceSocketId socket, TurnServer server, Timestamp now) {
  relays_.push_back(
      {.path = {socket, ++last_relay_}, .client = TurnClient(std::move(server), config_.ids.split(), now)});
}

void CandidateGatherer::fall_back(Timestamp now) {
  for (Relay& relay : relays_) {
    if (relay.client.answered()) relay.fall_back_at = kNever;
    if (now < relay.fall_back_at) continue;
    relay.fall_back_at = kNever;
    TurnServer server = relay.client.account();
    server.transport = RelayTransport::kTcp;
    ask_relay(relay.path.socket, std::move(server), now);
  }
}

void CandidateGatherer::remove_socket(IceSocketId socket) {
  sockets_.erase(socket);
  std::erase_if(queries_, [&](const Query& query) { return query.socket == socket; });
  std::erase_if(relays_, [&](const Relay& relay) { return relay.path.socket == socket; });
  std::erase_if(locals_, [&](const Local& local) { return local.path.socket == socket; });
  std::erase_if(untold_, [&](const Local& local) { return local.path.socket == socket; });
  std::erase_if(outgoing_, [&](const IceTransmit& transmit) { return transmit.socket == socket; });
}

void CandidateGatherer::ask(Query& query, Timestamp now) {
  const StunTransactionId id = config_.ids.draw();
  query.renew_at = now + kMappingRenewal;
  query.transaction.emplace(id, StunWriter(StunClass::kRequest, StunMethod::kBinding, id).finish(), kFirstTimeout, now);
  outgoing_.push_back({query.socket, query.server, query.transaction->request()});
}

CandidateGatherer::Received CandidateGatherer::handle_datagram(IceSocketId socket, const IpEndpoint& from,
                                                               RelayTransport transport, ByteView datagram,
                                                               Timestamp now) {
  if (transport == RelayTransport::kUdp && handle_answer(socket, from, datagram, now)) return {.consumed = true};
  for (Relay& relay : relays_) {
    if (relay.path.socket != socket || !relay.client.is_with(from, transport)) continue;
    const auto from_peer = relay.client.handle_datagram(datagram, now);
    collect(relay);
    return {.consumed = true, .path = relay.path, .from_peer = from_peer};
  }
  return {};
}

void CandidateGatherer::lose_relay(IceSocketId socket, const IpEndpoint& server, RelayTransport transport,
                                   const Message& why, Timestamp now) {
  for (Relay& relay : relays_) {
    if (relay.path.socket != socket || !relay.client.is_with(server, transport)) continue;
    relay.client.lose_connection(why, now);
    relay.told = false;
    std::erase_if(locals_, [&](const Local& local) { return local.path == relay.path; });
  }
}

bool CandidateGatherer::handle_answer(IceSocketId socket, const IpEndpoint& from, ByteView datagram, Timestamp now) {
  const auto query =
      std::ranges::find_if(queries_, [&](const Query& each) { return each.socket == socket && each.server == from; });
  const auto answer = query != queries_.end() ? StunMessage::parse(datagram) : std::nullopt;
  if (!answer || !query->transaction || answer->transaction() != query->transaction->id()) return false;
  query->transaction.reset();
  query->renew_at = now + kMappingRenewal;
  const auto mapped = answer->mapped_address();
  if (answer->message_class() != StunClass::kSuccess || !mapped || mapped == query->mapped) return true;
  query->mapped = mapped;
  add({socket}, CandidateType::kServerReflexive, *mapped, sockets_.at(socket).base, from);
  return true;
}

void CandidateGatherer::collect(Relay& relay) {
  while (auto datagram = relay.client.take_datagram()) {
    outgoing_.push_back({relay.path.socket, relay.client.server(), std::move(*datagram), relay.client.transport()});
  }
  if (relay.told || relay.client.state() != TurnClient::State::kAllocated) return;
  relay.told = true;
  const IpEndpoint& base = sockets_.at(relay.path.socket).base;
  // The mapped address comes with it, so a relay is a STUN server too (RFC 8445 section 5.1.1.2); of UDP, over UDP.
  if (!config_.relay_only && relay.client.transport() == RelayTransport::kUdp) {
    add({relay.path.socket}, CandidateType::kServerReflexive, relay.client.mapped(), base, relay.client.server());
  }
  add(relay.path, CandidateType::kRelayed, relay.client.relayed(), relay.client.mapped(), relay.client.server(),
      relay.client.transport());
}

void CandidateGatherer::add(const IcePath& path, CandidateType type, const IpEndpoint& address, const IpEndpoint& base,
                            const std::optional<IpEndpoint>& server, RelayTransport transport) {
  const bool known = std::ranges::any_of(
      locals_, [&](const Local& local) { return local.path == path && local.candidate.address == address; });
  if (known) return;
  const std::uint16_t preference = relayed_preference(sockets_.at(path.socket).local_preference, transport);
  IceCandidate candidate{.type = type,
                         .address = address,
                         .priority = candidate_priority(type, preference),
                         .foundation = foundation(type, base.address, server, transport),
                         .related = {}};
  // A host that hides its addresses does not tell the mapped one either.
  if (type != CandidateType::kHost) candidate.related = config_.relay_only ? IpEndpoint{} : base;
  locals_.push_back({path, candidate});
  untold_.push_back(locals_.back());
}

std::string CandidateGatherer::foundation(CandidateType type, const IpAddress& base,
                                          const std::optional<IpEndpoint>& server, RelayTransport transport) {
  const std::string key = std::string(to_string(type)) + " " + to_string(base) + " " +
                          (server ? to_string(server->address) : std::string()) + " " +
                          std::string(to_string(transport));
  return std::to_string(foundations_.try_emplace(key, static_cast<int>(foundations_.size()) + 1).first->second);
}

void CandidateGatherer::poll(Timestamp now) {
  fall_back(now);
  for (Query& query : queries_) {
    if (query.transaction && query.transaction->over(now)) query.transaction.reset();
    if (query.transaction && now >= query.transaction->next_deadline()) {
      query.transaction->sent_again(now);
      outgoing_.push_back({query.socket, query.server, query.transaction->request()});
    }
    if (keep_mappings_ && !query.transaction && now >= query.renew_at) ask(query, now);
  }
  for (Relay& relay : relays_) {
    relay.client.poll(now);
    collect(relay);
  }
}

Timestamp CandidateGatherer::next_deadline() const {
  Timestamp deadline = kNever;
  for (const Query& query : queries_) {
    if (query.transaction) deadline = std::min(deadline, query.transaction->next_deadline());
    if (keep_mappings_ && !query.transaction) deadline = std::min(deadline, query.renew_at);
  }
  for (const Relay& relay : relays_) {
    deadline = std::min({deadline, relay.client.next_deadline(), relay.fall_back_at});
  }
  return deadline;
}

std::optional<IceTransmit> CandidateGatherer::take_transmit() {
  for (Relay& relay : relays_) collect(relay);
  if (outgoing_.empty()) return std::nullopt;
  std::optional<IceTransmit> transmit(std::move(outgoing_.front()));
  outgoing_.pop_front();
  return transmit;
}

std::optional<CandidateGatherer::Local> CandidateGatherer::take_local() {
  if (untold_.empty()) return std::nullopt;
  std::optional<Local> local(std::move(untold_.front()));
  untold_.pop_front();
  return local;
}

void CandidateGatherer::keep_mappings(bool wanted, Timestamp now) {
  if (wanted && !keep_mappings_) {
    for (Query& query : queries_) query.renew_at = std::max(query.renew_at, now);
  }
  keep_mappings_ = wanted;
}

bool CandidateGatherer::done() const {
  // A server that did not answer at first is asked again as long as mappings are kept; that is not waited for.
  const bool asking = std::ranges::any_of(queries_, [](const Query& query) {
    return query.transaction && !query.mapped && query.transaction->transmissions() < 6;
  });
  return !asking && std::ranges::all_of(relays_, [](const Relay& relay) {
    return relay.client.state() != TurnClient::State::kAllocating;
  });
}

TurnClient& CandidateGatherer::relay(const IcePath& path) {
  return std::ranges::find(relays_, path.relay, [](const Relay& each) { return each.path.relay; })->client;
}

const TurnClient& CandidateGatherer::relay(const IcePath& path) const {
  return std::ranges::find(relays_, path.relay, [](const Relay& each) { return each.path.relay; })->client;
}

std::optional<Message> CandidateGatherer::relay_error() const {
  const auto has_failed = [](const Relay& relay) { return relay.client.state() == TurnClient::State::kFailed; };
  const auto failed = std::find_if(relays_.rbegin(), relays_.rend(), has_failed);
  return failed != relays_.rend() ? std::optional(failed->client.error()) : std::nullopt;
}

void CandidateGatherer::close(Timestamp now) {
  for (Relay& relay : relays_) {
    relay.client.close(now);
    collect(relay);
  }
}

}  // namespace counterpoint

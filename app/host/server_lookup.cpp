// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/server_lookup.h"

#include <algorithm>
#include <string>

#include "net/adapters/rendezvous/rendezvous_node.h"

namespace counterpoint {
namespace {

constexpr std::uint16_t kStunPort = 3478;  ///< TURN has the same (RFC 8656 section 3.1),
constexpr std::uint16_t kTlsPort = 5349;   ///< and this one over TLS.

/// The first address of each kind, since a host of one kind alone can ask only that.
std::vector<IpEndpoint> first_of_each_kind(const std::vector<Endpoint>& endpoints) {
  std::vector<IpEndpoint> found;
  for (const Endpoint& endpoint : endpoints) {
    const auto address = IpAddress::parse(endpoint.address);
    if (!address) continue;
    const auto is_same_kind = [&](const IpEndpoint& one) { return one.address.is_v6() == address->is_v6(); };
    if (std::ranges::none_of(found, is_same_kind)) found.push_back({.address = *address, .port = endpoint.port});
  }
  return found;
}

std::vector<IpEndpoint> find_server(const std::string& name, std::uint16_t port, ServersFound& found) {
  const Result<std::vector<Endpoint>> endpoints = resolve(name, port);
  if (endpoints) return first_of_each_kind(*endpoints);
  found.problems.push_back(
      message("the server %1 is left out of calls: %2", Message::verbatim(name), endpoints.error().message));
  return {};
}

}  // namespace

ServersFound find_servers(const ServerSettings& named) {
  ServersFound found;
  found.servers.relay_only = named.relay_only;
  for (const std::string& name : named.stun) {
    for (const IpEndpoint& address : find_server(name, kStunPort, found)) found.servers.stun.push_back(address);
  }
  for (const RelaySettings& relay : named.relays) {
    const std::uint16_t port = relay.transport == RelayTransport::kTls ? kTlsPort : kStunPort;
    for (const IpEndpoint& address : find_server(relay.server, port, found)) {
      found.servers.turn.push_back({.address = address,
                                    .user = relay.user,
                                    .password = relay.password,
                                    .transport = relay.transport,
                                    .name = host_of(relay.server)});
    }
  }
  return found;
}

std::vector<ServerToTry> find_each_server(const ServerSettings& named) {
  std::vector<ServerToTry> servers;
  for (const std::string& stun : named.stun) {
    servers.push_back(
        {.server = {.relay = false, .server = stun}, .found = find_servers({.stun = {stun}, .relays = {}})});
  }
  for (const RelaySettings& relay : named.relays) {
    servers.push_back(
        {.server = {.relay = true, .server = relay.server}, .found = find_servers({.stun = {}, .relays = {relay}})});
  }
  return servers;
}

NodesFound find_nodes(const std::vector<std::string>& named) {
  NodesFound found;
  for (const std::string& name : named) {
    const Result<std::vector<Endpoint>> endpoints = resolve(name, kRendezvousPort);
    if (endpoints) {
      found.nodes.insert(found.nodes.end(), endpoints->begin(), endpoints->end());
    } else {
      found.problems.push_back(
          message("the node %1 is asked later: %2", Message::verbatim(name), endpoints.error().message));
    }
  }
  return found;
}

bool are_numeric(const ServerSettings& named) {
  return std::ranges::all_of(named.stun, [](const std::string& name) { return is_numeric_address(name); }) &&
         std::ranges::all_of(named.relays, [](const RelaySettings& relay) { return is_numeric_address(relay.server); });
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/endpoint.h"

#include <arpa/inet.h>
#include <netdb.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

struct HostAndPort {
  std::string host;
  std::optional<std::uint16_t> port;
};

Error bad_address(std::string_view text) {
  constexpr std::size_t kMax = 100;
  return {
      .kind = ErrorKind::kInvalidArgument,
      .message = message("\"%1\" is not an address: write host, host:port or [IPv6]:port, with a port from 1 to 65535",
                         text.substr(0, kMax))};
}

std::optional<std::uint16_t> read_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

Result<HostAndPort> split(std::string_view text) {
  const bool printable = std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
  if (text.empty() || !printable || text.size() > NI_MAXHOST) return bad_address(text);
  std::string_view host = text;
  std::string_view rest;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return bad_address(text);
    host = text.substr(1, close - 1);
    rest = text.substr(close + 1);
  } else if (std::ranges::count(text, ':') == 1) {  // More of them are a bare IPv6 address.
    host = text.substr(0, text.find(':'));
    rest = text.substr(text.find(':'));
  }
  HostAndPort result{.host = std::string(host), .port = {}};
  if (!rest.empty()) {
    result.port = rest.starts_with(':') ? read_port(rest.substr(1)) : std::nullopt;
    if (!result.port) return bad_address(text);
  }
  if (host.empty()) return bad_address(text);
  return result;
}

Error not_found(const std::string& host, int code) {
  const bool temporary = code == EAI_AGAIN;
  return {.kind = ErrorKind::kUnavailable,
          .message = temporary
                         ? message("the name \"%1\" cannot be looked up now: check the network and try again", host)
                         : message("the name \"%1\" is not known: check its spelling, or use the address", host)};
}

}  // namespace

std::string network_of(const std::string& address) {
  constexpr std::size_t kNetworkBytes = 8;
  in6_addr ip{};
  const std::string plain = address.substr(0, address.find('%'));
  if (inet_pton(AF_INET6, plain.c_str(), &ip) != 1) return address.substr(0, address.rfind('.'));
  std::fill(std::begin(ip.s6_addr) + kNetworkBytes, std::end(ip.s6_addr), std::uint8_t{0});
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(AF_INET6, &ip, text.data(), text.size()) != nullptr ? text.data() : plain;
}

std::string to_string(const Endpoint& endpoint) {
  const bool ipv6 = endpoint.address.find(':') != std::string::npos;
  return (ipv6 ? "[" + endpoint.address + "]" : endpoint.address) + ":" + std::to_string(endpoint.port);
}

Result<void> check_address(std::string_view host_port) {
  const Result<HostAndPort> parts = split(host_port);
  if (!parts) return parts.error();
  const bool bad = parts->host.find(':') != std::string::npos && !SocketAddress::from(parts->host, 0);
  return bad ? bad_address(host_port) : Result<void>();
}

std::string host_of(std::string_view host_port) {
  const Result<HostAndPort> parts = split(host_port);
  return parts ? parts->host : std::string();
}

bool is_numeric_address(std::string_view host_port) {
  const Result<HostAndPort> parts = split(host_port);
  return parts && SocketAddress::from(parts->host, 0);
}

Result<std::vector<Endpoint>> resolve(std::string_view host_port, std::uint16_t default_port) {
  const Result<HostAndPort> parts = split(host_port);
  if (!parts) return parts.error();
  const std::uint16_t port = parts->port.value_or(default_port);
  if (const auto numeric = SocketAddress::from(parts->host, port)) return std::vector{numeric->endpoint()};
  if (parts->host.find(':') != std::string::npos) return bad_address(host_port);

  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int code = getaddrinfo(parts->host.c_str(), nullptr, &hints, &list);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(list, &freeaddrinfo);
  std::vector<Endpoint> endpoints;
  for (const addrinfo* entry = code == 0 ? list : nullptr; entry != nullptr; entry = entry->ai_next) {
    if (entry->ai_family != AF_INET && entry->ai_family != AF_INET6) continue;
    SocketAddress address;
    std::memcpy(address.get(), entry->ai_addr, entry->ai_addrlen);
    address.set_port(port);
    const Endpoint endpoint = address.endpoint();
    if (std::ranges::find(endpoints, endpoint) == endpoints.end()) endpoints.push_back(endpoint);
  }
  if (endpoints.empty()) return not_found(parts->host, code);
  return endpoints;
}

Result<std::vector<Endpoint>> resolve_all(std::span<const std::string> host_ports, std::uint16_t default_port) {
  std::vector<Endpoint> all;
  for (const std::string& one : host_ports) {
    const Result<std::vector<Endpoint>> found = resolve(one, default_port);
    if (!found) return found.error();
    all.insert(all.end(), found->begin(), found->end());
  }
  return all;
}

}  // namespace counterpoint

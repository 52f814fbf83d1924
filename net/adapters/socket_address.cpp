// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/socket_address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace counterpoint {
namespace {

// ::ffff:a.b.c.d, an IPv4 address in IPv6 form (RFC 4291 section 2.5.5.2).
constexpr std::size_t kMappedPrefix = 12;

sockaddr_in as_ipv4(const sockaddr_storage& storage) {
  sockaddr_in address{};
  std::memcpy(&address, &storage, sizeof(address));
  return address;
}

sockaddr_in6 as_ipv6(const sockaddr_storage& storage) {
  sockaddr_in6 address{};
  std::memcpy(&address, &storage, sizeof(address));
  return address;
}

Error cannot_bind(int type, const std::string& address, std::uint16_t port, int code) {
  const char* protocol = type == SOCK_STREAM ? "TCP" : "UDP";
  const bool any = address == "::" || address == "0.0.0.0";
  const Message where = any ? Message::verbatim(std::to_string(port)) : message("%1 at %2", port, address);
  Message problem = message("%1 port %2 cannot be used (%3)", protocol, where, system_message(code));
  if (code == EADDRINUSE) {
    problem = message("%1 port %2 is in use: choose another port, or end the program that uses it", protocol, where);
  } else if (code == EADDRNOTAVAIL) {
    problem = message("%1 port %2 cannot be used: the address is not one of this host", protocol, where);
  } else if (code == EACCES) {
    problem = message("%1 port %2 is reserved for the system: choose a port from 1024 on", protocol, where);
  }
  return {.kind = ErrorKind::kUnavailable, .message = std::move(problem)};
}

}  // namespace

std::optional<SocketAddress> SocketAddress::from(const std::string& address, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST;
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  // getaddrinfo() and not inet_pton(), since it knows scopes. It takes short forms like "1" too, which no user means.
  const bool complete = address.find(':') != std::string::npos || std::ranges::count(address, '.') == 3;
  if (!complete || getaddrinfo(address.c_str(), nullptr, &hints, &found) != 0) return std::nullopt;
  SocketAddress result;
  std::memcpy(&result.storage_, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  result.set_port(port);
  return result;
}

std::optional<SocketAddress> SocketAddress::from(const sockaddr& address) {
  SocketAddress result;
  if (address.sa_family != AF_INET && address.sa_family != AF_INET6) return std::nullopt;
  std::memcpy(&result.storage_, &address, address.sa_family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
  return result;
}

SocketAddress SocketAddress::from(const IpEndpoint& endpoint) {
  SocketAddress result;
  const ByteView bytes = endpoint.address.bytes();
  if (endpoint.address.is_v6()) {
    sockaddr_in6 ipv6{};
    ipv6.sin6_family = AF_INET6;
    std::ranges::copy(bytes, std::begin(ipv6.sin6_addr.s6_addr));
    std::memcpy(&result.storage_, &ipv6, sizeof(ipv6));
  } else {
    sockaddr_in ipv4{};
    ipv4.sin_family = AF_INET;
    std::memcpy(&ipv4.sin_addr, bytes.data(), bytes.size());
    std::memcpy(&result.storage_, &ipv4, sizeof(ipv4));
  }
  result.set_port(endpoint.port);
  return result;
}

SocketAddress SocketAddress::local_of(int socket) {
  SocketAddress result;
  socklen_t size = kCapacity;
  if (getsockname(socket, result.get(), &size) != 0) return {};
  return result;
}

SocketAddress SocketAddress::peer_of(int socket) {
  SocketAddress result;
  socklen_t size = kCapacity;
  if (getpeername(socket, result.get(), &size) != 0) return {};
  return result;
}

std::uint16_t SocketAddress::port() const {
  if (family() == AF_INET) return ntohs(as_ipv4(storage_).sin_port);
  if (family() == AF_INET6) return ntohs(as_ipv6(storage_).sin6_port);
  return 0;
}

void SocketAddress::set_port(std::uint16_t port) {
  if (family() == AF_INET) {
    sockaddr_in ipv4 = as_ipv4(storage_);
    ipv4.sin_port = htons(port);
    std::memcpy(&storage_, &ipv4, sizeof(ipv4));
  } else {
    sockaddr_in6 ipv6 = as_ipv6(storage_);
    ipv6.sin6_port = htons(port);
    std::memcpy(&storage_, &ipv6, sizeof(ipv6));
  }
}

Endpoint SocketAddress::endpoint() const {
  if (const auto ipv4 = for_family(AF_INET); ipv4 && family() == AF_INET6) return ipv4->endpoint();
  std::array<char, NI_MAXHOST> text{};
  if (getnameinfo(get(), size(), text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) return {};
  return {.address = text.data(), .port = port()};
}

IpEndpoint SocketAddress::ip_endpoint() const {
  std::optional<IpAddress> address;
  if (family() == AF_INET) {
    const sockaddr_in ipv4 = as_ipv4(storage_);
    address = IpAddress::from({reinterpret_cast<const std::uint8_t*>(&ipv4.sin_addr), IpAddress::kV4Size});
  } else if (family() == AF_INET6) {
    const sockaddr_in6 ipv6 = as_ipv6(storage_);
    address = IpAddress::from({ipv6.sin6_addr.s6_addr, IpAddress::kV6Size});
  }
  return {.address = address.value_or(IpAddress()), .port = port()};
}

std::optional<SocketAddress> SocketAddress::for_family(int family) const {
  if (family == this->family()) return *this;
  sockaddr_in ipv4 = as_ipv4(storage_);
  sockaddr_in6 ipv6 = as_ipv6(storage_);
  SocketAddress result;
  if (family == AF_INET6 && this->family() == AF_INET) {
    ipv6 = {};
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = ipv4.sin_port;
    ipv6.sin6_addr.s6_addr[10] = 0xFF;
    ipv6.sin6_addr.s6_addr[11] = 0xFF;
    std::memcpy(ipv6.sin6_addr.s6_addr + kMappedPrefix, &ipv4.sin_addr, sizeof(ipv4.sin_addr));
    std::memcpy(&result.storage_, &ipv6, sizeof(ipv6));
    return result;
  }
  if (family == AF_INET && this->family() == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&ipv6.sin6_addr)) {
    ipv4 = {};
    ipv4.sin_family = AF_INET;
    ipv4.sin_port = ipv6.sin6_port;
    std::memcpy(&ipv4.sin_addr, ipv6.sin6_addr.s6_addr + kMappedPrefix, sizeof(ipv4.sin_addr));
    std::memcpy(&result.storage_, &ipv4, sizeof(ipv4));
    return result;
  }
  return std::nullopt;
}

bool SocketAddress::operator==(const SocketAddress& other) const {
  if (family() != other.family() || port() != other.port()) return false;
  if (family() == AF_INET) return as_ipv4(storage_).sin_addr.s_addr == as_ipv4(other.storage_).sin_addr.s_addr;
  const sockaddr_in6 a = as_ipv6(storage_);
  const sockaddr_in6 b = as_ipv6(other.storage_);
  return IN6_ARE_ADDR_EQUAL(&a.sin6_addr, &b.sin6_addr);
}

socklen_t SocketAddress::size() const { return family() == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6); }

Error not_an_address(const std::string& text) {
  return Error{.kind = ErrorKind::kInvalidArgument,
               .message = message("\"%1\" is not an address of this host: use 0.0.0.0 for all of them", text)};
}

Result<FileDescriptor> bound_socket(int type, const std::string& address, std::uint16_t port, bool reuse) {
  const std::optional<SocketAddress> local = SocketAddress::from(address, port);
  if (!local) return not_an_address(address);
  FileDescriptor socket(::socket(local->family(), type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return cannot_bind(type, address, port, errno);
  const int on = 1;
  const int off = 0;
  if (reuse) setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (local->family() == AF_INET6) setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
  if (::bind(socket.get(), local->get(), local->size()) != 0) return cannot_bind(type, address, port, errno);
  // Two listeners may bind the same port with SO_REUSEADDR; only listening tells.
  if (type == SOCK_STREAM && ::listen(socket.get(), SOMAXCONN) != 0) return cannot_bind(type, address, port, errno);
  return socket;
}

std::optional<int> connect_result(int socket) {
  pollfd entry{.fd = socket, .events = POLLOUT, .revents = 0};
  if (::poll(&entry, 1, 0) <= 0) return std::nullopt;
  int code = 0;
  socklen_t size = sizeof(code);
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno;
}

Message system_message(int code) { return std::generic_category().message(code); }

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>

#include "net/adapters/file_descriptor.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

/// Empty for an address that only this host or this cable knows.
std::string text_of(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address->sa_family == AF_INET) {
    const in_addr& ip = reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
    const std::uint32_t bits = ntohl(ip.s_addr);
    const bool link_local = bits >> 16U == 0xA9FEU;  // 169.254.0.0/16 (RFC 3927).
    if (link_local || IN_MULTICAST(bits)) return {};
    return inet_ntop(AF_INET, &ip, text.data(), text.size()) != nullptr ? text.data() : std::string();
  }
  if (address->sa_family != AF_INET6) return {};
  const in6_addr& ip = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  if (IN6_IS_ADDR_LINKLOCAL(&ip) || IN6_IS_ADDR_MULTICAST(&ip)) return {};
  if (inet_ntop(AF_INET6, &ip, text.data(), text.size()) == nullptr) return {};
  return "[" + std::string(text.data()) + "]";
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

}  // namespace

std::string own_address() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return host_name();
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, freeifaddrs);
  std::string found;
  for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
    constexpr unsigned kInUse = IFF_UP | IFF_RUNNING;
    const bool in_use = (one->ifa_flags & kInUse) == kInUse && (one->ifa_flags & IFF_LOOPBACK) == 0;
    if (!in_use || one->ifa_addr == nullptr) continue;
    std::string text = text_of(one->ifa_addr);
    if (one->ifa_addr->sa_family == AF_INET && !text.empty()) return text;
    if (found.empty()) found = std::move(text);
  }
  return found.empty() ? host_name() : found;
}

std::string default_route_address() {
  // Addresses of documentation (RFC 5737, RFC 3849): connecting a UDP socket chooses a route and sends nothing.
  for (const char* far : {"192.0.2.1", "2001:db8::1"}) {
    const auto to = SocketAddress::from(far, 9);
    const FileDescriptor probe(::socket(to->family(), SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (probe.valid() && ::connect(probe.get(), to->get(), to->size()) == 0) {
      return SocketAddress::local_of(probe.get()).endpoint().address;
    }
  }
  return "127.0.0.1";
}

}  // namespace counterpoint

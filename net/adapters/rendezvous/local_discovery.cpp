// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/local_discovery.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "net/adapters/rendezvous/open_dht_rendezvous.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr std::string_view kMagic = "counterpoint-node/1";

sockaddr_in group_address() {
  sockaddr_in group{};
  group.sin_family = AF_INET;
  group.sin_port = htons(LocalDiscovery::kPort);
  (void)inet_pton(AF_INET, LocalDiscovery::kGroup, &group.sin_addr);
  return group;
}

/// The IPv4 addresses of this host's interfaces that can multicast.
std::vector<in_addr> multicast_interfaces() {
  std::vector<in_addr> found;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return found;
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, freeifaddrs);
  for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
    constexpr unsigned kUsable = IFF_UP | IFF_MULTICAST;
    const bool usable = (one->ifa_flags & kUsable) == kUsable && one->ifa_addr != nullptr;
    if (!usable || one->ifa_addr->sa_family != AF_INET) continue;
    found.push_back(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr);
  }
  return found;
}

}  // namespace

Bytes make_announcement(std::uint16_t port, std::uint64_t token) {
  ByteWriter writer;
  writer.view({reinterpret_cast<const std::uint8_t*>(kMagic.data()), kMagic.size()});
  writer.u32(OpenDhtRendezvous::kNetwork);
  writer.u16(port);
  writer.u64(token);
  return writer.take();
}

std::optional<Announcement> read_announcement(ByteView datagram) {
  ByteReader reader(datagram);
  const ByteView magic = reader.view(kMagic.size());
  const bool ours = reader.ok() && std::equal(magic.begin(), magic.end(), kMagic.begin()) &&
                    reader.u32() == OpenDhtRendezvous::kNetwork;
  const std::uint16_t port = reader.u16();
  const std::uint64_t token = reader.u64();
  if (!ours || !reader.ok() || port == 0) return std::nullopt;
  return Announcement{port, token};
}

LocalDiscovery::LocalDiscovery(std::uint16_t node_port, std::uint64_t token, Timestamp now)
    : node_port_(node_port), token_(token), started_at_(now), announces_at_(now) {
  open();
}

void LocalDiscovery::open() {
  FileDescriptor made(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int on = 1;
  // Several programs of one host listen at the same port.
  (void)setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  // At the address of the group, nothing is heard that was sent to this host alone, from wherever.
  const sockaddr_in address = group_address();
  if (::bind(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return;
  socket_ = std::move(made);
}

std::vector<Endpoint> LocalDiscovery::poll(Timestamp now) {
  if (now >= announces_at_) {
    announce();
    ++announced_;
    announces_at_ = announced_ < kFirst.size() ? started_at_ + kFirst.at(announced_) : now + kInterval;
  }
  std::vector<Endpoint> heard;
  std::array<std::uint8_t, 64> buffer{};
  for (int i = 0; i < kMaxHeard && socket_.valid(); ++i) {
    SocketAddress from;
    socklen_t size = SocketAddress::kCapacity;
    const ssize_t length = ::recvfrom(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT, from.get(), &size);
    if (length < 0) break;
    const auto announcement = read_announcement({buffer.data(), static_cast<std::size_t>(length)});
    if (!announcement || announcement->token == token_ || !given_.take(now)) continue;
    heard.push_back({.address = from.endpoint().address, .port = announcement->port});
  }
  return heard;
}

void LocalDiscovery::announce() {
  if (!socket_.valid()) open();
  if (!socket_.valid()) return;
  const Bytes datagram = make_announcement(node_port_, token_);
  const sockaddr_in group = group_address();
  for (const in_addr& own : multicast_interfaces()) {
    // Joining again where it was joined fails, which is as good.
    const ip_mreq membership{.imr_multiaddr = group.sin_addr, .imr_interface = own};
    (void)setsockopt(socket_.get(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership);
    (void)setsockopt(socket_.get(), IPPROTO_IP, IP_MULTICAST_IF, &own, sizeof own);
    (void)::sendto(socket_.get(), datagram.data(), datagram.size(), MSG_DONTWAIT,
                   reinterpret_cast<const sockaddr*>(&group), sizeof group);
  }
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/udp_sockets.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace counterpoint {
namespace {

constexpr IceSocketId kMonitor = 0;  ///< Sockets count from 1.
constexpr int kLookAfter = 64;       ///< So many datagrams of a flood come before the next look who else has any.

IceInterface kind_of(LocalAddress::Medium medium) {
  switch (medium) {
    case LocalAddress::Medium::kWired:
    case LocalAddress::Medium::kLoopback:
      return IceInterface::kWired;
    case LocalAddress::Medium::kWireless:
      return IceInterface::kWireless;
    case LocalAddress::Medium::kCellular:
      return IceInterface::kCellular;
    case LocalAddress::Medium::kTunnel:
      return IceInterface::kTunnel;
  }
  return IceInterface::kUnknown;
}

bool watch(int epoll, int descriptor, IceSocketId id) {
  epoll_event event{.events = EPOLLIN, .data = {.u32 = id}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

// Without it, the default route of one interface would take the datagrams of all.
void leave_by(const UdpSocket& socket, unsigned interface) {
  const int index = static_cast<int>(htonl(interface));
  const bool ipv6 = socket.family() == AF_INET6;
  // An old kernel that does not know it still sends, by the default route.
  (void)setsockopt(socket.descriptor(), ipv6 ? IPPROTO_IPV6 : IPPROTO_IP, ipv6 ? IPV6_UNICAST_IF : IP_UNICAST_IF,
                   &index, sizeof index);
}

}  // namespace

Result<std::unique_ptr<UdpSockets>> UdpSockets::open(const Config& config) {
  Result<NetworkMonitor> monitor = NetworkMonitor::open();
  if (!monitor) return monitor.error();
  FileDescriptor epoll(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll.valid() || !watch(epoll.get(), monitor->descriptor(), kMonitor)) {
    return Error{.kind = ErrorKind::kUnavailable,
                 .message = message("the system gives no port for media (%1)", system_message(errno))};
  }
  if (config.only &&
      std::ranges::find(monitor->addresses(), *config.only, &LocalAddress::address) == monitor->addresses().end()) {
    return not_an_address(to_string(*config.only));
  }
  return std::unique_ptr<UdpSockets>(new UdpSockets(config, std::move(*monitor), std::move(epoll)));
}

UdpSockets::UdpSockets(const Config& config, NetworkMonitor monitor, FileDescriptor epoll)
    : config_(config), monitor_(std::move(monitor)), epoll_(std::move(epoll)) {
  follow_addresses();
}

std::vector<LocalAddress> UdpSockets::wanted() const {
  std::vector<LocalAddress> addresses = monitor_.addresses();
  if (config_.only && !config_.local_peer) {
    std::erase_if(addresses, [&](const LocalAddress& one) { return one.address != *config_.only; });
    return addresses;
  }
  const auto is_loopback = [](const LocalAddress& one) { return one.medium == LocalAddress::Medium::kLoopback; };
  const bool alone = std::ranges::all_of(addresses, is_loopback);
  const std::optional<IpAddress>& peer = config_.local_peer;
  std::erase_if(addresses, [&](const LocalAddress& one) {
    return is_loopback(one) != (peer || alone) || (peer && one.address.is_v6() != peer->is_v6());
  });
  if (addresses.size() > kMaxSockets) addresses.resize(kMaxSockets);
  return addresses;
}

void UdpSockets::follow_addresses() {
  const std::vector<LocalAddress> addresses = wanted();
  for (auto entry = sockets_.begin(); entry != sockets_.end();) {
    if (std::ranges::find(addresses, entry->second.address) != addresses.end()) {
      ++entry;
      continue;
    }
    changes_.push_back({.socket = entry->first, .base = {}});
    entry = sockets_.erase(entry);
  }
  for (const LocalAddress& address : addresses) {
    const auto is_open = [&](const auto& entry) { return entry.second.address == address; };
    if (std::ranges::none_of(sockets_, is_open)) open_socket(address);
  }
}

// An IPv6 address cannot be bound to before it is known to be unique; then the monitor tells of it once more.
void UdpSockets::open_socket(const LocalAddress& address) {
  Result<UdpSocket> socket = UdpSocket::bind(to_string(address.address), 0);
  if (!socket || !watch(epoll_.get(), socket->descriptor(), last_id_ + 1)) return;
  leave_by(*socket, address.interface);
  ++last_id_;
  changes_.push_back({.socket = last_id_,
                      .base = IpEndpoint{.address = address.address, .port = socket->local_port()},
                      .kind = kind_of(address.medium)});
  sockets_.emplace(last_id_, Open{.address = address, .socket = std::move(*socket)});
}

std::optional<LocalSockets::Change> UdpSockets::take_change() {
  if (changes_.empty()) return std::nullopt;
  const Change change = changes_.front();
  changes_.pop_front();
  return change;
}

void UdpSockets::send(const IceTransmit& transmit, Ecn ecn, Timestamp /*now*/) {
  const auto found = sockets_.find(transmit.socket);
  if (found == sockets_.end()) return;
  const auto to = SocketAddress::from(transmit.to).for_family(found->second.socket.family());
  if (to) found->second.socket.send(transmit.bytes, *to, ecn);
}

std::optional<LocalSockets::Arrival> UdpSockets::receive(Timestamp now) {
  if (ready_.empty() || received_ >= kLookAfter) find_ready();
  while (!ready_.empty()) {
    const IceSocketId id = ready_.front();
    ready_.pop_front();
    const auto found = sockets_.find(id);
    if (found == sockets_.end()) continue;
    UdpSocket& socket = found->second.socket;
    if (std::optional<UdpSocket::Arrival> arrival = socket.receive(now)) {
      ++socket.counters().received;
      ++received_;
      ready_.push_back(id);
      return Arrival{.socket = id, .from = arrival->from.ip_endpoint(), .datagram = std::move(arrival->datagram)};
    }
  }
  return std::nullopt;
}

void UdpSockets::find_ready() {
  ready_.clear();
  received_ = 0;
  std::array<epoll_event, kMaxSockets + 1> events{};
  const int count = epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), 0);
  bool changed = false;
  for (int i = 0; i < count; ++i) {
    const IceSocketId id = events.at(static_cast<std::size_t>(i)).data.u32;
    if (id == kMonitor) {
      changed = monitor_.poll();
    } else {
      ready_.push_back(id);
    }
  }
  if (changed) follow_addresses();
}

UdpCounters UdpSockets::counters() const {
  UdpCounters sum;
  for (const auto& [id, open] : sockets_) {
    const UdpCounters& one = open.socket.counters();
    sum.sent += one.sent;
    sum.received += one.received;
    sum.send_dropped += one.send_dropped;
    sum.receive_dropped += one.receive_dropped;
    sum.errors += one.errors;
  }
  return sum;
}

}  // namespace counterpoint

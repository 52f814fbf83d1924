// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/network_monitor.h"

#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

/// The kernel tells it by flags and below /sys, of modems by a name alone.
LocalAddress::Medium medium_of(const ifaddrs& entry) {
  const std::string_view name = entry.ifa_name;
  if ((entry.ifa_flags & IFF_LOOPBACK) != 0) return LocalAddress::Medium::kLoopback;
  if (name.starts_with("ww")) return LocalAddress::Medium::kCellular;
  if ((entry.ifa_flags & IFF_POINTOPOINT) != 0) return LocalAddress::Medium::kTunnel;
  std::error_code ignored;
  const bool wireless = std::filesystem::exists("/sys/class/net/" + std::string(name) + "/wireless", ignored);
  return wireless ? LocalAddress::Medium::kWireless : LocalAddress::Medium::kWired;
}

std::optional<LocalAddress> read_address(const ifaddrs& entry) {
  constexpr unsigned kInUse = IFF_UP | IFF_RUNNING;
  if (entry.ifa_addr == nullptr || (entry.ifa_flags & kInUse) != kInUse) return std::nullopt;
  const std::optional<SocketAddress> socket = SocketAddress::from(*entry.ifa_addr);
  if (!socket) return std::nullopt;
  const IpAddress address = socket->ip_endpoint().address;
  if (address.is_link_local()) return std::nullopt;
  return LocalAddress{.address = address, .interface = if_nametoindex(entry.ifa_name), .medium = medium_of(entry)};
}

}  // namespace

std::vector<LocalAddress> local_addresses() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, freeifaddrs);
  std::vector<LocalAddress> found;
  for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
    auto address = read_address(*entry);
    if (address && found.size() < NetworkMonitor::kMaxAddresses) found.push_back(std::move(*address));
  }
  return found;
}

Result<NetworkMonitor> NetworkMonitor::open() {
  FileDescriptor socket(::socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE));
  sockaddr_nl groups{};
  groups.nl_family = AF_NETLINK;
  groups.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR;
  if (!socket.valid() || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&groups), sizeof groups) != 0) {
    return Error{.kind = ErrorKind::kUnavailable,
                 .message = message("the system does not tell of its network interfaces (%1)", system_message(errno))};
  }
  return NetworkMonitor(std::move(socket));
}

NetworkMonitor::NetworkMonitor(FileDescriptor socket) : socket_(std::move(socket)), addresses_(local_addresses()) {}

bool NetworkMonitor::poll() {
  // The list says it all: notes may get lost (ENOBUFS), and one says little without the others.
  bool told = false;
  std::array<char, 8192> note{};
  constexpr int kMaxNotes = 256;
  for (int i = 0; i < kMaxNotes; ++i) {
    if (::recv(socket_.get(), note.data(), note.size(), MSG_DONTWAIT) < 0 && errno != ENOBUFS) break;
    told = true;
  }
  if (!told) return false;
  std::vector<LocalAddress> now = local_addresses();
  const bool changed = now != addresses_;
  addresses_ = std::move(now);
  return changed;
}

}  // namespace counterpoint

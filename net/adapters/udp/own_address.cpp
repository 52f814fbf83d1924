// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/own_address.h"

#include <unistd.h>

#include <array>

#include "net/adapters/udp/network_monitor.h"

namespace counterpoint {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

}  // namespace

std::string own_address() {
  std::string found;
  for (const LocalAddress& one : local_addresses()) {
    if (one.medium == LocalAddress::Medium::kLoopback) continue;
    if (!one.address.is_v6()) return to_string(one.address);
    if (found.empty()) found = "[" + to_string(one.address) + "]";
  }
  return found.empty() ? host_name() : found;
}

}  // namespace counterpoint

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

std::string own_address() { return own_addresses().front(); }

std::vector<std::string> own_addresses() {
  std::vector<std::string> v4;
  std::vector<std::string> v6;
  for (const LocalAddress& one : local_addresses()) {
    if (one.medium == LocalAddress::Medium::kLoopback) continue;
    const std::string text = to_string(one.address);
    one.address.is_v6() ? v6.push_back("[" + text + "]") : v4.push_back(text);
  }
  v4.insert(v4.end(), v6.begin(), v6.end());
  if (v4.empty()) v4.push_back(host_name());
  return v4;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/kernel_hosts.h"

#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sys/ioctl.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "app/lab/levels/kernel/child_process.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr const char* kDevice = "path0";
/// Packets that may wait for the router: enough for more than a second at a thousand a second.
constexpr int kDeviceQueue = 10'000;
constexpr std::uint32_t kLeftNetwork = 0xC612'0000;   // 198.18.0.0/16
constexpr std::uint32_t kRightNetwork = 0xC613'0000;  // 198.19.0.0/16
constexpr std::uint32_t kNetworkMask = 0xFFFF'0000;

std::uint32_t address_in(std::uint32_t network, std::size_t flow) {
  return network + static_cast<std::uint32_t>(flow) + 1;
}

std::string to_text(std::uint32_t address) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) {
    text += std::to_string((address >> shift) & 0xFF) + (shift > 0 ? "." : "");
  }
  return text;
}

Result<FileDescriptor> open_device(const NetworkNamespace& network) {
  FileDescriptor device =
      network.inside([] { return FileDescriptor(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)); });
  ifreq request{};
  std::strncpy(request.ifr_name, kDevice, sizeof request.ifr_name - 1);
  // Without IFF_VNET_HDR, no segment larger than the MTU can pass.
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (!device.valid() || ioctl(device.get(), TUNSETIFF, &request) != 0) {
    return Error{ErrorKind::kUnavailable,
                 "/dev/net/tun: no TUN device can be made here (" + system_message(errno).text() + ")"};
  }
  return device;
}

Result<void> apply_settings(const NetworkNamespace& network) {
  struct Setting {
    const char* name;
    const char* value;
  };
  constexpr std::array<Setting, 5> kSettings = {{
      {"net/ipv4/tcp_no_metrics_save", "1"},
      {"net/ipv4/tcp_congestion_control", "reno"},
      // Room for the window of any experiment's path.
      {"net/ipv4/tcp_rmem", "4096 131072 67108864"},
      {"net/ipv4/tcp_wmem", "4096 131072 67108864"},
      // ICMP errors are part of the measurement: none must be held back.
      {"net/ipv4/icmp_ratelimit", "0"},
  }};
  for (const Setting& setting : kSettings) {
    if (Result<void> set = network.set(setting.name, setting.value); !set) return set;
  }
  // A kernel without IPv6 has nothing to switch off.
  (void)network.set("net/ipv6/conf/all/disable_ipv6", "1");
  (void)network.set("net/ipv6/conf/default/disable_ipv6", "1");
  return {};
}

Result<KernelHost> make_host(std::size_t flows, std::uint32_t here, std::uint32_t there) {
  const std::string ip = find_program("ip");
  if (ip.empty()) return Error{ErrorKind::kUnavailable, "the program 'ip' is missing: install iproute2"};
  Result<NetworkNamespace> network = NetworkNamespace::create();
  if (!network) return network.error();
  if (Result<void> set = apply_settings(*network); !set) return set.error();
  Result<FileDescriptor> device = open_device(*network);
  if (!device) return device.error();
  std::ostringstream commands;
  commands << "link set dev lo up\n"
           << "link set dev " << kDevice << " mtu 1500 txqueuelen " << kDeviceQueue << " up\n";
  for (std::size_t flow = 0; flow < flows; ++flow) {
    const std::string own = to_text(address_in(here, flow));
    commands << "address add " << own << "/32 dev " << kDevice << "\n"
             << "route add " << to_text(address_in(there, flow)) << "/32 dev " << kDevice << " src " << own << "\n";
  }
  constexpr Duration kMax = 30s;
  if (Result<void> ran = run_command(*network, {ip, "-batch", "-"}, commands.str(), kMax); !ran) return ran.error();
  return KernelHost{.network = std::move(*network), .device = std::move(*device)};
}

std::uint32_t read_address(std::span<const std::uint8_t> packet, std::size_t offset) {
  std::uint32_t address = 0;
  for (std::size_t i = 0; i < 4; ++i) address = address << 8 | packet[offset + i];
  return address;
}

}  // namespace

std::uint64_t KernelHost::dropped() const {
  return network.inside([]() -> std::uint64_t {
    std::ifstream devices("/proc/thread-self/net/dev");
    for (std::string line; std::getline(devices, line);) {
      const auto colon = line.find(':');
      if (colon == std::string::npos || line.find(kDevice) == std::string::npos) continue;
      // Receive: bytes packets errs drop fifo frame compressed multicast; transmit: bytes packets errs drop ...
      std::istringstream numbers(line.substr(colon + 1));
      std::array<std::uint64_t, 12> values{};
      for (std::uint64_t& value : values) numbers >> value;
      return values[2] + values[3] + values[10] + values[11];
    }
    return 0;
  });
}

Result<KernelHosts> KernelHosts::create(std::size_t flows) {
  Result<KernelHost> left = make_host(flows, kLeftNetwork, kRightNetwork);
  if (!left) return left.error();
  Result<KernelHost> right = make_host(flows, kRightNetwork, kLeftNetwork);
  if (!right) return right.error();
  return KernelHosts(std::move(*left), std::move(*right));
}

std::string KernelHosts::left_address(std::size_t flow) { return to_text(address_in(kLeftNetwork, flow)); }

std::string KernelHosts::right_address(std::size_t flow) { return to_text(address_in(kRightNetwork, flow)); }

std::optional<std::size_t> KernelHosts::flow_of(std::span<const std::uint8_t> packet, bool backward) {
  // RFC 791, 3.1: version and header length, ..., source at byte 12, destination at 16.
  constexpr std::size_t kHeader = 20;
  if (packet.size() < kHeader || packet[0] >> 4 != 4) return std::nullopt;
  const std::uint32_t source = read_address(packet, 12);
  const std::uint32_t destination = read_address(packet, 16);
  const std::uint32_t number = source & ~kNetworkMask;
  const bool matches = (source & kNetworkMask) == (backward ? kRightNetwork : kLeftNetwork) &&
                       (destination & kNetworkMask) == (backward ? kLeftNetwork : kRightNetwork) &&
                       number == (destination & ~kNetworkMask) && number > 0;
  return matches ? std::optional<std::size_t>(number - 1) : std::nullopt;
}

}  // namespace counterpoint

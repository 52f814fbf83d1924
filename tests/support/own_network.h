// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>

#include <cstring>

#include "net/adapters/file_descriptor.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {

/// A network of its own for the thread of the test, with a loopback device "lo" and an Ethernet device "tap0".
class OwnNetwork {
 public:
  /// False where the system does not allow it.
  [[nodiscard]] bool open() {
    if (unshare(CLONE_NEWNET) != 0) return false;
    control_ = FileDescriptor(::socket(AF_INET, SOCK_DGRAM, 0));
    tap_ = FileDescriptor(::open("/dev/net/tun", O_RDWR | O_CLOEXEC));
    ifreq request = named("tap0");
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    return tap_.valid() && ioctl(tap_.get(), TUNSETIFF, &request) == 0 && set_up("lo", true);
  }
  bool set_up(const char* device, bool up) {
    ifreq request = named(device);
    if (ioctl(control_.get(), SIOCGIFFLAGS, &request) != 0) return false;
    const auto others = static_cast<short>(request.ifr_flags & ~IFF_UP);
    request.ifr_flags = static_cast<short>(up ? others | IFF_UP : others);
    return ioctl(control_.get(), SIOCSIFFLAGS, &request) == 0;
  }
  /// Replaces the IPv4 address of `device`; "lo:1" is one more of "lo".
  bool give(const char* device, const char* address) {
    ifreq request = named(device);
    const auto socket_address = SocketAddress::from(address, 0);
    std::memcpy(&request.ifr_addr, socket_address->get(), sizeof(sockaddr_in));
    return ioctl(control_.get(), SIOCSIFADDR, &request) == 0 && set_up(device, true);
  }

 private:
  static ifreq named(const char* device) {
    ifreq request{};
    std::strncpy(request.ifr_name, device, sizeof request.ifr_name - 1);
    return request;
  }

  FileDescriptor control_;
  FileDescriptor tap_;
};

}  // namespace counterpoint

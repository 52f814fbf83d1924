// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/tcp_round_trip_time.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace counterpoint {

std::optional<Duration> tcp_round_trip_time(int descriptor) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || info.tcpi_rtt == 0) return std::nullopt;
  return std::chrono::microseconds(info.tcpi_rtt);
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/emulation/probe.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/bytes.h"
#include "net/adapters/session_clock.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr std::uint16_t kPort = 7;  // Echo, which nobody serves in these namespaces.
constexpr std::int64_t kHeaders = 28;

void receive_all(int socket, std::vector<Probe>& probes) {
  for (;;) {
    std::uint64_t number = 0;
    iovec data{.iov_base = &number, .iov_len = sizeof number};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(timespec))> control{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (recvmsg(socket, &message, MSG_DONTWAIT) < static_cast<ssize_t>(sizeof number)) return;
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header == nullptr || header->cmsg_type != SCM_TIMESTAMPNS || number >= probes.size()) continue;
    timespec stamp{};
    std::memcpy(&stamp, CMSG_DATA(header), sizeof stamp);
    probes[number].received_at = from_wall_clock(stamp);
  }
}

void wait_for_arrival(int socket, Timestamp until) {
  const Duration left = std::max(until - session_now(), Duration::zero());
  const timespec timeout{.tv_sec = static_cast<std::time_t>(left / 1s),
                         .tv_nsec = static_cast<long>((left % 1s).count())};
  pollfd arrival{.fd = socket, .events = POLLIN, .revents = 0};
  ppoll(&arrival, 1, &timeout, nullptr);
}

}  // namespace

Result<std::vector<Probe>> send_probes(const KernelHosts& hosts, const ProbeTraffic& traffic, Duration grace) {
  const KernelHost& here = traffic.backward ? hosts.right() : hosts.left();
  const KernelHost& there = traffic.backward ? hosts.left() : hosts.right();
  const std::string target = traffic.backward ? KernelHosts::left_address(0) : KernelHosts::right_address(0);
  const std::string source = traffic.backward ? KernelHosts::right_address(0) : KernelHosts::left_address(0);
  const auto receiver = there.network.inside([&] { return bound_socket(SOCK_DGRAM, target, kPort, false); });
  if (!receiver) return receiver.error();
  const auto sender = here.network.inside([&] { return bound_socket(SOCK_DGRAM, source, 0, false); });
  if (!sender) return sender.error();
  constexpr int kOn = 1;
  constexpr int kBuffer = 8'000'000;
  const SocketAddress address = SocketAddress::from(target, kPort).value_or(SocketAddress());
  if (setsockopt(receiver->get(), SOL_SOCKET, SO_TIMESTAMPNS, &kOn, sizeof kOn) != 0 ||
      setsockopt(receiver->get(), SOL_SOCKET, SO_RCVBUFFORCE, &kBuffer, sizeof kBuffer) != 0 ||
      connect(sender->get(), address.get(), address.size()) != 0) {
    return Error{ErrorKind::kUnavailable, "the probes' sockets cannot be used: " + system_message(errno).text()};
  }
  const Duration interval = traffic.packet_size / traffic.rate;
  std::vector<Probe> probes(static_cast<std::size_t>(traffic.duration / interval));
  Bytes payload(static_cast<std::size_t>(traffic.packet_size.bytes() - kHeaders));
  const Timestamp start = session_now();
  for (std::uint64_t i = 0; i < probes.size(); ++i) {
    const Timestamp due = start + interval * static_cast<std::int64_t>(i);
    while (session_now() < due) {
      wait_for_arrival(receiver->get(), due);
      receive_all(receiver->get(), probes);
    }
    std::memcpy(payload.data(), &i, sizeof i);
    probes[i].sent_at = session_now();
    if (send(sender->get(), payload.data(), payload.size(), 0) < 0) {
      return Error{ErrorKind::kUnavailable, "a probe cannot be sent: " + system_message(errno).text()};
    }
  }
  const Timestamp end = session_now() + grace;
  while (session_now() < end) {
    wait_for_arrival(receiver->get(), end);
    receive_all(receiver->get(), probes);
  }
  return probes;
}

}  // namespace counterpoint

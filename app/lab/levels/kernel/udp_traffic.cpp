// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/udp_traffic.h"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "core/base/bytes.h"
#include "core/model/datagram.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr Timestamp kRunStart{};

}  // namespace

Result<std::unique_ptr<UdpTraffic>> UdpTraffic::create(const FlowEnds& ends, const LabFlow& flow, const CrossLoad& load,
                                                       std::uint64_t seed) {
  Result<FileDescriptor> receiver =
      ends.receiver->network.inside([&] { return bound_socket(SOCK_DGRAM, ends.receiver_address, 0, false); });
  if (!receiver) return receiver.error();
  Result<FileDescriptor> sender =
      ends.sender->network.inside([&] { return bound_socket(SOCK_DGRAM, ends.sender_address, 0, false); });
  if (!sender) return sender.error();
  const SocketAddress target = SocketAddress::local_of(receiver->get());
  // The socket only prevents ICMP errors: the kernel drops packets for which it has no room.
  constexpr int kMin = 1;
  setsockopt(receiver->get(), SOL_SOCKET, SO_RCVBUF, &kMin, sizeof kMin);
  if (connect(sender->get(), target.get(), target.size()) != 0) {
    return Error{ErrorKind::kUnavailable,
                 "flow " + flow.name + ": no UDP socket (" + system_message(errno).text() + ")"};
  }
  const CrossTraffic traffic({.rate = load.rate,
                              .packet_size = load.packet_size,
                              .on = load.on,
                              .off = load.off,
                              .exponential = load.exponential},
                             seed, kRunStart + flow.start);
  return std::unique_ptr<UdpTraffic>(new UdpTraffic(std::move(*sender), std::move(*receiver), flow, traffic));
}

Result<void> UdpTraffic::run(Duration now) {
  if (now >= stop_) return {};
  while (const std::optional<DataSize> size = traffic_.poll(kRunStart + now)) {
    const Bytes payload(static_cast<std::size_t>((*size - kIpUdpHeader).bytes()));
    // A full device loses the packet, and counts it.
    (void)send(sender_.get(), payload.data(), payload.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  }
  return {};
}

Duration UdpTraffic::next_deadline() const {
  const Duration due = traffic_.next_deadline() - kRunStart;
  return due < stop_ ? due : Duration::max();
}

}  // namespace counterpoint

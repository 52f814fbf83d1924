// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/udp/udp_socket.h"

#include <netinet/in.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxDatagram = 65'536;

void set_option(int socket, int level, int option, int value) {
  // None of these options is vital: without it, a counter or a time stamp is less exact.
  static_cast<void>(setsockopt(socket, level, option, &value, sizeof(value)));
}

void set_options(int socket, int family, const UdpSocket::Config& config) {
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  set_option(socket, SOL_SOCKET, SO_RCVBUF, static_cast<int>(std::min(config.receive_buffer.bytes(), kMax)));
  set_option(socket, SOL_SOCKET, SO_SNDBUF, static_cast<int>(std::min(config.send_buffer.bytes(), kMax)));
  set_option(socket, SOL_SOCKET, SO_TIMESTAMPNS, 1);
  set_option(socket, SOL_SOCKET, SO_RXQ_OVFL, 1);
  // An IPv6 socket may carry IPv4, which has options of its own.
  set_option(socket, IPPROTO_IP, IP_RECVTOS, 1);
  set_option(socket, IPPROTO_IP, IP_RECVERR, 1);
  if (family == AF_INET6) {
    set_option(socket, IPPROTO_IPV6, IPV6_RECVTCLASS, 1);
    set_option(socket, IPPROTO_IPV6, IPV6_RECVERR, 1);
  }
}

template <typename T>
T control_value(const cmsghdr& message) {
  T value{};
  std::memcpy(&value, CMSG_DATA(&message), std::min(sizeof(T), message.cmsg_len - CMSG_LEN(0)));
  return value;
}

// A datagram for sendmsg(), which only reads what this points to.
struct Outgoing {
  Outgoing(ByteView datagram, SocketAddress& peer)
      : piece{.iov_base = const_cast<std::uint8_t*>(datagram.data()), .iov_len = datagram.size()} {
    header.msg_name = peer.get();
    header.msg_namelen = peer.size();
    header.msg_iov = &piece;
    header.msg_iovlen = 1;
  }

  // An IPv6 socket may carry IPv4: each kind of header looks at its own option alone.
  void set_ecn(Ecn ecn, int family) {
    header.msg_control = control.data();
    header.msg_controllen = family == AF_INET6 ? 2 * kOption : kOption;
    cmsghdr* const message = CMSG_FIRSTHDR(&header);
    write(*message, IPPROTO_IP, IP_TOS, ecn);
    if (family == AF_INET6) write(*CMSG_NXTHDR(&header, message), IPPROTO_IPV6, IPV6_TCLASS, ecn);
  }

  static constexpr std::size_t kOption = CMSG_SPACE(sizeof(int));
  iovec piece;
  alignas(cmsghdr) std::array<char, 2 * kOption> control{};
  msghdr header{};

 private:
  static void write(cmsghdr& message, int level, int type, Ecn ecn) {
    message.cmsg_level = level;
    message.cmsg_type = type;
    message.cmsg_len = CMSG_LEN(sizeof(int));
    const int value = static_cast<int>(ecn);
    std::memcpy(CMSG_DATA(&message), &value, sizeof value);
  }
};

}  // namespace

struct UdpSocket::Incoming {
  explicit Incoming(Bytes& buffer) : piece{.iov_base = buffer.data(), .iov_len = buffer.size()} {
    header.msg_name = from.get();
    header.msg_namelen = SocketAddress::kCapacity;
    header.msg_iov = &piece;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
  }

  SocketAddress from;
  iovec piece;
  alignas(cmsghdr) std::array<char, 512> control{};
  msghdr header{};
};

Result<UdpSocket> UdpSocket::bind(const std::string& address, std::uint16_t port, Config config) {
  Result<FileDescriptor> socket = bound_socket(SOCK_DGRAM, address, port, false);
  if (!socket) return socket.error();
  const SocketAddress local = SocketAddress::local_of(socket->get());
  set_options(socket->get(), local.family(), config);
  return UdpSocket(std::move(*socket), local.family(), local.port());
}

UdpSocket::UdpSocket(FileDescriptor socket, int family, std::uint16_t local_port)
    : socket_(std::move(socket)), family_(family), local_port_(local_port), buffer_(kMaxDatagram) {}

void UdpSocket::send(ByteView datagram, const SocketAddress& to, Ecn ecn) {
  SocketAddress peer = to;
  Outgoing outgoing(datagram, peer);
  if (ecn != Ecn::kNotEct) outgoing.set_ecn(ecn, family_);
  // The error of an earlier datagram comes back at the next call, which then does nothing else: so try twice.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (::sendmsg(socket_.get(), &outgoing.header, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) {
      ++counters_.sent;
      return;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) break;
    if (errno != EINTR) count_error();
  }
  ++counters_.send_dropped;
}

std::optional<UdpSocket::Arrival> UdpSocket::receive(Timestamp now) {
  for (int failed = 0; failed < kMaxSkipped; ++failed) {
    Incoming incoming(buffer_);
    const ssize_t size = ::recvmsg(socket_.get(), &incoming.header, MSG_DONTWAIT);
    if (size >= 0) return take(incoming, static_cast<std::size_t>(size), now);
    if (errno == EAGAIN || errno == EWOULDBLOCK) return std::nullopt;
    if (errno != EINTR) count_error();
  }
  return std::nullopt;
}

UdpSocket::Arrival UdpSocket::take(Incoming& incoming, std::size_t size, Timestamp now) {
  ReceivedDatagram datagram{.data = {}, .arrived_at = now};
  for (cmsghdr* message = CMSG_FIRSTHDR(&incoming.header); message != nullptr;
       message = CMSG_NXTHDR(&incoming.header, message)) {
    const std::pair<int, int> kind(message->cmsg_level, message->cmsg_type);
    if (kind == std::pair(SOL_SOCKET, SCM_TIMESTAMPNS)) {
      datagram.arrived_at = from_wall_clock(control_value<timespec>(*message));
    } else if (kind == std::pair(SOL_SOCKET, SO_RXQ_OVFL)) {
      const auto drops = control_value<std::uint32_t>(*message);
      counters_.receive_dropped += static_cast<std::uint32_t>(drops - std::exchange(kernel_drops_, drops));
    } else if (kind == std::pair(int{IPPROTO_IP}, IP_TOS)) {
      datagram.ecn = static_cast<Ecn>(control_value<std::uint8_t>(*message) & 3);
    } else if (kind == std::pair(int{IPPROTO_IPV6}, IPV6_TCLASS)) {
      datagram.ecn = static_cast<Ecn>(control_value<int>(*message) & 3);
    }
  }
  datagram.data.assign(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(size));
  return {.from = incoming.from, .datagram = std::move(datagram)};
}

// The kernel keeps the datagram behind each ICMP error, and reports the socket as ready until all are taken.
void UdpSocket::count_error() {
  std::uint64_t taken = 0;
  for (; taken < std::uint64_t{kMaxSkipped}; ++taken) {
    Incoming incoming(buffer_);
    if (::recvmsg(socket_.get(), &incoming.header, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) break;
  }
  counters_.errors += std::max<std::uint64_t>(taken, 1);
}

}  // namespace counterpoint

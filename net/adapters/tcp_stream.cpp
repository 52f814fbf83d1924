// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/tcp_stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <utility>

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr std::size_t kStreamReadSize = 16'384;
// So many strangers are sent away in one call: a flood cannot hold the thread.
constexpr int kMaxStrangers = 16;

void set_stream_options(int socket) {
  const auto silence =
      static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(TcpStream::kSilenceTimeout).count());
  const std::array<std::array<int, 2>, 3> options = {
      {{TCP_NODELAY, 1},
       {TCP_NOTSENT_LOWAT, static_cast<int>(TcpStream::kMaxUnsent.bytes())},
       {TCP_USER_TIMEOUT, silence}}};
  for (const auto& [option, value] : options) {
    static_cast<void>(setsockopt(socket, IPPROTO_TCP, option, &value, sizeof(value)));
  }
}

bool would_block(int code) { return code == EAGAIN || code == EWOULDBLOCK; }

}  // namespace

Result<std::unique_ptr<TcpStream>> TcpStream::listen(const std::string& address) {
  Result<FileDescriptor> socket = bound_socket(SOCK_STREAM, address, 0, false);
  if (!socket) return socket.error();
  std::unique_ptr<TcpStream> stream(new TcpStream(std::move(*socket)));
  stream->listening_ = true;
  return stream;
}

std::unique_ptr<TcpStream> TcpStream::connect(const Endpoint& peer, Timestamp now) {
  const std::optional<SocketAddress> address = SocketAddress::from(peer.address, peer.port);
  const int family = address ? address->family() : AF_INET;
  FileDescriptor socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  std::unique_ptr<TcpStream> stream(new TcpStream(std::move(socket)));
  stream->give_up_at_ = now + kConnectTimeout;
  if (!address || (::connect(stream->socket_.get(), address->get(), address->size()) != 0 && errno != EINPROGRESS)) {
    stream->fail("no TCP connection can be made to " + to_string(peer), address ? errno : EADDRNOTAVAIL);
  }
  return stream;
}

void TcpStream::expect(const std::string& address, Timestamp now) {
  expected_ = address;
  give_up_at_ = now + kConnectTimeout;
}

std::uint16_t TcpStream::local_port() const { return SocketAddress::local_of(socket_.get()).port(); }

void TcpStream::send(ByteView packet, Timestamp /*now*/, Ecn /*ecn*/) {
  if (!ready()) return;
  unsent_ = frame_packet(packet);
  write_socket();
}

std::optional<ReceivedDatagram> TcpStream::receive(Timestamp now) {
  if (!error_) move_on(now);
  std::optional<Bytes> packet = parser_.next();
  if (!packet && connected_ && !error_) {
    read_socket();
    packet = parser_.next();
  }
  if (!packet) return std::nullopt;
  return ReceivedDatagram{.data = std::move(*packet), .arrived_at = now};
}

Timestamp TcpStream::next_deadline() const { return connected_ || error_ ? kNever : give_up_at_; }

void TcpStream::move_on(Timestamp now) {
  if (connected_) return write_socket();
  if (listening_) {
    take_connection();
  } else if (const std::optional<int> code = connect_result(socket_.get())) {
    if (*code != 0) return fail("the TCP connection cannot be made", *code);
    record_connected();
  }
  if (!connected_ && now >= give_up_at_) fail("the TCP connection was not made in time", ETIMEDOUT);
}

void TcpStream::take_connection() {
  for (int i = 0; i < kMaxStrangers && !expected_.empty(); ++i) {
    FileDescriptor caller(::accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!caller.valid()) return;
    if (SocketAddress::peer_of(caller.get()).endpoint().address != expected_) continue;
    socket_ = std::move(caller);
    return record_connected();
  }
}

void TcpStream::record_connected() {
  connected_ = true;
  set_stream_options(socket_.get());
}

void TcpStream::read_socket() {
  std::array<std::uint8_t, kStreamReadSize> buffer{};
  const ssize_t size = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size > 0) {
    parser_.feed({buffer.data(), static_cast<std::size_t>(size)});
  } else if (size == 0) {
    fail("the peer has closed the TCP connection", 0);
  } else if (!would_block(errno) && errno != EINTR) {
    fail("the TCP connection is lost", errno);
  }
}

void TcpStream::write_socket() {
  while (!unsent_.empty()) {
    const ssize_t size = ::send(socket_.get(), unsent_.data(), unsent_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size < 0 && would_block(errno)) return;
    if (size < 0 && errno != EINTR) return fail("the TCP connection is lost", errno);
    if (size > 0) unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(size));
  }
}

void TcpStream::fail(const std::string& what, int code) {
  const std::string why = code == 0 ? "" : " (" + system_message(code).text() + ")";
  error_ = Error{.kind = ErrorKind::kUnavailable, .message = what + why};
  socket_.reset();
  unsent_.clear();
}

}  // namespace counterpoint

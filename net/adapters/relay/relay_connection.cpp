// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/relay/relay_connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "core/ports/stream_transport.h"
#include "net/adapters/socket_address.h"
#include "net/adapters/udp/network_monitor.h"

namespace counterpoint {
namespace {

constexpr std::size_t kReadSize = 16'384;

void set_relay_options(int socket) {
  constexpr auto kSilence =
      std::chrono::duration_cast<std::chrono::milliseconds>(RelayConnection::kSilenceTimeout).count();
  // The kernel cannot drop any more what it holds.
  const std::array<std::array<int, 2>, 3> options = {
      {{TCP_NODELAY, 1},
       {TCP_NOTSENT_LOWAT, static_cast<int>(StreamTransport::kMaxUnsent.bytes())},
       {TCP_USER_TIMEOUT, static_cast<int>(kSilence)}}};
  for (const auto& [option, value] : options) {
    static_cast<void>(setsockopt(socket, IPPROTO_TCP, option, &value, sizeof(value)));
  }
}

// Without it, the default route of one interface would take the connections of all.
void leave_by_interface_of(int socket, const IpAddress& base) {
  for (const LocalAddress& local : local_addresses()) {
    if (local.address != base) continue;
    const int index = static_cast<int>(local.interface);
    static_cast<void>(setsockopt(socket, SOL_SOCKET, SO_BINDTOIFINDEX, &index, sizeof(index)));
    return;
  }
}

bool would_wait(int code) { return code == EAGAIN || code == EWOULDBLOCK || code == EINTR; }

}  // namespace

RelayConnection::RelayConnection(const IpAddress& base, const TurnServer& relay,
                                 const std::optional<TlsAuthorities>& authorities, Timestamp now)
    : relay_(relay), give_up_at_(now + kConnectTimeout) {
  if (relay.transport == RelayTransport::kTls) tls_.emplace(*authorities, relay.name);
  connect(base);
  if (tls_ && !error_) follow_tls();
}

void RelayConnection::connect(const IpAddress& base) {
  const SocketAddress to = SocketAddress::from(relay_.address);
  const SocketAddress from = SocketAddress::from(IpEndpoint{.address = base, .port = 0});
  socket_ = FileDescriptor(::socket(to.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket_.valid()) return fail_by(errno);
  set_relay_options(socket_.get());
  leave_by_interface_of(socket_.get(), base);
  if (::bind(socket_.get(), from.get(), from.size()) != 0) return fail_by(errno);
  if (::connect(socket_.get(), to.get(), to.size()) != 0 && errno != EINPROGRESS) fail_by(errno);
}

void RelayConnection::send(Bytes message, Timestamp now) {
  if (error_) return;
  const bool is_data = carries_data(message);
  queue_.push_back({.frame = frame_turn_message(std::move(message)), .since = now, .is_data = is_data});
  queued_ += queue_.back().frame.size();
  drop_stale(now);
  if (connected_) write_socket();
}

std::optional<Bytes> RelayConnection::receive(Timestamp now) {
  if (!error_) advance(now);
  std::optional<Bytes> message = parser_.next();
  if (!message && connected_ && !error_) {
    read_socket();
    message = parser_.next();
    if (parser_.broken()) fail(counterpoint::message("what the relay %1 says is not TURN", name()));
  }
  return message;
}

Timestamp RelayConnection::next_deadline() const {
  if (parser_.has_next()) return Timestamp::min();
  return ready() || error_ ? kNever : give_up_at_;
}

bool RelayConnection::wants_write() const {
  return !error_ && (!connected_ || !unsent_.empty() || (ready() && !queue_.empty()));
}

void RelayConnection::advance(Timestamp now) {
  if (!connected_) {
    const std::optional<int> code = connect_result(socket_.get());
    if (code && *code != 0) return fail_by(*code);
    connected_ = code.has_value();
  }
  if (!ready() && now >= give_up_at_) return fail_by(ETIMEDOUT);
  drop_stale(now);
  if (connected_ && !error_) write_socket();
}

void RelayConnection::drop_stale(Timestamp now) {
  while (queued_ > 0) {
    const auto oldest = std::ranges::find_if(queue_, [](const Waiting& each) { return each.is_data; });
    if (oldest == queue_.end() || (now <= oldest->since + kMaxWait && queued_ <= kMaxQueue)) break;
    queued_ -= oldest->frame.size();
    queue_.erase(oldest);
    ++dropped_;
  }
  if (queued_ > kMaxQueue) fail(message("the relay %1 does not read what it is told", name()));
}

void RelayConnection::read_socket() {
  std::array<std::uint8_t, kReadSize> buffer{};
  const ssize_t size = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size < 0) {
    if (!would_wait(errno)) fail_by(errno);
    return;
  }
  const ByteView bytes(buffer.data(), static_cast<std::size_t>(size));
  if (!tls_) {
    parser_.feed(bytes);
  } else if (size > 0) {
    tls_->receive(bytes);
    parser_.feed(tls_->take_received());
    follow_tls();
    if (!error_) write_socket();
  }
  if (!error_ && (size == 0 || (tls_ && tls_->closed())))
    fail(message("the relay %1 has closed the connection", name()));
}

void RelayConnection::follow_tls() {
  const Bytes bytes = tls_->take_outgoing();
  unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
  if (unsent_.size() > kMaxQueue) return fail(message("the relay %1 does not read what it is told", name()));
  if (!tls_->error()) return;
  const Message& why = tls_->error()->message;
  if (tls_->error()->kind == ErrorKind::kRefused) {
    fail(message("the relay %1 does not prove that it is %2 (%3): check its name, or ask who runs it for a certificate",
                 name(), Message::verbatim(relay_.name), why));
  } else {
    fail(message("no encrypted connection comes about with the relay %1: %2", name(), why));
  }
}

void RelayConnection::write_socket() {
  for (;;) {
    if (unsent_.empty()) {
      if (!ready() || queue_.empty()) return;
      queued_ -= queue_.front().frame.size();
      unsent_ = std::move(queue_.front().frame);
      queue_.pop_front();
      if (tls_) {
        tls_->send(std::exchange(unsent_, {}));
        follow_tls();
        if (error_) return;
      }
    }
    const ssize_t size = ::send(socket_.get(), unsent_.data(), unsent_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size < 0) {
      if (!would_wait(errno)) fail_by(errno);
      return;
    }
    unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(size));
  }
}

void RelayConnection::fail_by(int code) {
  fail(ready() ? message("the connection to the relay %1 is lost (%2)", name(), system_message(code))
               : message("the relay %1 cannot be reached over TCP (%2)", name(), system_message(code)));
}

void RelayConnection::fail(Message why) {
  if (!error_) error_ = Error{.kind = ErrorKind::kUnavailable, .message = std::move(why)};
  socket_.reset();
  queue_.clear();
  queued_ = 0;
  unsent_.clear();
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/signalling_connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

constexpr std::size_t kReadSize = 16'384;
constexpr int kMaxReads = 4;  // A poll: less than SignallingParser holds.

void set_options(int socket) {
  // Messages are short and awaited. A peer whose host is gone is noticed within 10 + 3 x 5 s.
  const std::array<std::array<int, 3>, 5> options = {{{IPPROTO_TCP, TCP_NODELAY, 1},
                                                      {SOL_SOCKET, SO_KEEPALIVE, 1},
                                                      {IPPROTO_TCP, TCP_KEEPIDLE, 10},
                                                      {IPPROTO_TCP, TCP_KEEPINTVL, 5},
                                                      {IPPROTO_TCP, TCP_KEEPCNT, 3}}};
  for (const auto& [level, option, value] : options) {
    static_cast<void>(setsockopt(socket, level, option, &value, sizeof(value)));
  }
}

Error cannot_connect(const Endpoint& remote, int code) {
  Message problem = message("%1: check the address", system_message(code));
  if (code == ECONNREFUSED) {
    problem = message("nothing is listening there: check address and port, or ask the peer");
  } else if (code == EHOSTUNREACH || code == ENETUNREACH) {
    problem = message("there is no route to it: check the network and the address");
  } else if (code == ETIMEDOUT) {
    problem = message("it does not answer: check that it is on and that no firewall is between");
  }
  return {.kind = ErrorKind::kUnavailable, .message = message("cannot reach %1, %2", to_string(remote), problem)};
}

}  // namespace

std::unique_ptr<SignallingConnection> SignallingConnection::connect(std::vector<Endpoint> endpoints,
                                                                    const TlsContext& context, Timestamp now,
                                                                    Config config) {
  return std::unique_ptr<SignallingConnection>(new SignallingConnection(std::move(endpoints), context, now, config));
}

SignallingConnection::SignallingConnection(std::vector<Endpoint> endpoints, const TlsContext& context, Timestamp now,
                                           Config config)
    : config_(config),
      untried_(std::move(endpoints)),
      give_up_at_(now + config.connect_timeout),
      incoming_(false),
      channel_(context, TlsChannel::Role::kClient) {
  follow_channel();
  std::ranges::reverse(untried_);
  try_next(now, EADDRNOTAVAIL);
}

SignallingConnection::SignallingConnection(FileDescriptor socket, const TlsContext& context)
    : remote_(SocketAddress::peer_of(socket.get()).endpoint()),
      socket_(std::move(socket)),
      connected_(true),
      incoming_(true),
      channel_(context, TlsChannel::Role::kServer) {
  set_options(socket_.get());
}

void SignallingConnection::poll(Timestamp now) {
  if (error_) return;
  if (!connected_) check_connect(now);
  if (!connected_) return;
  write_socket();
  if (!error_) read_socket();
  if (!error_ && !unsent_.empty()) write_socket();  // The handshake goes on at once.
}

void SignallingConnection::send(const SignallingMessage& message) {
  if (error_) return;
  const Bytes bytes = serialize(message);
  if (unsent_.size() + channel_.waiting() + bytes.size() > config_.max_unsent) {
    return fail({.kind = ErrorKind::kUnavailable,
                 .message = counterpoint::message("%1 does not read what it is told", to_string(remote_))});
  }
  if (protocol_ == Protocol::kVersion1) return;
  channel_.send(bytes);
  follow_channel();
  if (connected_ && !error_) write_socket();
}

std::optional<SignallingMessage> SignallingConnection::receive() {
  std::optional<SignallingMessage> message = parser_.next();
  if (!message && parser_.error()) fail(*parser_.error());
  return message;
}

Timestamp SignallingConnection::next_deadline() const { return connected_ || error_ ? kNever : attempt_ends_at_; }

std::string SignallingConnection::local_address() const {
  return connected_ && socket_.valid() ? SocketAddress::local_of(socket_.get()).endpoint().address : std::string();
}

// Starts on the next address that does not fail at once.
void SignallingConnection::try_next(Timestamp now, int last_failure) {
  for (; !untried_.empty(); untried_.pop_back()) {
    if (now >= give_up_at_) break;
    remote_ = untried_.back();
    const std::optional<SocketAddress> address = SocketAddress::from(remote_.address, remote_.port);
    last_failure = EADDRNOTAVAIL;
    if (!address) continue;
    socket_ = FileDescriptor(::socket(address->family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const bool started = socket_.valid() && ::connect(socket_.get(), address->get(), address->size()) == 0;
    if (!started && errno != EINPROGRESS) {
      last_failure = errno;
      continue;
    }
    // One address that is silent leaves time for the others.
    attempt_ends_at_ = now + (give_up_at_ - now) / static_cast<Duration::rep>(untried_.size());
    untried_.pop_back();
    set_options(socket_.get());
    return;
  }
  fail(cannot_connect(remote_, last_failure));
}

void SignallingConnection::check_connect(Timestamp now) {
  if (const std::optional<int> code = connect_result(socket_.get())) {
    if (*code == 0) {
      connected_ = true;
    } else {
      try_next(now, *code);
    }
  } else if (now >= attempt_ends_at_) {
    try_next(now, ETIMEDOUT);
  }
}

void SignallingConnection::read_socket() {
  std::array<std::uint8_t, kReadSize> buffer{};
  for (int i = 0; i < kMaxReads && !error_; ++i) {
    const ssize_t size = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size > 0) {
      handle_bytes({buffer.data(), static_cast<std::size_t>(size)});
    } else if (size == 0) {
      fail_as_closed();
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      fail_as_lost(errno);
    }
  }
}

void SignallingConnection::handle_bytes(ByteView bytes) {
  if (protocol_ == Protocol::kUnknown) find_protocol(bytes.front());
  if (protocol_ != Protocol::kTls) return;
  channel_.receive(bytes);
  const bool was_over = error_.has_value();
  follow_channel();
  if (was_over || error_) return;
  parser_.feed(channel_.take_received());
}

void SignallingConnection::find_protocol(std::uint8_t first) {
  constexpr std::uint8_t kAlert = 21;      // The content types of TLS (RFC 8446, section 5.1)
  constexpr std::uint8_t kHandshake = 22;  // with which a peer may begin.
  constexpr std::uint8_t kVersion1 = 'C';  // The first letter of "COUNTERPOINT/1".
  if (first == kHandshake || (first == kAlert && !incoming_)) {
    protocol_ = Protocol::kTls;
  } else if (first != kVersion1) {
    fail({.kind = ErrorKind::kMalformed,
          .message = message("the peer's signalling is broken: %1", message("it is not this program's protocol"))});
  } else if (!incoming_) {
    fail({.kind = ErrorKind::kRefused,
          .message =
              message("the peer has an older version of Counterpoint, which does not encrypt: ask for an update")});
  } else {
    protocol_ = Protocol::kVersion1;
    unsent_ = version_1_refusal();
    write_socket();
    // All that it has sent is read and dropped until it closes: a connection with unread bytes would be reset, and the
    // peer would not hear why.
    if (!error_) ::shutdown(socket_.get(), SHUT_WR);
  }
}

// Takes what the channel has for the peer, and its error, of which the peer is told.
void SignallingConnection::follow_channel() {
  const Bytes bytes = channel_.take_outgoing();
  unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
  if (unsent_.size() > config_.max_unsent) {
    return fail(
        {.kind = ErrorKind::kUnavailable, .message = message("%1 does not read what it is told", to_string(remote_))});
  }
  if (channel_.error()) {
    // The peer's kernel may take it; there is nothing else to be done for it.
    if (connected_) (void)::send(socket_.get(), unsent_.data(), unsent_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    fail(*channel_.error());
  } else if (channel_.closed()) {
    fail_as_closed();
  }
}

void SignallingConnection::write_socket() {
  std::size_t written = 0;
  int code = 0;
  while (written < unsent_.size() && (code == 0 || code == EINTR)) {
    const ssize_t size =
        ::send(socket_.get(), unsent_.data() + written, unsent_.size() - written, MSG_DONTWAIT | MSG_NOSIGNAL);
    code = size < 0 ? errno : 0;
    if (size > 0) written += static_cast<std::size_t>(size);
  }
  unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(written));
  if (code == 0 || code == EINTR || code == EAGAIN || code == EWOULDBLOCK) return;
  // The peer's last words (why it declines, say) may still be there to be read, and so is why it is gone.
  read_socket();
  if (!error_) fail_as_lost(code);
}

void SignallingConnection::fail_as_closed() {
  closed_by_peer_ = !error_;
  fail({.kind = ErrorKind::kUnavailable, .message = message("%1 has closed the connection", to_string(remote_))});
}

void SignallingConnection::fail_as_lost(int code) {
  // A host resets a connection whose program has ended; a path that breaks makes it time out.
  closed_by_peer_ = code == ECONNRESET || code == EPIPE;
  fail({.kind = ErrorKind::kUnavailable,
        .message = message("the connection to %1 is lost (%2)", to_string(remote_), system_message(code))});
}

void SignallingConnection::fail(Error error) {
  if (!error_) error_ = std::move(error);
  socket_.reset();
  unsent_.clear();
}

}  // namespace counterpoint

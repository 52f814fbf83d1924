// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/signalling_listener.h"

#include <cerrno>
#include <utility>

#include "net/adapters/socket_address.h"

namespace counterpoint {

Result<std::unique_ptr<SignallingListener>> SignallingListener::bind(const std::string& address, std::uint16_t port,
                                                                     const TlsContext& tls) {
  Result<FileDescriptor> socket = bound_socket(SOCK_STREAM, address, port, true);
  if (!socket) return socket.error();
  const std::uint16_t local_port = SocketAddress::local_of(socket->get()).port();
  return std::unique_ptr<SignallingListener>(new SignallingListener(std::move(*socket), local_port, tls));
}

SignallingListener::SignallingListener(FileDescriptor socket, std::uint16_t local_port, const TlsContext& tls)
    : socket_(std::move(socket)), local_port_(local_port), tls_(tls) {}

std::unique_ptr<SignallingConnection> SignallingListener::accept() {
  for (;;) {
    FileDescriptor caller(::accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    exhausted_ = !caller.valid() && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM);
    if (caller.valid()) return std::make_unique<SignallingConnection>(std::move(caller), tls_);
    // A caller who has gone again is no reason to stop; anything else waits for the next time.
    if (errno != ECONNABORTED && errno != EINTR) return nullptr;
  }
}

}  // namespace counterpoint

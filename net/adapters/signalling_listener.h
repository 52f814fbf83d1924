// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"
#include "net/adapters/signalling_connection.h"

namespace counterpoint {

/// Waits for callers on a TCP port, without ever blocking.
class SignallingListener final {
 public:
  /// Listens at the numeric `address` ("0.0.0.0" and "::" are all of this host, the latter IPv4 too) and `port`; 0 for
  /// any. Errors: kInvalidArgument for text that is no address, kUnavailable when the port is in use or not allowed.
  /// `tls` outlives the listener and its connections.
  static Result<std::unique_ptr<SignallingListener>> bind(const std::string& address, std::uint16_t port,
                                                          const TlsContext& tls);

  /// The next caller, or null when nobody waits or exhausted().
  [[nodiscard]] std::unique_ptr<SignallingConnection> accept();
  /// The last accept() found no descriptor or memory for a caller who waits: descriptor() stays readable.
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] int descriptor() const { return socket_.get(); }
  [[nodiscard]] std::uint16_t local_port() const { return local_port_; }

 private:
  SignallingListener(FileDescriptor socket, std::uint16_t local_port, const TlsContext& tls);

  FileDescriptor socket_;
  std::uint16_t local_port_;
  const TlsContext& tls_;
  bool exhausted_ = false;
};

}  // namespace counterpoint

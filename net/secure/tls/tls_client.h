// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "net/secure/openssl_handles.h"
#include "net/secure/tls/tls_pipe.h"

namespace counterpoint {

/// The authorities that this system trusts, for any number of connections: reading more than a hundred takes 20 ms of a
/// processor, which the packets of a call would have to wait for. SSL_CERT_FILE and SSL_CERT_DIR may name others.
class TlsAuthorities final {
 public:
  TlsAuthorities();

 private:
  friend class TlsClient;
  SslContextHandle context_;  ///< Null: there was no memory.
};

/// The client's end of a TLS connection (1.2 or newer) to a server whose name is known, and for which an authority that
/// this system trusts has to vouch. Sans-IO.
///
/// 1. Give it what the server sends (receive), and send the server what take_outgoing() gives, after each call.
/// 2. Nothing leaves before established(), and the server may send at most kMaxHandshake bytes until then.
/// 3. The first error is final.
class TlsClient {
 public:
  static constexpr std::size_t kMaxHandshake = 131'072;  ///< Some chains of certificates have tens of kB.

  /// `name`: of the host, or its address as text.
  TlsClient(const TlsAuthorities& authorities, const std::string& name);

  void receive(ByteView bytes);
  /// All that the server has said, decrypted, since the last time.
  [[nodiscard]] Bytes take_received();
  /// It may be called only when established().
  void send(ByteView bytes);
  [[nodiscard]] Bytes take_outgoing() { return pipe_.take_outgoing(); }

  [[nodiscard]] bool established() const { return established_; }
  /// The server has said that it sends no more.
  [[nodiscard]] bool closed() const { return closed_; }
  /// The reason alone. kRefused: the certificate is not one to be trusted; kMalformed for a server that breaks the
  /// protocol or has no version in common; kInternal.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  void advance();
  void fail(ErrorKind kind, Message why);

  TlsPipe pipe_;
  Bytes received_;
  std::size_t handshake_bytes_ = 0;
  bool established_ = false;
  bool closed_ = false;
  std::optional<Error> error_;
};

}  // namespace counterpoint

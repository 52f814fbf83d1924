// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/base/bytes.h"
#include "net/secure/openssl_handles.h"

namespace counterpoint {

/// One end of a TLS connection whose bytes come and go in memory.
class TlsPipe {
 public:
  enum class Role { kClient, kServer };
  enum class Step {
    kWaiting,  ///< It waits for the peer.
    kDone,     ///< The handshake is over; reading: the peer sends no more.
    kFailed,   ///< openssl_error() may say why.
  };

  TlsPipe(SSL_CTX* context, Role role);
  /// False when there was no memory: nothing else may be called but take_outgoing().
  [[nodiscard]] bool valid() const { return to_peer_ != nullptr; }
  [[nodiscard]] SSL* ssl() const { return ssl_.get(); }

  /// Takes what the peer has sent. False without memory.
  [[nodiscard]] bool feed(ByteView bytes);
  [[nodiscard]] Step handshake();
  /// Appends all that the peer has said to `received`, after the handshake.
  [[nodiscard]] Step read(Bytes& received);
  /// It may be called after the handshake. False when it fails.
  [[nodiscard]] bool write(ByteView bytes);
  [[nodiscard]] Bytes take_outgoing();

 private:
  SslHandle ssl_;
  BIO* from_peer_ = nullptr;  ///< Both belong to ssl_.
  BIO* to_peer_ = nullptr;
};

}  // namespace counterpoint

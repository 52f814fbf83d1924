// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/tls/tls_pipe.h"

#include <array>
#include <cstdint>

namespace counterpoint {

TlsPipe::TlsPipe(SSL_CTX* context, Role role) : ssl_(context != nullptr ? SSL_new(context) : nullptr) {
  BioHandle from_peer(BIO_new(BIO_s_mem()));
  BioHandle to_peer(BIO_new(BIO_s_mem()));
  if (!ssl_ || !from_peer || !to_peer) return;
  from_peer_ = from_peer.release();
  to_peer_ = to_peer.release();
  SSL_set_bio(ssl_.get(), from_peer_, to_peer_);
  if (role == Role::kServer) {
    SSL_set_accept_state(ssl_.get());
  } else {
    SSL_set_connect_state(ssl_.get());
  }
}

bool TlsPipe::feed(ByteView bytes) {
  return BIO_write(from_peer_, bytes.data(), static_cast<int>(bytes.size())) == static_cast<int>(bytes.size());
}

TlsPipe::Step TlsPipe::handshake() {
  (void)openssl_error({});
  const int result = SSL_do_handshake(ssl_.get());
  if (result == 1) return Step::kDone;
  return SSL_get_error(ssl_.get(), result) == SSL_ERROR_WANT_READ ? Step::kWaiting : Step::kFailed;
}

TlsPipe::Step TlsPipe::read(Bytes& received) {
  std::array<std::uint8_t, 16'384> buffer{};  // The longest record (RFC 8446, section 5.1).
  for (;;) {
    (void)openssl_error({});
    const int size = SSL_read(ssl_.get(), buffer.data(), static_cast<int>(buffer.size()));
    if (size > 0) {
      received.insert(received.end(), buffer.begin(), buffer.begin() + size);
      continue;
    }
    const int code = SSL_get_error(ssl_.get(), size);
    if (code == SSL_ERROR_ZERO_RETURN) return Step::kDone;
    return code == SSL_ERROR_WANT_READ ? Step::kWaiting : Step::kFailed;
  }
}

bool TlsPipe::write(ByteView bytes) {
  if (bytes.empty()) return true;
  (void)openssl_error({});
  // Memory takes all at once.
  return SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) == static_cast<int>(bytes.size());
}

Bytes TlsPipe::take_outgoing() {
  if (to_peer_ == nullptr) return {};
  Bytes bytes(BIO_ctrl_pending(to_peer_));
  const int read = bytes.empty() ? 0 : BIO_read(to_peer_, bytes.data(), static_cast<int>(bytes.size()));
  bytes.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return bytes;
}

}  // namespace counterpoint

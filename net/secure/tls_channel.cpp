// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/tls_channel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace counterpoint {
namespace {

/// ALPN (RFC 7301): the length of a name and the name.
constexpr std::string_view kAlpnName = "counterpoint/2";
constexpr std::array<std::uint8_t, 15> kAlpnList = {14,  'c', 'o', 'u', 'n', 't', 'e', 'r',
                                                    'p', 'o', 'i', 'n', 't', '/', '2'};
static_assert(kAlpnList.size() == kAlpnName.size() + 1);

int choose_alpn(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                unsigned int offered_size, void*) {
  unsigned char* found = nullptr;
  const int result = SSL_select_next_proto(&found, size, kAlpnList.data(), kAlpnList.size(), offered, offered_size);
  *chosen = found;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/// In place of a chain of authorities: each key of the right kind is somebody. Its CertificateVerify proves that
/// the peer has the private half; who that is, the caller decides by the ID.
int accept_any_identity(X509_STORE_CTX* store, void*) {
  const X509* certificate = X509_STORE_CTX_get0_cert(store);
  return certificate != nullptr && peer_id_of(X509_get0_pubkey(certificate)) ? 1 : 0;
}

SslContextHandle make_context(const SSL_METHOD* method, const IdentityKey& identity) {
  constexpr long kMaxCertificates = 4096;  // Octets; one of ours takes some 300.
  SslContextHandle context(SSL_CTX_new(method));
  SSL_CTX* raw = context.get();
  const bool made =
      raw != nullptr && SSL_CTX_set_min_proto_version(raw, TLS1_3_VERSION) == 1 &&
      SSL_CTX_set_max_proto_version(raw, TLS1_3_VERSION) == 1 && SSL_CTX_set1_groups_list(raw, "X25519:P-256") == 1 &&
      SSL_CTX_set1_sigalgs_list(raw, "ECDSA+SHA256") == 1 &&
      SSL_CTX_set1_client_sigalgs_list(raw, "ECDSA+SHA256") == 1 &&
      SSL_CTX_use_certificate(raw, identity.certificate()) == 1 && SSL_CTX_use_PrivateKey(raw, identity.key()) == 1 &&
      SSL_CTX_set_num_tickets(raw, 0) == 1 && SSL_CTX_set_alpn_protos(raw, kAlpnList.data(), kAlpnList.size()) == 0;
  if (!made) return nullptr;
  // A resumed session would prove nothing anew.
  SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(raw, SSL_OP_NO_TICKET);
  SSL_CTX_set_max_cert_list(raw, kMaxCertificates);
  SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_cert_verify_callback(raw, accept_any_identity, nullptr);
  SSL_CTX_set_alpn_select_cb(raw, choose_alpn, nullptr);
  return context;
}

bool has_alpn(const SSL* ssl) {
  const unsigned char* name = nullptr;
  unsigned int size = 0;
  SSL_get0_alpn_selected(ssl, &name, &size);
  return std::ranges::equal(std::span(name, size), kAlpnName);
}

Error broken_tls(const Message& why) {
  return {ErrorKind::kMalformed, message("no encrypted connection comes about with the peer: %1", why)};
}

}  // namespace

Result<std::unique_ptr<const TlsContext>> TlsContext::create(const IdentityKey& identity) {
  SslContextHandle client = make_context(TLS_client_method(), identity);
  SslContextHandle server = make_context(TLS_server_method(), identity);
  if (!client || !server) {
    return Error{ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_error("no TLS 1.3"))};
  }
  return std::unique_ptr<const TlsContext>(new TlsContext(std::move(client), std::move(server), identity.id()));
}

TlsChannel::TlsChannel(const TlsContext& context, Role role)
    : ssl_(SSL_new(role == Role::kClient ? context.client_.get() : context.server_.get())) {
  BioHandle from_peer(BIO_new(BIO_s_mem()));
  BioHandle to_peer(BIO_new(BIO_s_mem()));
  if (!ssl_ || !from_peer || !to_peer) {
    fail({ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_error("no memory"))});
    return;
  }
  from_peer_ = from_peer.release();
  to_peer_ = to_peer.release();
  SSL_set_bio(ssl_.get(), from_peer_, to_peer_);
  if (role == Role::kServer) {
    SSL_set_accept_state(ssl_.get());
  } else {
    SSL_set_connect_state(ssl_.get());
    advance();
  }
}

void TlsChannel::receive(ByteView octets) {
  if (error_ || octets.empty()) return;
  if (!established()) {
    handshake_octets_ += octets.size();
    if (handshake_octets_ > kMaxHandshake) return fail(broken_tls(message("its handshake does not end")));
  }
  if (BIO_write(from_peer_, octets.data(), static_cast<int>(octets.size())) != static_cast<int>(octets.size())) {
    return fail({ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_error("no memory"))});
  }
  advance();
}

void TlsChannel::advance() {
  if (!established()) {
    (void)openssl_error({});
    const int result = SSL_do_handshake(ssl_.get());
    if (result != 1) {
      const int code = SSL_get_error(ssl_.get(), result);
      if (code == SSL_ERROR_WANT_READ) return;
      return fail(broken_tls(openssl_error("it ends in the middle")));
    }
    establish();
  }
  if (!error_) read_all();
}

void TlsChannel::establish() {
  const CertificateHandle certificate(SSL_get1_peer_certificate(ssl_.get()));
  std::optional<PeerId> peer = certificate ? peer_id_of(X509_get0_pubkey(certificate.get())) : std::nullopt;
  if (!peer) return fail(broken_tls(message("it has no identity")));
  if (!has_alpn(ssl_.get())) return fail(broken_tls(message("it is not this program's protocol")));
  peer_ = *peer;
  write_waiting();
}

void TlsChannel::read_all() {
  std::array<std::uint8_t, 16'384> buffer{};  // The longest record (RFC 8446, section 5.1).
  for (;;) {
    (void)openssl_error({});
    const int size = SSL_read(ssl_.get(), buffer.data(), static_cast<int>(buffer.size()));
    if (size > 0) {
      received_.insert(received_.end(), buffer.begin(), buffer.begin() + size);
      continue;
    }
    const int code = SSL_get_error(ssl_.get(), size);
    if (code == SSL_ERROR_ZERO_RETURN) closed_ = true;
    if (code == SSL_ERROR_ZERO_RETURN || code == SSL_ERROR_WANT_READ) return;
    return fail(broken_tls(openssl_error("a record is broken")));
  }
}

Bytes TlsChannel::take_received() { return std::exchange(received_, {}); }

void TlsChannel::send(ByteView octets) {
  if (error_) return;
  waiting_.insert(waiting_.end(), octets.begin(), octets.end());
  if (established()) write_waiting();
}

void TlsChannel::write_waiting() {
  if (waiting_.empty()) return;
  (void)openssl_error({});
  // Memory takes all at once.
  const int written = SSL_write(ssl_.get(), waiting_.data(), static_cast<int>(waiting_.size()));
  if (written != static_cast<int>(waiting_.size())) return fail(broken_tls(openssl_error("it cannot be written to")));
  waiting_.clear();
}

Bytes TlsChannel::take_outgoing() {
  if (to_peer_ == nullptr) return {};
  Bytes octets(BIO_ctrl_pending(to_peer_));
  const int read = octets.empty() ? 0 : BIO_read(to_peer_, octets.data(), static_cast<int>(octets.size()));
  octets.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return octets;
}

void TlsChannel::fail(Error error) {
  if (!error_) error_ = std::move(error);
  waiting_.clear();
}

}  // namespace counterpoint

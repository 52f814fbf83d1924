// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/tls/tls_channel.h"

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
  constexpr long kMaxCertificates = 4096;  // Bytes; one of ours takes some 300.
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
    : pipe_(role == Role::kClient ? context.client_.get() : context.server_.get(), role) {
  if (!pipe_.valid()) {
    fail({ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_error("no memory"))});
  } else if (role == Role::kClient) {
    advance();
  }
}

void TlsChannel::receive(ByteView bytes) {
  if (error_ || bytes.empty()) return;
  if (!established()) {
    handshake_bytes_ += bytes.size();
    if (handshake_bytes_ > kMaxHandshake) return fail(broken_tls(message("its handshake does not end")));
  }
  if (!pipe_.feed(bytes)) {
    return fail({ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_error("no memory"))});
  }
  advance();
}

void TlsChannel::advance() {
  if (!established()) {
    const TlsPipe::Step step = pipe_.handshake();
    if (step == TlsPipe::Step::kWaiting) return;
    if (step == TlsPipe::Step::kFailed) return fail(broken_tls(openssl_error("it ends in the middle")));
    establish();
  }
  if (error_) return;
  const TlsPipe::Step step = pipe_.read(received_);
  if (step == TlsPipe::Step::kDone) closed_ = true;
  if (step == TlsPipe::Step::kFailed) fail(broken_tls(openssl_error("a record is broken")));
}

void TlsChannel::establish() {
  const CertificateHandle certificate(SSL_get1_peer_certificate(pipe_.ssl()));
  std::optional<PeerId> peer = certificate ? peer_id_of(X509_get0_pubkey(certificate.get())) : std::nullopt;
  if (!peer) return fail(broken_tls(message("it has no identity")));
  if (!has_alpn(pipe_.ssl())) return fail(broken_tls(message("it is not this program's protocol")));
  peer_ = *peer;
  write_waiting();
}

Bytes TlsChannel::take_received() { return std::exchange(received_, {}); }

void TlsChannel::send(ByteView bytes) {
  if (error_) return;
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  if (established()) write_waiting();
}

void TlsChannel::write_waiting() {
  if (!pipe_.write(waiting_)) return fail(broken_tls(openssl_error("it cannot be written to")));
  waiting_.clear();
}

void TlsChannel::fail(Error error) {
  if (!error_) error_ = std::move(error);
  waiting_.clear();
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/tls/tls_client.h"

#include <openssl/x509v3.h>

#include <utility>

#include "core/base/ip_endpoint.h"

namespace counterpoint {
namespace {

SslContextHandle make_client_context() {
  SslContextHandle context(SSL_CTX_new(TLS_client_method()));
  SSL_CTX* const raw = context.get();
  if (raw == nullptr || SSL_CTX_set_min_proto_version(raw, TLS1_2_VERSION) != 1) return nullptr;
  if (SSL_CTX_set_default_verify_paths(raw) != 1) return nullptr;
  SSL_CTX_set_verify(raw, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(raw, SSL_OP_NO_RENEGOTIATION);
  return context;
}

/// The certificate has to be of `name`; the server learns it too, so that it can choose the certificate.
bool expect_name(SSL* ssl, const std::string& name) {
  if (IpAddress::parse(name)) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name.c_str()) == 1;
  SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  // An empty name would be checked against nothing.
  return !name.empty() && SSL_set1_host(ssl, name.c_str()) == 1 && SSL_set_tlsext_host_name(ssl, name.c_str()) == 1;
}

}  // namespace

TlsAuthorities::TlsAuthorities() : context_(make_client_context()) {}

TlsClient::TlsClient(const TlsAuthorities& authorities, const std::string& name)
    : pipe_(authorities.context_.get(), TlsPipe::Role::kClient) {
  if (!pipe_.valid() || !expect_name(pipe_.ssl(), name)) {
    fail(ErrorKind::kInternal, openssl_error("no memory"));
  } else {
    advance();
  }
}

void TlsClient::receive(ByteView bytes) {
  if (error_ || bytes.empty()) return;
  if (!established_) handshake_bytes_ += bytes.size();
  if (handshake_bytes_ > kMaxHandshake) return fail(ErrorKind::kMalformed, message("its handshake does not end"));
  if (!pipe_.feed(bytes)) return fail(ErrorKind::kInternal, openssl_error("no memory"));
  advance();
}

void TlsClient::advance() {
  if (!established_) {
    const TlsPipe::Step step = pipe_.handshake();
    if (step == TlsPipe::Step::kWaiting) return;
    if (step == TlsPipe::Step::kFailed) {
      const long verified = SSL_get_verify_result(pipe_.ssl());
      if (verified == X509_V_OK) return fail(ErrorKind::kMalformed, openssl_error("it ends in the middle"));
      (void)openssl_error({});
      return fail(ErrorKind::kRefused, Message(X509_verify_cert_error_string(verified)));
    }
    established_ = true;
  }
  const TlsPipe::Step step = pipe_.read(received_);
  if (step == TlsPipe::Step::kDone) closed_ = true;
  if (step == TlsPipe::Step::kFailed) fail(ErrorKind::kMalformed, openssl_error("a record is broken"));
}

Bytes TlsClient::take_received() { return std::exchange(received_, {}); }

void TlsClient::send(ByteView bytes) {
  if (error_ || pipe_.write(bytes)) return;
  fail(ErrorKind::kMalformed, openssl_error("it cannot be written to"));
}

void TlsClient::fail(ErrorKind kind, Message why) {
  if (!error_) error_ = Error{.kind = kind, .message = std::move(why)};
}

}  // namespace counterpoint

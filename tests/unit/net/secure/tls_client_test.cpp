// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/tls/tls_client.h"

#include <gmock/gmock.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace counterpoint {
namespace {

using testing::HasSubstr;

/// A server with a certificate of its own for `names` ("DNS:relay.example.org"), which is the only authority of this
/// process when it is `trusted`.
class Server {
 public:
  explicit Server(const char* names, bool trusted = true, int version = TLS1_3_VERSION)
      : key_(EVP_EC_gen("P-256")), certificate_(X509_new()), context_(SSL_CTX_new(TLS_server_method())) {
    X509* const raw = certificate_.get();
    X509_set_version(raw, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(raw), 1);
    X509_gmtime_adj(X509_getm_notBefore(raw), -60);
    X509_gmtime_adj(X509_getm_notAfter(raw), 3600);
    X509_set_pubkey(raw, key_.get());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(raw), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("relay"), -1, -1, 0);
    X509_set_issuer_name(raw, X509_get_subject_name(raw));
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names);
    X509_add_ext(raw, extension, -1);
    X509_EXTENSION_free(extension);
    X509_sign(raw, key_.get(), EVP_sha256());
    SSL_CTX_use_certificate(context_.get(), raw);
    SSL_CTX_use_PrivateKey(context_.get(), key_.get());
    // So that OpenSSL lets old versions begin at all.
    SSL_CTX_set_security_level(context_.get(), 0);
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context_.get(), version);
    pipe_.emplace(context_.get(), TlsPipe::Role::kServer);

    char path[] = "/tmp/counterpoint-tls-client.XXXXXX";
    const int file = mkstemp(path);
    path_ = path;
    std::FILE* const stream = fdopen(file, "w");
    if (trusted) PEM_write_X509(stream, raw);
    std::fclose(stream);
    setenv("SSL_CERT_FILE", path, 1);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    unsetenv("SSL_CERT_FILE");
    unlink(path_.c_str());
  }
  /// Whoever has not read yet who vouches for it does not trust it.
  void forget_authority() const { unlink(path_.c_str()); }

  [[nodiscard]] TlsPipe& pipe() { return *pipe_; }
  /// They talk until neither says anything more.
  void talk(TlsClient& client, std::size_t piece = 16'384) {
    for (;;) {
      const Bytes to_server = client.take_outgoing();
      if (!to_server.empty()) (void)pipe_->feed(to_server);
      const bool done = pipe_->handshake() == TlsPipe::Step::kDone;
      if (done) (void)pipe_->read(received);
      const Bytes to_client = pipe_->take_outgoing();
      for (ByteView rest(to_client); !rest.empty(); rest = rest.subspan(std::min(piece, rest.size()))) {
        client.receive(rest.first(std::min(piece, rest.size())));
      }
      if (to_client.empty() && to_server.empty()) return;
    }
  }

  Bytes received;

 private:
  KeyHandle key_;
  CertificateHandle certificate_;
  SslContextHandle context_;
  std::optional<TlsPipe> pipe_;
  std::string path_;
};

const Bytes kQuestion = {1, 2, 3};
const Bytes kAnswer = {4, 5};

void expect_talk(const char* names, const std::string& name, std::size_t piece, int version) {
  Server server(names, true, version);
  TlsClient client(TlsAuthorities(), name);
  server.talk(client, piece);
  ASSERT_TRUE(client.established()) << (client.error() ? client.error()->message.text() : "");
  client.send(kQuestion);
  ASSERT_TRUE(server.pipe().write(kAnswer));
  server.talk(client, piece);
  EXPECT_EQ(server.received, kQuestion);
  EXPECT_EQ(client.take_received(), kAnswer);
  SSL_shutdown(server.pipe().ssl());
  server.talk(client, piece);
  EXPECT_TRUE(client.closed());
  EXPECT_FALSE(client.error());
}

TEST(TlsClient, TalksToTheServerWhoseNameAnAuthorityVouchesFor) {
  expect_talk("DNS:relay.example.org", "relay.example.org", 16'384, TLS1_3_VERSION);
  expect_talk("DNS:relay.example.org", "relay.example.org", 1, TLS1_2_VERSION);
  expect_talk("DNS:*.example.org", "relay.example.org", 16'384, TLS1_3_VERSION);
  expect_talk("IP:192.0.2.1", "192.0.2.1", 16'384, TLS1_3_VERSION);
  expect_talk("IP:2001:db8::1", "2001:db8::1", 16'384, TLS1_3_VERSION);
}

TEST(TlsClient, AuthoritiesAreReadOnceForAnyNumberOfConnections) {
  Server server("DNS:relay.example.org");
  const TlsAuthorities authorities;
  server.forget_authority();
  TlsClient client(authorities, "relay.example.org");
  server.talk(client);
  EXPECT_TRUE(client.established()) << (client.error() ? client.error()->message.text() : "");
}

TEST(TlsClient, TheServerLearnsTheNameThatIsExpected) {
  Server server("DNS:relay.example.org");
  TlsClient client(TlsAuthorities(), "relay.example.org");
  server.talk(client);
  EXPECT_STREQ(SSL_get_servername(server.pipe().ssl(), TLSEXT_NAMETYPE_host_name), "relay.example.org");
}

void expect_refusal(const char* names, bool trusted, const char* name, const char* why) {
  Server server(names, trusted);
  TlsClient client(TlsAuthorities(), name);
  server.talk(client);
  EXPECT_FALSE(client.established());
  ASSERT_TRUE(client.error()) << names;
  EXPECT_EQ(client.error()->kind, ErrorKind::kRefused);
  EXPECT_THAT(client.error()->message.text(), HasSubstr(why));
}

TEST(TlsClient, RefusesCertificatesOfOthers) {
  expect_refusal("DNS:other.example.org", true, "relay.example.org", "ostname mismatch");
  expect_refusal("DNS:r*.example.org", true, "relay.example.org", "ostname mismatch");
  expect_refusal("DNS:192.0.2.1", true, "192.0.2.1", "IP address mismatch");
  expect_refusal("DNS:relay.example.org", false, "relay.example.org", "self-signed");
}

TEST(TlsClient, RefusesOldVersions) {
  Server server("DNS:relay.example.org", true, TLS1_1_VERSION);
  TlsClient client(TlsAuthorities(), "relay.example.org");
  server.talk(client);
  ASSERT_TRUE(client.error());
  EXPECT_EQ(client.error()->kind, ErrorKind::kMalformed);
}

TEST(TlsClient, WhatIsNotTlsIsAnError) {
  TlsClient client(TlsAuthorities(), "relay.example.org");
  client.receive(Bytes(100, 'x'));
  ASSERT_TRUE(client.error());
  EXPECT_EQ(client.error()->kind, ErrorKind::kMalformed);
}

TEST(TlsClient, AHostWithoutANameIsNoServer) { EXPECT_TRUE(TlsClient(TlsAuthorities(), "").error()); }

}  // namespace
}  // namespace counterpoint

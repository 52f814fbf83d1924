// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/tls/tls_channel.h"

#include <gmock/gmock.h>

#include <string>
#include <string_view>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

using Role = TlsChannel::Role;

ByteView view(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }
std::string text(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

std::unique_ptr<const TlsContext> make_context() { return std::move(*TlsContext::create(*IdentityKey::generate())); }

/// Carries bytes to and fro until both ends have nothing more to say, `piece` at a time.
void talk(TlsChannel& one, TlsChannel& other, std::size_t piece = 65'536) {
  for (bool again = true; again;) {
    again = false;
    for (auto [from, to] : {std::pair{&one, &other}, std::pair{&other, &one}}) {
      const Bytes bytes = from->take_outgoing();
      for (std::size_t at = 0; at < bytes.size(); at += piece) {
        to->receive(ByteView(bytes).subspan(at, std::min(piece, bytes.size() - at)));
      }
      again = again || !bytes.empty();
    }
  }
}

class TlsChannelTest : public testing::Test {
 protected:
  const std::unique_ptr<const TlsContext> ada_ = make_context();
  const std::unique_ptr<const TlsContext> bob_ = make_context();
  TlsChannel caller_{*ada_, Role::kClient};
  TlsChannel callee_{*bob_, Role::kServer};
};

TEST_F(TlsChannelTest, EachEndKnowsTheOther) {
  talk(caller_, callee_);
  ASSERT_TRUE(caller_.established() && callee_.established());
  EXPECT_EQ(caller_.peer(), bob_->id());
  EXPECT_EQ(callee_.peer(), ada_->id());
}

TEST_F(TlsChannelTest, WhatWasSaidBeforeTheHandshakeArrivesWithIt) {
  caller_.send(view("offer"));
  callee_.send(view("ringing"));
  EXPECT_EQ(caller_.waiting(), 5U);
  talk(caller_, callee_);
  EXPECT_EQ(text(callee_.take_received()), "offer");
  EXPECT_EQ(text(caller_.take_received()), "ringing");
  EXPECT_EQ(caller_.waiting(), 0U);
}

TEST_F(TlsChannelTest, ByteByByteIsTheSame) {
  caller_.send(view("offer"));
  talk(caller_, callee_, 1);
  EXPECT_EQ(text(callee_.take_received()), "offer");
}

TEST_F(TlsChannelTest, LongMessagesPassInManyRecords) {
  talk(caller_, callee_);
  const std::string message(200'000, 'x');
  caller_.send(view(message));
  talk(caller_, callee_, 1000);
  EXPECT_EQ(text(callee_.take_received()), message);
}

TEST_F(TlsChannelTest, NothingOfWhatIsSaidCanBeReadOnTheWay) {
  caller_.send(view("a secret of the caller"));
  std::string wire;
  for (bool again = true; again;) {
    again = false;
    for (auto [from, to] : {std::pair{&caller_, &callee_}, std::pair{&callee_, &caller_}}) {
      const Bytes bytes = from->take_outgoing();
      wire += text(bytes);
      to->receive(bytes);
      again = again || !bytes.empty();
    }
  }
  ASSERT_EQ(text(callee_.take_received()), "a secret of the caller");
  EXPECT_EQ(wire.find("secret"), std::string::npos);
  // Certificates are encrypted in TLS 1.3: an observer does not learn who calls whom.
  const std::string point(ada_->id().point.begin() + 1, ada_->id().point.end());
  EXPECT_EQ(wire.find(point), std::string::npos);
}

TEST_F(TlsChannelTest, AnAlteredByteEndsIt) {
  Rng rng(7);
  for (int round = 0; round < 50; ++round) {
    TlsChannel caller(*ada_, Role::kClient);
    TlsChannel callee(*bob_, Role::kServer);
    talk(caller, callee);
    caller.send(view("offer"));
    Bytes bytes = caller.take_outgoing();
    bytes[5 + rng.next() % (bytes.size() - 5)] ^= static_cast<std::uint8_t>(1 + rng.next() % 255);
    callee.receive(bytes);
    EXPECT_TRUE(callee.error());
    EXPECT_TRUE(callee.take_received().empty());
    EXPECT_FALSE(callee.take_outgoing().empty()) << "the peer is not told";
  }
}

TEST_F(TlsChannelTest, AStrangerWhoSpeaksNoTlsIsRefused) {
  callee_.receive(view("GET / HTTP/1.1\r\n\r\n"));
  ASSERT_TRUE(callee_.error());
  EXPECT_EQ(callee_.error()->kind, ErrorKind::kMalformed);
  EXPECT_FALSE(callee_.established());
}

TEST_F(TlsChannelTest, AHandshakeWithoutEndIsCutOff) {
  // The first record of a handshake, over and over: each announces more of a ClientHello of 16 MB.
  const Bytes record = {22, 3, 1, 0, 8, 1, 255, 255, 255, 0, 0, 0, 0};
  std::size_t sent = 0;
  while (!callee_.error() && sent < 10 * TlsChannel::kMaxHandshake) {
    callee_.receive(record);
    sent += record.size();
  }
  ASSERT_TRUE(callee_.error());
  EXPECT_LE(sent, TlsChannel::kMaxHandshake + record.size());
}

/// A client as OpenSSL makes it, with what `set_up` changes.
template <typename SetUp>
std::optional<Error> error_of_callee(const TlsContext& callee_context, SetUp set_up) {
  const SslContextHandle context(SSL_CTX_new(TLS_client_method()));
  set_up(context.get());
  const SslHandle client(SSL_new(context.get()));
  BIO* in = BIO_new(BIO_s_mem());
  BIO* out = BIO_new(BIO_s_mem());
  SSL_set_bio(client.get(), in, out);
  SSL_set_connect_state(client.get());
  TlsChannel callee(callee_context, Role::kServer);
  for (int round = 0; round < 4; ++round) {
    (void)SSL_do_handshake(client.get());
    Bytes bytes(BIO_ctrl_pending(out));
    if (!bytes.empty()) BIO_read(out, bytes.data(), static_cast<int>(bytes.size()));
    callee.receive(bytes);
    const Bytes answer = callee.take_outgoing();
    if (!answer.empty()) BIO_write(in, answer.data(), static_cast<int>(answer.size()));
  }
  EXPECT_NE(callee.established(), callee.error().has_value());
  return callee.error();
}

void use(SSL_CTX* context, const IdentityKey& identity) {
  SSL_CTX_use_certificate(context, identity.certificate());
  SSL_CTX_use_PrivateKey(context, identity.key());
}

void use_alpn(SSL_CTX* context, std::string_view name) {
  std::string list(1, static_cast<char>(name.size()));
  list += name;
  SSL_CTX_set_alpn_protos(context, view(list).data(), static_cast<unsigned>(list.size()));
}

TEST_F(TlsChannelTest, OnlyAClientWithVersionAlpnAndIdentityGetsIn) {
  const IdentityKey identity = *IdentityKey::generate();
  EXPECT_FALSE(error_of_callee(*bob_, [&](SSL_CTX* context) {
    use(context, identity);
    use_alpn(context, "counterpoint/2");
  }));
  EXPECT_TRUE(error_of_callee(*bob_, [&](SSL_CTX* context) { use_alpn(context, "counterpoint/2"); }))
      << "without a certificate";
  EXPECT_TRUE(error_of_callee(*bob_, [&](SSL_CTX* context) { use(context, identity); })) << "without ALPN";
  EXPECT_TRUE(error_of_callee(*bob_, [&](SSL_CTX* context) {
    use(context, identity);
    use_alpn(context, "h2");
  })) << "with another protocol";
  EXPECT_TRUE(error_of_callee(*bob_, [&](SSL_CTX* context) {
    use(context, identity);
    use_alpn(context, "counterpoint/2");
    SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
  })) << "with TLS 1.2";
  EXPECT_TRUE(error_of_callee(*bob_, [&](SSL_CTX* context) {
    const KeyHandle key(EVP_EC_gen("secp384r1"));
    const CertificateHandle certificate(X509_dup(identity.certificate()));
    X509_set_pubkey(certificate.get(), key.get());
    X509_sign(certificate.get(), key.get(), EVP_sha384());
    SSL_CTX_use_certificate(context, certificate.get());
    SSL_CTX_use_PrivateKey(context, key.get());
    use_alpn(context, "counterpoint/2");
  })) << "with a key of another curve";
}

TEST_F(TlsChannelTest, AManInTheMiddleIsSeenByHisId) {
  const auto eve = make_context();
  TlsChannel towards_caller(*eve, Role::kServer);
  TlsChannel towards_callee(*eve, Role::kClient);
  talk(caller_, towards_caller);
  talk(towards_callee, callee_);
  ASSERT_TRUE(caller_.established() && callee_.established());
  EXPECT_EQ(caller_.peer(), eve->id());
  EXPECT_EQ(callee_.peer(), eve->id());
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/dtls_endpoint.h"

#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <sys/time.h>

#include <algorithm>
#include <vector>

#include "core/base/rng.h"
#include "net/secure/datagram_bio.h"

namespace {

/// The time that OpenSSL reads: this program's own gettimeofday() goes before that of the C library.
std::chrono::nanoseconds the_time = std::chrono::hours(1000);

}  // namespace

extern "C" int gettimeofday(timeval* time, void* /*zone*/) noexcept {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(the_time).count();
  *time = {.tv_sec = microseconds / 1'000'000, .tv_usec = microseconds % 1'000'000};
  return 0;
}

namespace counterpoint {
namespace {

using State = DtlsEndpoint::State;

Timestamp time_now() { return Timestamp(the_time); }

Certificate make_certificate() {
  Result<Certificate> certificate = Certificate::create();
  EXPECT_TRUE(certificate);
  return std::move(*certificate);
}

DtlsEndpoint make_endpoint(DtlsRole role, const Certificate& own, const Fingerprint& peer, Duration rtt = 100ms) {
  Result<DtlsEndpoint> endpoint =
      DtlsEndpoint::create({.role = role, .certificate = own, .peer = peer, .round_trip_time = rtt}, time_now());
  EXPECT_TRUE(endpoint);
  return std::move(*endpoint);
}

/// A path in virtual time that loses datagrams and lets them overtake each other.
class Path {
 public:
  struct Config {
    Duration delay = 50ms;
    Duration jitter{};
    double loss = 0;
    std::uint64_t seed = 1;
  };
  explicit Path(const Config& config) : config_(config), rng_(config.seed) {}

  void carry(DtlsEndpoint& from, DtlsEndpoint& to) {
    while (std::optional<Bytes> datagram = from.take_datagram()) {
      EXPECT_LE(datagram->size(), DtlsEndpoint::kMaxDatagram);
      ++sent_;
      if (rng_.chance(config_.loss)) continue;
      const auto extra = std::chrono::duration_cast<Duration>(config_.jitter * rng_.uniform());
      under_way_.push_back({time_now() + config_.delay + extra, &to, std::move(*datagram)});
    }
  }
  /// The next arrival, or kNever.
  [[nodiscard]] Timestamp next() const {
    Timestamp next = kNever;
    for (const Datagram& datagram : under_way_) next = std::min(next, datagram.at);
    return next;
  }
  void deliver() {
    const auto due = std::ranges::min_element(under_way_, {}, &Datagram::at);
    if (due == under_way_.end() || due->at > time_now()) return;
    const Datagram datagram = std::move(*due);
    under_way_.erase(due);
    datagram.to->handle_datagram(datagram.data, time_now());
  }
  [[nodiscard]] int sent() const { return sent_; }

 private:
  struct Datagram {
    Timestamp at;
    DtlsEndpoint* to;
    Bytes data;
  };
  Config config_;
  Rng rng_;
  std::vector<Datagram> under_way_;
  int sent_ = 0;
};

/// Runs the handshake until both ends are no longer in it, but for a minute at most, and gives the time that it took.
Duration shake_hands(DtlsEndpoint& client, DtlsEndpoint& server, Path& path) {
  const Timestamp begin = time_now();
  while (client.state() == State::kHandshake || server.state() == State::kHandshake) {
    path.carry(client, server);
    path.carry(server, client);
    const Timestamp next = std::min({path.next(), client.next_deadline(), server.next_deadline()});
    if (next > begin + 60s) break;
    the_time = std::max(the_time, next.time_since_epoch());
    path.deliver();
    client.poll(time_now());
    server.poll(time_now());
  }
  return time_now() - begin;
}

class Dtls : public testing::Test {
 protected:
  Certificate a_ = make_certificate();
  Certificate b_ = make_certificate();
};

TEST_F(Dtls, BothEndsAgreeOnKeysWithinTwoRoundTrips) {
  DtlsEndpoint client = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint());
  DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, a_.fingerprint());
  Path path({});
  EXPECT_EQ(shake_hands(client, server, path), 200ms);
  ASSERT_EQ(client.state(), State::kEstablished);
  ASSERT_EQ(server.state(), State::kEstablished);
  EXPECT_EQ(client.keys().profile, SrtpProfile::kAeadAes128Gcm);
  EXPECT_EQ(client.keys().local, server.keys().remote);
  EXPECT_EQ(client.keys().remote, server.keys().local);
  EXPECT_NE(client.keys().local, client.keys().remote);
  EXPECT_EQ(client.description(), "DTLSv1.2, ECDHE-ECDSA-AES128-GCM-SHA256, SRTP_AEAD_AES_128_GCM");
  EXPECT_EQ(client.next_deadline(), kNever);
  EXPECT_EQ(server.next_deadline(), kNever);
  EXPECT_LE(path.sent(), 6);
}

TEST_F(Dtls, LossIsRepairedByOurTimerSoon) {
  std::vector<Duration> times;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    DtlsEndpoint client = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint());
    DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, a_.fingerprint());
    Path path({.loss = 0.05, .seed = seed});
    times.push_back(shake_hands(client, server, path));
    ASSERT_EQ(server.state(), State::kEstablished) << "seed " << seed;
  }
  std::ranges::sort(times);
  EXPECT_LT(times[50], 400ms);
  EXPECT_LT(times[95], 1000ms) << "by OpenSSL's own timer it would be more than a second";
}

TEST_F(Dtls, LossAndReorderingDelayButDoNotPrevent) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    DtlsEndpoint client = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint());
    DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, a_.fingerprint());
    Path path({.jitter = 60ms, .loss = 0.1, .seed = seed});
    EXPECT_LT(shake_hands(client, server, path), 8s);
    ASSERT_EQ(client.state(), State::kEstablished) << "seed " << seed;
    ASSERT_EQ(server.state(), State::kEstablished) << "seed " << seed;
    EXPECT_EQ(client.keys().local, server.keys().remote);
  }
}

TEST_F(Dtls, FirstRetransmissionComesAfterOneAndAHalfRoundTrips) {
  DtlsEndpoint far = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint(), 200ms);
  EXPECT_EQ(far.next_deadline(), time_now() + 300ms);
  DtlsEndpoint near = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint(), 1ms);
  EXPECT_EQ(near.next_deadline(), time_now() + 50ms);
  ASSERT_TRUE(near.take_datagram());
  near.poll(time_now() + 10ms);
  EXPECT_FALSE(near.take_datagram());
  the_time += 50ms;
  near.poll(time_now());
  EXPECT_TRUE(near.take_datagram());
  EXPECT_EQ(near.next_deadline(), time_now() + 100ms) << "and the timer doubles";
}

TEST_F(Dtls, NobodyThereEndsTheHandshake) {
  DtlsEndpoint client = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint());
  for (int i = 0; i < 100 && client.state() == State::kHandshake; ++i) {
    the_time = client.next_deadline().time_since_epoch();
    client.poll(time_now());
  }
  EXPECT_EQ(client.state(), State::kFailed);
  EXPECT_EQ(client.next_deadline(), kNever);
}

TEST_F(Dtls, AnotherCertificateIsRefusedByEitherEnd) {
  const Certificate other = make_certificate();
  for (const DtlsRole deceived : {DtlsRole::kClient, DtlsRole::kServer}) {
    const Fingerprint for_client = deceived == DtlsRole::kClient ? other.fingerprint() : b_.fingerprint();
    const Fingerprint for_server = deceived == DtlsRole::kServer ? other.fingerprint() : a_.fingerprint();
    DtlsEndpoint client = make_endpoint(DtlsRole::kClient, a_, for_client);
    DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, for_server);
    Path path({});
    shake_hands(client, server, path);
    DtlsEndpoint& refuses = deceived == DtlsRole::kClient ? client : server;
    ASSERT_EQ(refuses.state(), State::kFailed);
    EXPECT_NE(refuses.error().message.text().find("is not the one that it named"), std::string::npos);
    EXPECT_EQ(client.state(), State::kFailed) << "the other end is told";
    EXPECT_EQ(server.state(), State::kFailed);
  }
}

DtlsEndpoint make_bound_endpoint(DtlsRole role, const Certificate& own, const Fingerprint& peer,
                                 std::optional<PeerBinding> binding) {
  Result<DtlsEndpoint> endpoint =
      DtlsEndpoint::create({.role = role, .certificate = own, .peer = peer, .binding = binding}, time_now());
  EXPECT_TRUE(endpoint);
  return std::move(*endpoint);
}

TEST_F(Dtls, APeerThatIsInACallWithSomebodyElseIsRefused) {
  DtlsEndpoint client = make_bound_endpoint(DtlsRole::kClient, a_, b_.fingerprint(), PeerBinding{1});
  DtlsEndpoint server = make_bound_endpoint(DtlsRole::kServer, b_, a_.fingerprint(), PeerBinding{2});
  Path path({});
  shake_hands(client, server, path);
  EXPECT_EQ(client.state(), State::kFailed);
  ASSERT_EQ(server.state(), State::kFailed);
  EXPECT_NE(server.error().message.text().find("in a call with somebody else"), std::string::npos);
}

TEST_F(Dtls, APeerThatSaysNotWhomItCallsIsTaken) {
  for (const DtlsRole silent : {DtlsRole::kClient, DtlsRole::kServer}) {
    const auto binding = [silent](DtlsRole role) {
      return role == silent ? std::nullopt : std::optional(PeerBinding{1});
    };
    DtlsEndpoint client = make_bound_endpoint(DtlsRole::kClient, a_, b_.fingerprint(), binding(DtlsRole::kClient));
    DtlsEndpoint server = make_bound_endpoint(DtlsRole::kServer, b_, a_.fingerprint(), binding(DtlsRole::kServer));
    Path path({});
    shake_hands(client, server, path);
    EXPECT_EQ(client.state(), State::kEstablished);
    EXPECT_EQ(server.state(), State::kEstablished);
  }
}

TEST_F(Dtls, AClientThatKnowsItsPeerSendsWithItsFinished) {
  for (const bool bound : {true, false}) {
    const auto binding = bound ? std::optional(PeerBinding{1}) : std::nullopt;
    DtlsEndpoint client = make_bound_endpoint(DtlsRole::kClient, a_, b_.fingerprint(), binding);
    DtlsEndpoint server = make_bound_endpoint(DtlsRole::kServer, b_, a_.fingerprint(), binding);
    server.handle_datagram(*client.take_datagram(), time_now());
    EXPECT_FALSE(client.may_send());
    while (const auto datagram = server.take_datagram()) client.handle_datagram(*datagram, time_now());
    EXPECT_EQ(client.state(), State::kHandshake);
    ASSERT_EQ(client.may_send(), bound);
    const SrtpKeys early = bound ? client.keys() : SrtpKeys();
    Path path({});
    shake_hands(client, server, path);
    ASSERT_EQ(client.state(), State::kEstablished);
    EXPECT_TRUE(!bound || early.local == client.keys().local);
    EXPECT_EQ(client.keys().local, server.keys().remote);
    EXPECT_EQ(client.keys().remote, server.keys().local);
  }
}

TEST_F(Dtls, AClientDoesNotSendToAPeerWithAnotherCertificate) {
  const Certificate other = make_certificate();
  DtlsEndpoint client = make_bound_endpoint(DtlsRole::kClient, a_, other.fingerprint(), PeerBinding{1});
  DtlsEndpoint server = make_bound_endpoint(DtlsRole::kServer, b_, a_.fingerprint(), PeerBinding{1});
  server.handle_datagram(*client.take_datagram(), time_now());
  while (const auto datagram = server.take_datagram()) client.handle_datagram(*datagram, time_now());
  EXPECT_EQ(client.state(), State::kFailed);
  EXPECT_FALSE(client.may_send());
}

/// An end of OpenSSL alone that offers what the test says.
class ForeignPeer {
 public:
  ForeignPeer(DtlsRole role, const Certificate& certificate, const char* profiles, std::uint64_t options = 0)
      : context_(SSL_CTX_new(DTLS_method()), SSL_CTX_free) {
    EXPECT_EQ(SSL_CTX_use_certificate(context_.get(), certificate.x509()), 1);
    EXPECT_EQ(SSL_CTX_use_PrivateKey(context_.get(), certificate.key()), 1);
    SSL_CTX_set_options(context_.get(), options);
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_cert_verify_callback(
        context_.get(), [](X509_STORE_CTX*, void*) { return 1; }, nullptr);
    if (profiles != nullptr) {
      EXPECT_EQ(SSL_CTX_set_tlsext_use_srtp(context_.get(), profiles), 0);
    }
    ssl_.reset(SSL_new(context_.get()));
    BIO* const bio = make_datagram_bio(queue_, 1200);
    SSL_set_bio(ssl_.get(), bio, bio);
    role == DtlsRole::kClient ? SSL_set_connect_state(ssl_.get()) : SSL_set_accept_state(ssl_.get());
  }
  /// Against `other`, until it stands still.
  void shake_hands(DtlsEndpoint& other) {
    for (int i = 0; i < 10; ++i) {
      SSL_do_handshake(ssl_.get());
      while (!queue_.outgoing.empty()) {
        other.handle_datagram(queue_.outgoing.front(), time_now());
        queue_.outgoing.pop_front();
      }
      while (const std::optional<Bytes> datagram = other.take_datagram()) {
        queue_.incoming = *datagram;
        SSL_do_handshake(ssl_.get());
      }
    }
  }
  [[nodiscard]] Bytes exported(std::size_t size) const {
    Bytes material(size);
    constexpr std::string_view kLabel = "EXTRACTOR-dtls_srtp";
    EXPECT_EQ(
        SSL_export_keying_material(ssl_.get(), material.data(), size, kLabel.data(), kLabel.size(), nullptr, 0, 0), 1);
    return material;
  }

 private:
  DatagramQueue queue_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, SSL_free};
};

TEST_F(Dtls, PeerWithoutUseSrtpIsRefused) {
  DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, a_.fingerprint());
  ForeignPeer client(DtlsRole::kClient, a_, nullptr);
  client.shake_hands(server);
  ASSERT_EQ(server.state(), State::kFailed);
  EXPECT_NE(server.error().message.text().find("SRTP"), std::string::npos);
}

TEST_F(Dtls, PeerWithoutTheExtendedMasterSecretIsRefused) {
  for (const DtlsRole foreign : {DtlsRole::kClient, DtlsRole::kServer}) {
    for (const std::uint64_t options : {SSL_OP_NO_EXTENDED_MASTER_SECRET, std::uint64_t{0}}) {
      const DtlsRole ours = foreign == DtlsRole::kClient ? DtlsRole::kServer : DtlsRole::kClient;
      DtlsEndpoint endpoint = make_endpoint(ours, b_, a_.fingerprint());
      ForeignPeer peer(foreign, a_, "SRTP_AEAD_AES_128_GCM", options);
      peer.shake_hands(endpoint);
      if (options == 0) {
        EXPECT_EQ(endpoint.state(), State::kEstablished) << endpoint.error().message;
        continue;
      }
      ASSERT_EQ(endpoint.state(), State::kFailed);
      EXPECT_NE(endpoint.error().message.text().find("RFC 7627"), std::string::npos);
      EXPECT_FALSE(endpoint.may_send());
    }
  }
}

TEST_F(Dtls, PeerThatHasOnlyTheOtherProfileGetsIt) {
  DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, a_.fingerprint());
  ForeignPeer client(DtlsRole::kClient, a_, "SRTP_AES128_CM_SHA1_80");
  client.shake_hands(server);
  ASSERT_EQ(server.state(), State::kEstablished) << server.error().message;
  EXPECT_EQ(server.keys().profile, SrtpProfile::kAes128CmSha1Tag80);
  const SrtpKeys foreign =
      split_keying_material(SrtpProfile::kAes128CmSha1Tag80, client.exported(60), DtlsRole::kClient);
  EXPECT_EQ(foreign.local, server.keys().remote);
  EXPECT_EQ(foreign.remote, server.keys().local);
}

TEST_F(Dtls, LastFlightThatGotLostComesAgain) {
  DtlsEndpoint client = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint());
  DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, a_.fingerprint());
  while (server.state() == State::kHandshake) {
    while (const auto datagram = client.take_datagram()) server.handle_datagram(*datagram, time_now());
    if (server.state() != State::kHandshake) break;
    while (const auto datagram = server.take_datagram()) client.handle_datagram(*datagram, time_now());
  }
  while (server.take_datagram()) {  // All of it is lost.
  }
  Path path({});
  shake_hands(client, server, path);
  EXPECT_EQ(client.state(), State::kEstablished);
  EXPECT_EQ(client.keys().local, server.keys().remote);
}

TEST_F(Dtls, NoiseDoesNotEndAnEstablishedConnection) {
  DtlsEndpoint client = make_endpoint(DtlsRole::kClient, a_, b_.fingerprint());
  DtlsEndpoint server = make_endpoint(DtlsRole::kServer, b_, a_.fingerprint());
  Path path({});
  shake_hands(client, server, path);
  Rng rng(3);
  for (int i = 0; i < 1000; ++i) {
    Bytes noise(13 + rng.below(200));
    for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(rng.next());
    noise[0] = static_cast<std::uint8_t>(20 + rng.below(4));
    noise[1] = 0xFE;
    noise[2] = 0xFD;
    client.handle_datagram(noise, time_now());
    server.handle_datagram(noise, time_now());
  }
  EXPECT_EQ(client.state(), State::kEstablished);
  EXPECT_EQ(server.state(), State::kEstablished);
}

}  // namespace
}  // namespace counterpoint

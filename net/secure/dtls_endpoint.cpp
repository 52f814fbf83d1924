// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/dtls_endpoint.h"

#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <utility>

#include "net/secure/datagram_bio.h"
#include "net/secure/openssl_handles.h"

namespace counterpoint {
namespace {

// Forward secrecy and authenticated encryption only; RSA for peers whose certificate has such a key.
constexpr const char* kCiphers =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:"
    "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* kProfiles = "SRTP_AEAD_AES_128_GCM:SRTP_AES128_CM_SHA1_80";
constexpr std::string_view kExporterLabel = "EXTRACTOR-dtls_srtp";  // RFC 5764 section 4.2.
constexpr unsigned int kBindingExtension = 0xFFC0;                  // A number for private use (RFC 8447 section 7).

/// The first retransmission: OpenSSL's own choice, 1 s, makes one lost datagram cost a second. Less than 50 ms would
/// repeat flights that a busy host is still making.
constexpr Duration kMinFirstTimeout = 50ms;
constexpr double kRoundTripTimes = 1.5;
/// The timer doubles up to this. OpenSSL gives up after 12 retransmissions, which then takes 12.7 s at least: longer
/// than a call waits for media, so that the call says that nobody is there.
constexpr Duration kMaxTimeout = 1600ms;

unsigned int to_microseconds(Duration duration) {
  return static_cast<unsigned int>(std::chrono::duration_cast<std::chrono::microseconds>(duration).count());
}

/// The reason of the oldest error that OpenSSL has noted.
std::string openssl_reason() {
  const char* const reason = ERR_reason_error_string(ERR_get_error());
  return reason != nullptr ? reason : "no reason is known";
}

/// Gives what SSL_export_keying_material() refuses before the handshake is over (RFC 5705 section 4, RFC 5246 section
/// 5); nothing when OpenSSL fails.
std::optional<Bytes> export_early(SSL* ssl, std::size_t size) {
  std::array<unsigned char, SSL_MAX_MASTER_KEY_LENGTH> secret{};
  std::array<unsigned char, SSL3_RANDOM_SIZE> client{};
  std::array<unsigned char, SSL3_RANDOM_SIZE> server{};
  const SSL_SESSION* const session = SSL_get_session(ssl);
  const SSL_CIPHER* const cipher = SSL_get_current_cipher(ssl);
  const EVP_MD* const digest = cipher != nullptr ? SSL_CIPHER_get_handshake_digest(cipher) : nullptr;
  if (session == nullptr || digest == nullptr) return std::nullopt;
  const std::size_t secret_size = SSL_SESSION_get_master_key(session, secret.data(), secret.size());
  (void)SSL_get_client_random(ssl, client.data(), client.size());
  (void)SSL_get_server_random(ssl, server.data(), server.size());
  Bytes seed(kExporterLabel.begin(), kExporterLabel.end());
  for (const auto* const random : {&client, &server}) seed.insert(seed.end(), random->begin(), random->end());
  Bytes material(size);
  const KeyContextHandle context(EVP_PKEY_CTX_new_id(EVP_PKEY_TLS1_PRF, nullptr));
  const bool derived =
      context && EVP_PKEY_derive_init(context.get()) > 0 && EVP_PKEY_CTX_set_tls1_prf_md(context.get(), digest) > 0 &&
      EVP_PKEY_CTX_set1_tls1_prf_secret(context.get(), secret.data(), static_cast<int>(secret_size)) > 0 &&
      EVP_PKEY_CTX_add1_tls1_prf_seed(context.get(), seed.data(), static_cast<int>(seed.size())) > 0 &&
      EVP_PKEY_derive(context.get(), material.data(), &size) > 0;
  OPENSSL_cleanse(secret.data(), secret.size());
  return derived ? std::optional(std::move(material)) : std::nullopt;
}

SrtpProfile profile_of(const SRTP_PROTECTION_PROFILE& agreed) {
  return agreed.id == SRTP_AEAD_AES_128_GCM ? SrtpProfile::kAeadAes128Gcm : SrtpProfile::kAes128CmSha1Tag80;
}

}  // namespace

struct DtlsEndpoint::Connection {
  explicit Connection(const Config& given) : config(given) {}

  [[nodiscard]] bool open();
  void run(Timestamp now);
  void read_after_handshake();
  void take_early_keys();
  void take_keys();
  void plan(Timestamp now);
  void fail(Message why) {
    state = State::kFailed;
    error.message = std::move(why);
    deadline = kNever;
  }

  [[nodiscard]] bool say_binding();
  static int add_binding(SSL* ssl, unsigned int type, unsigned int context, const unsigned char** out,
                         std::size_t* size, X509* certificate, std::size_t chain_index, int* alert, void* connection);
  static int check_binding(SSL* ssl, unsigned int type, unsigned int context, const unsigned char* in, std::size_t size,
                           X509* certificate, std::size_t chain_index, int* alert, void* connection);
  static void note_extension(SSL* ssl, int of_server, int type, const unsigned char* data, int size, void* connection);
  static int verify(X509_STORE_CTX* store, void* connection);
  static unsigned int next_timeout(SSL* ssl, unsigned int before);

  Config config;
  DatagramQueue queue;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context{nullptr, SSL_CTX_free};
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl{nullptr, SSL_free};
  State state = State::kHandshake;
  bool wrong_certificate = false;
  bool wrong_binding = false;
  bool right_binding = false;
  bool extended_master_secret = false;  ///< The peer's hello says that it has it.
  Error error{ErrorKind::kRefused, {}};
  std::optional<SrtpKeys> keys;
  Timestamp deadline = kNever;
};

bool DtlsEndpoint::Connection::open() {
  context.reset(SSL_CTX_new(DTLS_method()));
  if (!context || SSL_CTX_set_min_proto_version(context.get(), DTLS1_2_VERSION) != 1) return false;
  SSL_CTX_set_options(context.get(), SSL_OP_NO_QUERY_MTU | SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION |
                                         SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_cert_verify_callback(context.get(), verify, this);
  // This one function of OpenSSL gives 0 when all is well.
  const bool profiles_are_set = SSL_CTX_set_tlsext_use_srtp(context.get(), kProfiles) == 0;
  if (!profiles_are_set || SSL_CTX_set_cipher_list(context.get(), kCiphers) != 1 ||
      SSL_CTX_use_certificate(context.get(), config.certificate.x509()) != 1 ||
      SSL_CTX_use_PrivateKey(context.get(), config.certificate.key()) != 1 || !say_binding()) {
    return false;
  }
  ssl.reset(SSL_new(context.get()));
  BIO* const bio = ssl ? make_datagram_bio(queue, kMaxDatagram) : nullptr;
  if (bio == nullptr) return false;
  SSL_set_bio(ssl.get(), bio, bio);
  SSL_set_mtu(ssl.get(), static_cast<long>(kMaxDatagram));
  SSL_set_app_data(ssl.get(), this);
  DTLS_set_timer_cb(ssl.get(), next_timeout);
  SSL_set_tlsext_debug_callback(ssl.get(), note_extension);
  SSL_set_tlsext_debug_arg(ssl.get(), this);
  if (config.role == DtlsRole::kClient) {
    SSL_set_connect_state(ssl.get());
  } else {
    SSL_set_accept_state(ssl.get());
  }
  return true;
}

bool DtlsEndpoint::Connection::say_binding() {
  if (!config.binding) return true;
  // A server answers with its own only if the client said one. Both are part of what Finished covers.
  return SSL_CTX_add_custom_ext(context.get(), kBindingExtension, SSL_EXT_CLIENT_HELLO | SSL_EXT_TLS1_2_SERVER_HELLO,
                                add_binding, nullptr, this, check_binding, this) == 1;
}

int DtlsEndpoint::Connection::add_binding(SSL* /*ssl*/, unsigned int /*type*/, unsigned int /*context*/,
                                          const unsigned char** out, std::size_t* size, X509* /*certificate*/,
                                          std::size_t /*chain_index*/, int* /*alert*/, void* connection) {
  const auto& self = *static_cast<const Connection*>(connection);
  *out = self.config.binding->data();
  *size = self.config.binding->size();
  return 1;
}

int DtlsEndpoint::Connection::check_binding(SSL* /*ssl*/, unsigned int /*type*/, unsigned int /*context*/,
                                            const unsigned char* in, std::size_t size, X509* /*certificate*/,
                                            std::size_t /*chain_index*/, int* alert, void* connection) {
  auto& self = *static_cast<Connection*>(connection);
  self.right_binding = std::ranges::equal(ByteView(in, size), *self.config.binding);
  self.wrong_binding = !self.right_binding;
  *alert = SSL_AD_ILLEGAL_PARAMETER;
  return self.wrong_binding ? 0 : 1;
}

void DtlsEndpoint::Connection::note_extension(SSL* /*ssl*/, int /*of_server*/, int type, const unsigned char* /*data*/,
                                              int /*size*/, void* connection) {
  if (type == TLSEXT_TYPE_extended_master_secret) static_cast<Connection*>(connection)->extended_master_secret = true;
}

int DtlsEndpoint::Connection::verify(X509_STORE_CTX* store, void* connection) {
  auto& self = *static_cast<Connection*>(connection);
  const X509* const certificate = X509_STORE_CTX_get0_cert(store);
  const Result<Fingerprint> fingerprint = certificate != nullptr ? fingerprint_of(*certificate) : Error{};
  self.wrong_certificate = !fingerprint || *fingerprint != self.config.peer;
  X509_STORE_CTX_set_error(store, self.wrong_certificate ? X509_V_ERR_CERT_REJECTED : X509_V_OK);
  return self.wrong_certificate ? 0 : 1;
}

unsigned int DtlsEndpoint::Connection::next_timeout(SSL* ssl, unsigned int before) {
  const auto& self = *static_cast<const Connection*>(SSL_get_app_data(ssl));
  if (before != 0) return std::min(2 * before, to_microseconds(kMaxTimeout));
  const auto first = std::chrono::duration_cast<Duration>(kRoundTripTimes * self.config.round_trip_time);
  return to_microseconds(std::clamp<Duration>(first, kMinFirstTimeout, kMaxTimeout));
}

void DtlsEndpoint::Connection::run(Timestamp now) {
  ERR_clear_error();
  if (state == State::kEstablished) return read_after_handshake();
  const int result = SSL_do_handshake(ssl.get());
  if (result == 1) return take_keys();
  if (SSL_get_error(ssl.get(), result) == SSL_ERROR_WANT_READ) {
    take_early_keys();
    return plan(now);
  }
  if (wrong_certificate) {
    return fail(message("the peer's certificate is not the one that it named: somebody may be in between"));
  }
  if (wrong_binding) {
    return fail(message("the other end of the media is in a call with somebody else: somebody may be in between"));
  }
  fail(message("the encryption of the media cannot be agreed upon (%1)", openssl_reason()));
}

void DtlsEndpoint::Connection::read_after_handshake() {
  // There is no application data; reading makes OpenSSL answer a Finished that comes again.
  std::array<char, 64> ignored{};
  while (SSL_read(ssl.get(), ignored.data(), static_cast<int>(ignored.size())) > 0) {
  }
}

void DtlsEndpoint::Connection::take_early_keys() {
  // SSL_get_extms_support() knows it only after the handshake.
  if (keys || config.role != DtlsRole::kClient || !right_binding || !extended_master_secret) return;
  const SRTP_PROTECTION_PROFILE* const agreed = SSL_get_selected_srtp_profile(ssl.get());
  if (SSL_get_state(ssl.get()) != TLS_ST_CW_FINISHED || agreed == nullptr) return;
  const SrtpProfile profile = profile_of(*agreed);
  const auto material = export_early(ssl.get(), keying_material_size(profile));
  if (material) keys = split_keying_material(profile, *material, config.role);
}

void DtlsEndpoint::Connection::take_keys() {
  if (SSL_get_extms_support(ssl.get()) != 1) {
    return fail(message("the peer's encryption is out of date: it has no extended master secret (RFC 7627)"));
  }
  const SRTP_PROTECTION_PROFILE* const agreed = SSL_get_selected_srtp_profile(ssl.get());
  if (agreed == nullptr) return fail(message("the peer does not encrypt its media by SRTP (RFC 5764)"));
  const SrtpProfile profile = profile_of(*agreed);
  Bytes material(keying_material_size(profile));
  if (SSL_export_keying_material(ssl.get(), material.data(), material.size(), kExporterLabel.data(),
                                 kExporterLabel.size(), nullptr, 0, 0) != 1) {
    return fail(message("the encryption of the media cannot be agreed upon (%1)", openssl_reason()));
  }
  keys = split_keying_material(profile, material, config.role);
  state = State::kEstablished;
  deadline = kNever;
}

void DtlsEndpoint::Connection::plan(Timestamp now) {
  timeval left{};
  const bool armed = DTLSv1_get_timeout(ssl.get(), &left) == 1;
  deadline = armed ? now + std::chrono::seconds(left.tv_sec) + std::chrono::microseconds(left.tv_usec) : kNever;
}

DtlsEndpoint::DtlsEndpoint(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
DtlsEndpoint::DtlsEndpoint(DtlsEndpoint&&) noexcept = default;
DtlsEndpoint& DtlsEndpoint::operator=(DtlsEndpoint&&) noexcept = default;
DtlsEndpoint::~DtlsEndpoint() = default;

Result<DtlsEndpoint> DtlsEndpoint::create(const Config& config, Timestamp now) {
  auto connection = std::make_unique<Connection>(config);
  if (!connection->open()) {
    return Error{ErrorKind::kInternal, message("OpenSSL cannot begin a DTLS connection (%1)", openssl_reason())};
  }
  if (config.role == DtlsRole::kClient) connection->run(now);
  return DtlsEndpoint(std::move(connection));
}

void DtlsEndpoint::set_round_trip_time(Duration round_trip_time) {
  connection_->config.round_trip_time = round_trip_time;
}

void DtlsEndpoint::handle_datagram(ByteView datagram, Timestamp now) {
  if (state() == State::kFailed) return;
  connection_->queue.incoming = datagram;
  connection_->run(now);
  connection_->queue.incoming = {};
}

void DtlsEndpoint::poll(Timestamp now) {
  if (now < connection_->deadline) return;
  ERR_clear_error();
  if (DTLSv1_handle_timeout(connection_->ssl.get()) < 0) {
    return connection_->fail(message("the encryption of the media cannot be agreed upon (%1)", openssl_reason()));
  }
  connection_->plan(now);
}

Timestamp DtlsEndpoint::next_deadline() const { return connection_->deadline; }

std::optional<Bytes> DtlsEndpoint::take_datagram() {
  std::deque<Bytes>& outgoing = connection_->queue.outgoing;
  if (outgoing.empty()) return std::nullopt;
  std::optional<Bytes> datagram(std::move(outgoing.front()));
  outgoing.pop_front();
  return datagram;
}

DtlsEndpoint::State DtlsEndpoint::state() const { return connection_->state; }

bool DtlsEndpoint::may_send() const { return connection_->keys.has_value() && state() != State::kFailed; }

const Error& DtlsEndpoint::error() const { return connection_->error; }

const SrtpKeys& DtlsEndpoint::keys() const {
  assert(connection_->keys.has_value());
  return *connection_->keys;
}

Result<Bytes> DtlsEndpoint::export_keying_material(std::string_view label, std::size_t size) const {
  assert(state() == State::kEstablished);
  Bytes material(size);
  if (SSL_export_keying_material(connection_->ssl.get(), material.data(), size, label.data(), label.size(), nullptr, 0,
                                 0) != 1) {
    return Error{ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_reason())};
  }
  return material;
}

std::string DtlsEndpoint::description() const {
  assert(state() == State::kEstablished);
  SSL* const ssl = connection_->ssl.get();
  return std::string(SSL_get_version(ssl)) + ", " + SSL_get_cipher_name(ssl) + ", " +
         std::string(to_string(connection_->keys->profile));
}

}  // namespace counterpoint

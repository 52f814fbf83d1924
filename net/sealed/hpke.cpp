// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/hpke.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "net/sealed/aead.h"

namespace counterpoint {
namespace {

constexpr const char* kHpkeCurve = "prime256v1";  ///< P-256 by the name that OpenSSL gives it.
/// The first byte of a point (SEC 1, section 2.3.3) in the only form that RFC 9180 has for P-256.
constexpr std::uint8_t kUncompressed = 4;
constexpr std::size_t kSecretSize = 32;

using Secret = std::array<std::uint8_t, kSecretSize>;
using NumberHandle = std::unique_ptr<BIGNUM, OpensslDeleter<&BN_free>>;
using ParamBuilderHandle = std::unique_ptr<OSSL_PARAM_BLD, OpensslDeleter<&OSSL_PARAM_BLD_free>>;
using ParamsHandle = std::unique_ptr<OSSL_PARAM, OpensslDeleter<&OSSL_PARAM_free>>;

/// RFC 9180, section 7: KEM 0x0010, KDF 0x0001, AEAD 0x0001.
constexpr std::array<std::uint8_t, 5> kKemSuite = {'K', 'E', 'M', 0x00, 0x10};
constexpr std::array<std::uint8_t, 10> kHpkeSuite = {'H', 'P', 'K', 'E', 0x00, 0x10, 0x00, 0x01, 0x00, 0x01};

enum class Mode : std::uint8_t { kBase = 0, kAuth = 2 };

void append(Bytes& to, ByteView bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }
void append(Bytes& to, std::string_view text) { to.insert(to.end(), text.begin(), text.end()); }

/// HMAC-SHA256, which fails only without memory.
std::optional<Secret> hmac(ByteView key, ByteView data) {
  constexpr std::uint8_t kNothing = 0;  // HMAC() takes a null key for the one that it had before.
  Secret digest{};
  unsigned size = 0;
  const void* bytes = key.empty() ? &kNothing : key.data();
  const bool made = HMAC(EVP_sha256(), bytes, static_cast<int>(key.size()), data.data(), data.size(), digest.data(),
                         &size) != nullptr &&
                    size == digest.size();
  return made ? std::optional(digest) : std::nullopt;
}

/// LabeledExtract() of section 4.
std::optional<Secret> labeled_extract(ByteView suite, ByteView salt, std::string_view label, ByteView input) {
  Bytes labeled;
  append(labeled, "HPKE-v1");
  append(labeled, suite);
  append(labeled, label);
  append(labeled, input);
  return hmac(salt, labeled);
}

/// LabeledExpand() of section 4, for one block of the digest: `size` is at most kSecretSize.
std::optional<Secret> labeled_expand(ByteView suite, const Secret& key, std::string_view label, ByteView info,
                                     std::size_t size) {
  Bytes labeled = {0, static_cast<std::uint8_t>(size)};
  append(labeled, "HPKE-v1");
  append(labeled, suite);
  append(labeled, label);
  append(labeled, info);
  labeled.push_back(1);  // HKDF's counter of blocks (RFC 5869, section 2.3).
  return hmac(key, labeled);
}

/// The public half of `key` as an uncompressed point, in whatever form it was read.
std::optional<Bytes> point_of(EVP_PKEY* key) {
  constexpr int kCoordinate = 32;
  Bytes point(kHpkeKeySize);
  point[0] = kUncompressed;
  std::size_t at = 1;
  for (const char* name : {OSSL_PKEY_PARAM_EC_PUB_X, OSSL_PKEY_PARAM_EC_PUB_Y}) {
    BIGNUM* number = nullptr;
    const bool read = EVP_PKEY_get_bn_param(key, name, &number) == 1;
    const NumberHandle owner(number);
    if (!read || BN_bn2binpad(number, point.data() + at, kCoordinate) != kCoordinate) return std::nullopt;
    at += kCoordinate;
  }
  return point;
}

KeyHandle key_from_point(ByteView point) {
  const ParamBuilderHandle builder(OSSL_PARAM_BLD_new());
  const bool built =
      builder && OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, kHpkeCurve, 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) == 1;
  const ParamsHandle params(built ? OSSL_PARAM_BLD_to_param(builder.get()) : nullptr);
  const KeyContextHandle context(params ? EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr) : nullptr);
  EVP_PKEY* key = nullptr;
  // A point that is not on the curve is refused here. The cofactor of P-256 is 1, so each other one is fine.
  const bool made = context && EVP_PKEY_fromdata_init(context.get()) == 1 &&
                    EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) == 1;
  if (!made) (void)openssl_error({});
  return KeyHandle(made ? key : nullptr);
}

/// DH() of section 4: appends the x coordinate of the common point to `to`.
bool agree(Bytes& to, EVP_PKEY* own, EVP_PKEY* peer) {
  Secret secret{};
  std::size_t size = secret.size();
  const KeyContextHandle context(EVP_PKEY_CTX_new(own, nullptr));
  // Points have been checked as they were read.
  const bool agreed = context && EVP_PKEY_derive_init(context.get()) > 0 &&
                      EVP_PKEY_derive_set_peer_ex(context.get(), peer, 0) > 0 &&
                      EVP_PKEY_derive(context.get(), secret.data(), &size) > 0 && size == secret.size();
  if (agreed) append(to, ByteView(secret));
  if (!agreed) (void)openssl_error({});
  return agreed;
}

/// ExtractAndExpand() of section 4.1 and KeySchedule() of section 5.1, for the message of sequence number 0, whose
/// nonce is the base nonce.
std::optional<AeadKey> key_schedule(Mode mode, ByteView agreed, ByteView kem_context, ByteView info) {
  const auto prk = labeled_extract(kKemSuite, {}, "eae_prk", agreed);
  const auto shared = prk ? labeled_expand(kKemSuite, *prk, "shared_secret", kem_context, kSecretSize) : prk;
  const auto psk_hash = labeled_extract(kHpkeSuite, {}, "psk_id_hash", {});
  const auto info_hash = labeled_extract(kHpkeSuite, {}, "info_hash", info);
  const auto secret = shared ? labeled_extract(kHpkeSuite, *shared, "secret", {}) : shared;
  if (!secret || !psk_hash || !info_hash) return std::nullopt;
  Bytes context = {static_cast<std::uint8_t>(mode)};
  append(context, ByteView(*psk_hash));
  append(context, ByteView(*info_hash));
  const auto key = labeled_expand(kHpkeSuite, *secret, "key", context, kAeadKeySize);
  const auto nonce = labeled_expand(kHpkeSuite, *secret, "base_nonce", context, kAeadNonceSize);
  if (!key || !nonce) return std::nullopt;
  AeadKey result;
  std::copy_n(key->begin(), result.key.size(), result.key.begin());
  std::copy_n(nonce->begin(), result.nonce.size(), result.nonce.begin());
  return result;
}

Error hpke_failed(std::string_view what) {
  return {ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_error(what))};
}

}  // namespace

Result<KeyHandle> make_hpke_key() {
  KeyHandle key(EVP_EC_gen(kHpkeCurve));
  if (!key) return hpke_failed("no key");
  return key;
}

KeyHandle public_key_of(const PeerId& id) { return key_from_point(id.point); }

Result<Bytes> hpke_seal(const HpkeSender& keys, const HpkeBinding& binding, ByteView plaintext) {
  const auto encapsulated = point_of(keys.ephemeral);
  const auto recipient = point_of(keys.recipient);
  const auto sender = keys.sender != nullptr ? point_of(keys.sender) : Bytes();
  Bytes agreed;
  const bool fine = encapsulated && recipient && sender && agree(agreed, keys.ephemeral, keys.recipient) &&
                    (keys.sender == nullptr || agree(agreed, keys.sender, keys.recipient));
  if (!fine) return hpke_failed("no key agreement");
  Bytes context = *encapsulated;
  append(context, *recipient);
  append(context, *sender);
  const Mode mode = keys.sender != nullptr ? Mode::kAuth : Mode::kBase;
  const auto key = key_schedule(mode, agreed, context, binding.info);
  const auto ciphertext = key ? aead_seal(*key, binding.aad, plaintext) : std::nullopt;
  if (!ciphertext) return hpke_failed("no encryption");
  Bytes sealed = *encapsulated;
  append(sealed, *ciphertext);
  return sealed;
}

std::optional<Bytes> hpke_open(const HpkeRecipient& keys, const HpkeBinding& binding, ByteView sealed) {
  if (sealed.size() < kHpkeOverhead || sealed.front() != kUncompressed) return std::nullopt;
  const ByteView encapsulated = sealed.first(kHpkeKeySize);
  const KeyHandle ephemeral = key_from_point(encapsulated);
  const auto recipient = point_of(keys.recipient);
  const auto sender = keys.sender != nullptr ? point_of(keys.sender) : Bytes();
  Bytes agreed;
  const bool fine = ephemeral && recipient && sender && agree(agreed, keys.recipient, ephemeral.get()) &&
                    (keys.sender == nullptr || agree(agreed, keys.recipient, keys.sender));
  if (!fine) return std::nullopt;
  Bytes context(encapsulated.begin(), encapsulated.end());
  append(context, *recipient);
  append(context, *sender);
  const Mode mode = keys.sender != nullptr ? Mode::kAuth : Mode::kBase;
  const auto key = key_schedule(mode, agreed, context, binding.info);
  return key ? aead_open(*key, binding.aad, sealed.subspan(kHpkeKeySize)) : std::nullopt;
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/identity_key.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace counterpoint {
namespace {

constexpr const char* kCurve = "prime256v1";  ///< P-256 (FIPS 186-4) by the name that OpenSSL gives it.
/// The cost of scrypt: 128 * N * r bytes of memory a guess, of which OpenSSL reads keys of up to 32 MiB; P rounds of
/// it.
constexpr std::uint64_t kScryptN = 1U << 14U;
constexpr std::uint64_t kScryptR = 8;
constexpr std::uint64_t kScryptP = 5;

using Pkcs8Handle = std::unique_ptr<PKCS8_PRIV_KEY_INFO, OpensslDeleter<&PKCS8_PRIV_KEY_INFO_free>>;
using EncryptedHandle = std::unique_ptr<X509_SIG, OpensslDeleter<&X509_SIG_free>>;
using AlgorithmHandle = std::unique_ptr<X509_ALGOR, OpensslDeleter<&X509_ALGOR_free>>;

Error failed_inside(std::string_view what) {
  return {ErrorKind::kInternal, message("OpenSSL failed (%1)", openssl_error(what))};
}

BioHandle reader_of(std::string_view text) {
  return BioHandle(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string content_of(BIO* memory) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory, &data);
  return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

/// Keeps OpenSSL from asking at the terminal for the passphrase of a key that should have none.
int refuse_passphrase(char*, int, int, void*) { return -1; }

CertificateHandle make_certificate(EVP_PKEY* key) {
  CertificateHandle certificate(X509_new());
  // RFC 5280, section 4.1.2.5: the last date there is means that the certificate does not expire.
  const bool made = certificate && X509_set_version(certificate.get(), X509_VERSION_3) == 1 &&
                    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1) == 1 &&
                    ASN1_TIME_set_string(X509_getm_notBefore(certificate.get()), "19700101000000Z") == 1 &&
                    ASN1_TIME_set_string(X509_getm_notAfter(certificate.get()), "99991231235959Z") == 1 &&
                    X509_set_pubkey(certificate.get(), key) == 1 && X509_sign(certificate.get(), key, EVP_sha256()) > 0;
  return made ? std::move(certificate) : nullptr;
}

}  // namespace

Result<IdentityKey> IdentityKey::generate() {
  KeyHandle key(EVP_EC_gen(kCurve));
  if (!key) return failed_inside("no key");
  return from_key(std::move(key));
}

Result<IdentityKey> IdentityKey::from_key(KeyHandle key) {
  const std::optional<PeerId> id = key ? peer_id_of(key.get()) : std::nullopt;
  const KeyContextHandle check(id ? EVP_PKEY_CTX_new(key.get(), nullptr) : nullptr);
  // A key whose halves do not belong together would lock its owner out of every call.
  if (!check || EVP_PKEY_check(check.get()) != 1) {
    (void)openssl_error({});
    return Error{ErrorKind::kMalformed, message("it holds no private key of the curve P-256")};
  }
  CertificateHandle certificate = make_certificate(key.get());
  if (!certificate) return failed_inside("no certificate");
  return IdentityKey(std::move(key), std::move(certificate), *id);
}

Result<IdentityKey> IdentityKey::from_pem(std::string_view pem) {
  const BioHandle reader = reader_of(pem);
  KeyHandle key(PEM_read_bio_PrivateKey(reader.get(), nullptr, refuse_passphrase, nullptr));
  return from_key(std::move(key));
}

Result<IdentityKey> IdentityKey::from_encrypted_pem(std::string_view pem, const std::string& passphrase) {
  const BioHandle reader = reader_of(pem);
  const EncryptedHandle encrypted(PEM_read_bio_PKCS8(reader.get(), nullptr, refuse_passphrase, nullptr));
  if (!encrypted) {
    (void)openssl_error({});
    return Error{ErrorKind::kMalformed, message("it is no encrypted private key (PKCS#8 in PEM)")};
  }
  const Pkcs8Handle decrypted(PKCS8_decrypt(encrypted.get(), passphrase.data(), static_cast<int>(passphrase.size())));
  if (!decrypted) {
    (void)openssl_error({});
    return Error{ErrorKind::kRefused, message("the passphrase is wrong, or the file is damaged")};
  }
  return from_key(KeyHandle(EVP_PKCS82PKEY(decrypted.get())));
}

Result<std::string> IdentityKey::to_pem() const {
  const BioHandle memory(BIO_new(BIO_s_mem()));
  if (!memory || PEM_write_bio_PKCS8PrivateKey(memory.get(), key_.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1) {
    return failed_inside("no PKCS#8");
  }
  return content_of(memory.get());
}

Result<std::string> IdentityKey::to_encrypted_pem(const std::string& passphrase) const {
  const Pkcs8Handle clear(EVP_PKEY2PKCS8(key_.get()));
  AlgorithmHandle algorithm(
      PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), nullptr, 0, nullptr, kScryptN, kScryptR, kScryptP));
  if (!clear || !algorithm) return failed_inside("no scrypt");
  const EncryptedHandle encrypted(
      PKCS8_set0_pbe(passphrase.data(), static_cast<int>(passphrase.size()), clear.get(), algorithm.get()));
  if (!encrypted) return failed_inside("no encryption");
  (void)algorithm.release();  // The encrypted key owns it now.
  const BioHandle memory(BIO_new(BIO_s_mem()));
  if (!memory || PEM_write_bio_PKCS8(memory.get(), encrypted.get()) != 1) return failed_inside("no PKCS#8");
  return content_of(memory.get());
}

std::optional<PeerId> peer_id_of(EVP_PKEY* key) {
  std::array<char, 32> group{};
  std::array<std::uint8_t, 65> point{};  // Uncompressed: 4, x, y (SEC 1, section 2.3.3).
  std::size_t size = 0;
  const bool read =
      EVP_PKEY_is_a(key, "EC") == 1 && EVP_PKEY_get_group_name(key, group.data(), group.size(), nullptr) == 1 &&
      std::string_view(group.data()) == kCurve &&
      EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, point.data(), point.size(), &size) == 1;
  constexpr std::size_t kCoordinate = 32;
  PeerId id;
  if (!read) {
    (void)openssl_error({});
    return std::nullopt;
  }
  if (size == id.point.size() && (point[0] == 2 || point[0] == 3)) {
    std::copy_n(point.begin(), id.point.size(), id.point.begin());
    return id;
  }
  if (size != point.size() || point[0] != 4) return std::nullopt;
  id.point[0] = static_cast<std::uint8_t>(2 + (point.back() & 1));
  std::copy_n(point.begin() + 1, kCoordinate, id.point.begin() + 1);
  return id;
}

bool is_on_curve(const PeerId& id) {
  const std::unique_ptr<EC_GROUP, OpensslDeleter<&EC_GROUP_free>> group(
      EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  if (!group) return false;
  const std::unique_ptr<EC_POINT, OpensslDeleter<&EC_POINT_free>> point(EC_POINT_new(group.get()));
  const bool found =
      point && EC_POINT_oct2point(group.get(), point.get(), id.point.data(), id.point.size(), nullptr) == 1;
  if (!found) (void)openssl_error({});
  return found;
}

}  // namespace counterpoint

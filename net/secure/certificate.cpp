// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/certificate.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <utility>

namespace counterpoint {
namespace {

// GeneralizedTime of RFC 5280 section 4.1.2.5 for "no well-defined expiration date"; the beginning is in the past of
// every clock.
constexpr const char* kNotBefore = "20000101000000Z";
constexpr const char* kNotAfter = "99991231235959Z";
// RFC 5280 section 4.1.2.2 lets serial numbers have 20 bytes at most.
constexpr int kSerialBits = 127;

const unsigned char* bytes_of(const char* text) { return reinterpret_cast<const unsigned char*>(text); }

bool set_random_serial(X509* x509) {
  const std::unique_ptr<BIGNUM, decltype(&BN_free)> number(BN_new(), BN_free);
  return number && BN_rand(number.get(), kSerialBits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
         BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(x509)) != nullptr;
}

bool fill_in(X509* x509, EVP_PKEY* key) {
  X509_NAME* const name = X509_get_subject_name(x509);
  return X509_set_version(x509, X509_VERSION_3) == 1 && set_random_serial(x509) &&
         ASN1_TIME_set_string_X509(X509_getm_notBefore(x509), kNotBefore) == 1 &&
         ASN1_TIME_set_string_X509(X509_getm_notAfter(x509), kNotAfter) == 1 &&
         X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, bytes_of("call"), -1, -1, 0) == 1 &&
         X509_set_issuer_name(x509, name) == 1 && X509_set_pubkey(x509, key) == 1 &&
         X509_sign(x509, key, EVP_sha256()) > 0;
}

Error failure() { return {ErrorKind::kInternal, "no certificate for the call can be made"}; }

}  // namespace

Result<Certificate> Certificate::create() {
  std::shared_ptr<EVP_PKEY> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  std::shared_ptr<X509> x509(X509_new(), X509_free);
  if (!key || !x509 || !fill_in(x509.get(), key.get())) return failure();
  const Result<Fingerprint> fingerprint = fingerprint_of(*x509);
  if (!fingerprint) return fingerprint.error();
  return Certificate(std::move(x509), std::move(key), *fingerprint);
}

Result<Fingerprint> fingerprint_of(const x509_st& certificate) {
  Fingerprint fingerprint;
  unsigned int size = 0;
  if (X509_digest(&certificate, EVP_sha256(), fingerprint.sha256.data(), &size) != 1) return failure();
  return fingerprint;
}

}  // namespace counterpoint

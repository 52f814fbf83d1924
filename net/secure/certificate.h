// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "core/base/result.h"
#include "net/secure/fingerprint.h"

// The types of OpenSSL.
struct evp_pkey_st;
struct x509_st;

namespace counterpoint {

/// A self-signed certificate of a new P-256 key (ECDSA with SHA-256), made for one call: DTLS 1.2 shows certificates to
/// whoever listens, and one that stayed the same would let him follow a person. It says nothing of its owner and does
/// not expire; the peer knows it by its fingerprint alone. Copies share it.
class Certificate {
 public:
  /// Errors: kInternal when OpenSSL has no randomness or memory.
  [[nodiscard]] static Result<Certificate> create();

  [[nodiscard]] const Fingerprint& fingerprint() const { return fingerprint_; }
  [[nodiscard]] x509_st* x509() const { return x509_.get(); }
  [[nodiscard]] evp_pkey_st* key() const { return key_.get(); }

 private:
  Certificate(std::shared_ptr<x509_st> x509, std::shared_ptr<evp_pkey_st> key, const Fingerprint& fingerprint)
      : x509_(std::move(x509)), key_(std::move(key)), fingerprint_(fingerprint) {}

  std::shared_ptr<x509_st> x509_;
  std::shared_ptr<evp_pkey_st> key_;
  Fingerprint fingerprint_;
};

/// The fingerprint of any certificate. Errors: kInternal.
[[nodiscard]] Result<Fingerprint> fingerprint_of(const x509_st& certificate);

}  // namespace counterpoint

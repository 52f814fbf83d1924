// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/call/peer_id.h"
#include "net/secure/openssl_handles.h"

namespace counterpoint {

/// The identity of a user: a private key of the curve P-256 and a certificate that it has signed itself. The
/// certificate says nothing but the key, and knows no date: peers compare keys alone.
class IdentityKey {
 public:
  /// A new one, by OpenSSL's own source of randomness. Errors: kInternal.
  [[nodiscard]] static Result<IdentityKey> generate();
  /// Reads what to_pem() has written. Errors: kMalformed when it is no private key of P-256.
  [[nodiscard]] static Result<IdentityKey> from_pem(std::string_view pem);
  /// Reads what to_encrypted_pem() has written. Errors: kMalformed, kRefused when the passphrase is wrong.
  [[nodiscard]] static Result<IdentityKey> from_encrypted_pem(std::string_view pem, const std::string& passphrase);

  /// PKCS#8 (RFC 5958) in PEM, in clear.
  [[nodiscard]] Result<std::string> to_pem() const;
  /// The same, encrypted by AES-256-CBC under a key that scrypt (RFC 7914; N = 2^14, r = 8, p = 5: 16 MiB a guess)
  /// derives from `passphrase`. Errors: kInternal.
  [[nodiscard]] Result<std::string> to_encrypted_pem(const std::string& passphrase) const;

  [[nodiscard]] const PeerId& id() const { return id_; }
  [[nodiscard]] EVP_PKEY* key() const { return key_.get(); }
  [[nodiscard]] X509* certificate() const { return certificate_.get(); }

 private:
  IdentityKey(KeyHandle key, CertificateHandle certificate, const PeerId& id)
      : key_(std::move(key)), certificate_(std::move(certificate)), id_(id) {}
  [[nodiscard]] static Result<IdentityKey> from_key(KeyHandle key);

  KeyHandle key_;
  CertificateHandle certificate_;
  PeerId id_;
};

/// The ID of `key`; nothing when it is no key of P-256.
[[nodiscard]] std::optional<PeerId> peer_id_of(EVP_PKEY* key);

/// True if the curve has the point of `id`.
[[nodiscard]] bool is_on_curve(const PeerId& id);

}  // namespace counterpoint

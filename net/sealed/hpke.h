// SPDX-License-Identifier: GPL-3.0-or-later
// Hybrid public key encryption (HPKE, RFC 9180) of single messages, with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and
// AES-128-GCM.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/call/peer_id.h"
#include "net/sealed/aead.h"
#include "net/secure/openssl_handles.h"

namespace counterpoint {

/// In bytes: the encapsulated key in front of a message, an uncompressed point.
inline constexpr std::size_t kHpkeKeySize = 65;
/// The growth of a message.
inline constexpr std::size_t kHpkeOverhead = kHpkeKeySize + kAeadTagSize;

/// The keys of the sender of one message, none of which it owns.
struct HpkeSender {
  EVP_PKEY* ephemeral = nullptr;  ///< A fresh key pair for each message.
  EVP_PKEY* recipient = nullptr;  ///< Its public half is enough.
  EVP_PKEY* sender = nullptr;     ///< The key pair that proves who sends (mode Auth); null: nobody does (mode Base).
};

/// The keys of the recipient.
struct HpkeRecipient {
  EVP_PKEY* recipient = nullptr;  ///< Key pair.
  EVP_PKEY* sender = nullptr;     ///< The public key of the only sender to be believed; null: mode Base.
};

/// Both ends must have the same of both.
struct HpkeBinding {
  ByteView info{};  ///< It names the purpose.
  ByteView aad{};   ///< Additional authenticated data, which the message does not carry.
};

/// A fresh key pair of P-256. Errors: kInternal.
[[nodiscard]] Result<KeyHandle> make_hpke_key();

/// The public key of `id`; null when the curve has no such point.
[[nodiscard]] KeyHandle public_key_of(const PeerId& id);

/// The encapsulated key and `plaintext`, encrypted and authenticated as the first message of a context (sequence number
/// 0). Errors: kInternal.
[[nodiscard]] Result<Bytes> hpke_seal(const HpkeSender& keys, const HpkeBinding& binding, ByteView plaintext);

/// The plaintext of what hpke_seal() has made; nothing when it is for somebody else, of somebody else, or damaged.
[[nodiscard]] std::optional<Bytes> hpke_open(const HpkeRecipient& keys, const HpkeBinding& binding, ByteView sealed);

}  // namespace counterpoint

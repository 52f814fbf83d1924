// SPDX-License-Identifier: GPL-3.0-or-later
// Authenticated encryption by AES-128-GCM (RFC 5116, section 5.1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/bytes.h"

namespace counterpoint {

inline constexpr std::size_t kAeadKeySize = 16;
inline constexpr std::size_t kAeadNonceSize = 12;
/// The growth of a text in bytes: the tag behind it.
inline constexpr std::size_t kAeadTagSize = 16;

struct AeadKey {
  std::array<std::uint8_t, kAeadKeySize> key{};
  std::array<std::uint8_t, kAeadNonceSize> nonce{};  ///< No two texts under one key have the same.
};

/// `plaintext`, encrypted, with its tag, which covers `aad` too. Nothing when OpenSSL fails, as without memory.
[[nodiscard]] std::optional<Bytes> aead_seal(const AeadKey& key, ByteView aad, ByteView plaintext);

/// The plaintext of what aead_seal() has made with the same key and `aad`; nothing for anything else.
[[nodiscard]] std::optional<Bytes> aead_open(const AeadKey& key, ByteView aad, ByteView sealed);

}  // namespace counterpoint

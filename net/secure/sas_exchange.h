// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/call/peer_id.h"

namespace counterpoint {

/// The short authentication string of a call: 42 bits that both people read to each other, equal only when nobody sits
/// between them. The caller commits itself first (ZRTP, RFC 6189, section 4.3), so that whoever sits there has one
/// guess and cannot try keys until the strings agree.
///
/// 1. The caller's first message has commitment(), the callee's first one nonce(), and the caller's next
///    one, once it has the callee's whole answer, nonce(). The commitment stands beside all else that enters the
///    string, and the callee's part of that is said before the caller's nonce is known.
/// 2. Texts are 64 hexadecimal digits in lower case.
class SasExchange {
 public:
  enum class Role { kCaller, kCallee };
  /// All that the string is made of besides the nonces.
  struct Subject {
    PeerId caller{};
    PeerId callee{};
    std::string_view offer{};   ///< The SDP; its fingerprints (RFC 8122) enter the string.
    std::string_view answer{};  ///< The SDP.
  };

  /// Draws a nonce of 32 bytes from OpenSSL.
  explicit SasExchange(Role role);

  /// SHA-256 of the nonce.
  [[nodiscard]] std::string commitment() const;
  [[nodiscard]] std::string nonce() const;

  /// Callee: the caller's commitment. Errors: kMalformed.
  [[nodiscard]] Result<void> handle_commitment(std::string_view text);
  /// The peer's nonce, once. Errors: kMalformed; kRefused when it is not the one that the caller is committed to.
  [[nodiscard]] Result<void> handle_nonce(std::string_view text);

  /// 42 bits of HKDF (RFC 5869) with SHA-256; nothing before the peer's nonce is known.
  [[nodiscard]] std::optional<std::uint64_t> value(const Subject& subject) const;

 private:
  using Nonce = std::array<std::uint8_t, 32>;

  Role role_;
  Nonce nonce_{};
  std::optional<Nonce> commitment_;  ///< The caller's, as the callee has heard it.
  std::optional<Nonce> peer_nonce_;
};

}  // namespace counterpoint

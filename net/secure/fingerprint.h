// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace counterpoint {

/// The SHA-256 digest of a certificate in DER, by which SDP names it (RFC 8122).
struct Fingerprint {
  std::array<std::uint8_t, 32> sha256{};
  bool operator==(const Fingerprint&) const = default;
};

/// 32 pairs of upper-case hexadecimal digits with colons between them (RFC 8122 section 5).
[[nodiscard]] std::string to_string(const Fingerprint& fingerprint);
/// Reads the same in either case; nothing for anything else.
[[nodiscard]] std::optional<Fingerprint> parse_fingerprint(std::string_view text);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace counterpoint {

/// User name fragment and password of one side of an ICE session (RFC 8445 section 5.3). The password proves that a
/// check comes from whom the signalling reached, so it is drawn from a cryptographic source.
struct IceCredentials {
  std::string ufrag;     ///< 4 to 256 ice-chars.
  std::string password;  ///< 22 to 256 ice-chars.

  /// 48 bits of user name fragment and 144 of password from as many bytes of a cryptographic source.
  [[nodiscard]] static IceCredentials from_random(const std::array<std::uint8_t, 24>& bytes);
  /// True if both have permitted lengths and characters (RFC 8839 section 5.4).
  [[nodiscard]] bool valid() const;
  bool operator==(const IceCredentials&) const = default;
};

/// True if `text` is made of letters, digits, "+" and "/" (RFC 8839 section 5.1).
[[nodiscard]] bool is_ice_chars(std::string_view text);

}  // namespace counterpoint

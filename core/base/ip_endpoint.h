// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes.h"

namespace counterpoint {

/// An IPv4 or IPv6 address as a plain value, without sockets. An IPv4 address in IPv6 form (::ffff:192.0.2.1) is the
/// IPv4 one.
class IpAddress {
 public:
  static constexpr std::size_t kV4Size = 4;
  static constexpr std::size_t kV6Size = 16;

  IpAddress() = default;  ///< 0.0.0.0
  /// `bytes` in network order, 4 or 16 of them; nothing for any other number.
  [[nodiscard]] static std::optional<IpAddress> from(ByteView bytes);
  /// "192.0.2.1" or "2001:db8::1" (RFC 4291 section 2.2), without scope or brackets; nothing for any other text.
  [[nodiscard]] static std::optional<IpAddress> parse(std::string_view text);

  [[nodiscard]] bool is_v6() const { return v6_; }
  [[nodiscard]] ByteView bytes() const { return {bytes_.data(), v6_ ? kV6Size : kV4Size}; }
  /// fe80::/10 or 169.254.0.0/16: reaches the own link alone.
  [[nodiscard]] bool is_link_local() const;
  /// ::1 or 127.0.0.0/8.
  [[nodiscard]] bool is_loopback() const;
  auto operator<=>(const IpAddress&) const = default;

 private:
  bool v6_ = false;
  std::array<std::uint8_t, kV6Size> bytes_{};
};

/// Address and port of UDP.
struct IpEndpoint {
  IpAddress address;
  std::uint16_t port = 0;
  auto operator<=>(const IpEndpoint&) const = default;
};

/// "192.0.2.1" or "2001:db8::1" (RFC 5952).
[[nodiscard]] std::string to_string(const IpAddress& address);
/// "192.0.2.1:5000" or "[2001:db8::1]:5000".
[[nodiscard]] std::string to_string(const IpEndpoint& endpoint);

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a public key, by which a peer is known.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace counterpoint {

/// The length of an ID as text.
inline constexpr std::size_t kPeerIdLength = 56;

/// The public key of a peer: a compressed point of the curve P-256 (SEC 1, section 2.3.3). Only
/// cryptography can say whether there is such a point.
struct PeerId {
  std::array<std::uint8_t, 33> point{};

  friend auto operator<=>(const PeerId&, const PeerId&) = default;
};

/// The point and two bytes that check it (CRC-16/IBM-3740), in base32 (RFC 4648, section 6) with lower case letters:
/// kPeerIdLength characters without padding.
[[nodiscard]] std::string to_string(const PeerId& id);

/// The ID that `text` is, in letters of either case; nothing when it is none or a character of it is wrong.
[[nodiscard]] std::optional<PeerId> read_peer_id(std::string_view text);

/// The beginning of an ID for lines in which all of it has no room: "abcdefgh…". It identifies nobody.
[[nodiscard]] std::string short_text(const PeerId& id);

}  // namespace counterpoint

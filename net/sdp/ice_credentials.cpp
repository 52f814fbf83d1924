// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sdp/ice_credentials.h"

#include <algorithm>
#include <cstddef>

namespace counterpoint {
namespace {

constexpr std::string_view kIceChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kUfragBytes = 6;
constexpr std::size_t kMinUfrag = 4;
constexpr std::size_t kMinPassword = 22;
constexpr std::size_t kMaxText = 256;

/// Base64 (RFC 4648 section 4), whose alphabet is that of ice-chars. `count` is a multiple of 3.
std::string to_ice_chars(const std::uint8_t* bytes, std::size_t count) {
  constexpr unsigned kSixBits = 0x3F;
  std::string text;
  for (std::size_t i = 0; i < count; i += 3) {
    const unsigned bits = static_cast<unsigned>(bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]);
    for (const unsigned shift : {18U, 12U, 6U, 0U}) text += kIceChars[bits >> shift & kSixBits];
  }
  return text;
}

}  // namespace

bool is_ice_chars(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return kIceChars.find(c) != std::string_view::npos; });
}

IceCredentials IceCredentials::from_random(const std::array<std::uint8_t, 24>& bytes) {
  return {.ufrag = to_ice_chars(bytes.data(), kUfragBytes),
          .password = to_ice_chars(bytes.data() + kUfragBytes, bytes.size() - kUfragBytes)};
}

bool IceCredentials::valid() const {
  return ufrag.size() >= kMinUfrag && ufrag.size() <= kMaxText && is_ice_chars(ufrag) &&
         password.size() >= kMinPassword && password.size() <= kMaxText && is_ice_chars(password);
}

}  // namespace counterpoint

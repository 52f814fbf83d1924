// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/peer_id.h"

#include <algorithm>
#include <span>

namespace counterpoint {
namespace {

constexpr std::string_view kBase32Digits = "abcdefghijklmnopqrstuvwxyz234567";
constexpr unsigned kBitsOfDigit = 5;
constexpr std::size_t kCheckBytes = 2;
constexpr std::size_t kIdBytes = sizeof(PeerId::point) + kCheckBytes;
static_assert(kIdBytes * 8 == kPeerIdLength * kBitsOfDigit, "an ID has no padding");

/// CRC-16/IBM-3740: it finds all errors of up to 16 neighbouring bits, so each mistyped character and each swap of two.
std::uint16_t check_of(std::span<const std::uint8_t> bytes) {
  constexpr std::uint16_t kPolynomial = 0x1021;
  std::uint16_t check = 0xFFFF;
  for (const std::uint8_t byte : bytes) {
    check = static_cast<std::uint16_t>(check ^ (byte << 8));
    for (int bit = 0; bit < 8; ++bit) {
      const bool carry = (check & 0x8000) != 0;
      check = static_cast<std::uint16_t>(check << 1);
      if (carry) check ^= kPolynomial;
    }
  }
  return check;
}

std::optional<unsigned> base32_value(char c) {
  const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::size_t found = kBase32Digits.find(lower);
  if (found == std::string_view::npos) return std::nullopt;
  return static_cast<unsigned>(found);
}

}  // namespace

std::string to_string(const PeerId& id) {
  const std::uint16_t check = check_of(id.point);
  std::string text;
  unsigned held = 0;
  unsigned bits = 0;
  const auto add = [&](std::uint8_t byte) {
    held = held << 8 | byte;
    for (bits += 8; bits >= kBitsOfDigit; bits -= kBitsOfDigit) {
      text += kBase32Digits[held >> (bits - kBitsOfDigit) & 31];
    }
  };
  for (const std::uint8_t byte : id.point) add(byte);
  add(static_cast<std::uint8_t>(check >> 8));
  add(static_cast<std::uint8_t>(check & 0xFF));
  return text;
}

std::optional<PeerId> read_peer_id(std::string_view text) {
  if (text.size() != kPeerIdLength) return std::nullopt;
  std::array<std::uint8_t, kIdBytes> bytes{};
  std::size_t read = 0;
  unsigned held = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::optional<unsigned> value = base32_value(c);
    if (!value) return std::nullopt;
    held = held << kBitsOfDigit | *value;
    bits += kBitsOfDigit;
    if (bits < 8) continue;
    bits -= 8;
    bytes[read++] = static_cast<std::uint8_t>(held >> bits);
  }
  PeerId id;
  const std::span<const std::uint8_t> point(bytes.data(), id.point.size());
  std::ranges::copy(point, id.point.begin());
  const bool compressed = id.point[0] == 2 || id.point[0] == 3;
  const auto check = static_cast<std::uint16_t>(bytes[kIdBytes - 2] << 8 | bytes[kIdBytes - 1]);
  if (!compressed || check != check_of(id.point)) return std::nullopt;
  return id;
}

std::string short_text(const PeerId& id) {
  constexpr std::size_t kShown = 12;
  return to_string(id).substr(0, kShown) + "…";
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/fingerprint.h"

#include <charconv>
#include <cstddef>

namespace counterpoint {

std::string to_string(const Fingerprint& fingerprint) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const std::uint8_t byte : fingerprint.sha256) {
    if (!text.empty()) text += ':';
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::optional<Fingerprint> parse_fingerprint(std::string_view text) {
  Fingerprint fingerprint;
  if (text.size() != 3 * fingerprint.sha256.size() - 1) return std::nullopt;
  for (std::size_t i = 0; i < fingerprint.sha256.size(); ++i) {
    const std::string_view pair = text.substr(3 * i, 2);
    const auto [end, error] = std::from_chars(pair.data(), pair.data() + pair.size(), fingerprint.sha256[i], 16);
    if (error != std::errc() || end != pair.data() + pair.size()) return std::nullopt;
    if (i > 0 && text[3 * i - 1] != ':') return std::nullopt;
  }
  return fingerprint;
}

}  // namespace counterpoint

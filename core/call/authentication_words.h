// SPDX-License-Identifier: GPL-3.0-or-later
// A short authentication string as people read it to each other: seven words of a list of 64, each with a picture.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace counterpoint {

struct AuthenticationWord {
  const char* word;  ///< English; windows translate it.
  char32_t emoji;    ///< The code point of its picture.
};

/// Words of one string; each stands for six bits.
inline constexpr std::size_t kAuthenticationWords = 7;

/// The words of the 42 bits of `value`, the most significant first.
[[nodiscard]] std::array<AuthenticationWord, kAuthenticationWords> authentication_words(std::uint64_t value);

/// The picture in UTF-8.
[[nodiscard]] std::string emoji_text(const AuthenticationWord& word);

/// "bee drum fox ..." in English.
[[nodiscard]] std::string authentication_text(std::uint64_t value);

}  // namespace counterpoint

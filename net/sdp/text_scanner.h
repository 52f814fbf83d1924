// SPDX-License-Identifier: GPL-3.0-or-later
// The small pieces that text of SDP is read with (RFC 8866 section 9).
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace counterpoint {

/// Takes what comes before `separator`, and the separator, off the front of `text`; all of it when there is none.
[[nodiscard]] inline std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return taken;
}

/// `text` as a decimal number, if it is nothing else and in the range of `T`.
template <std::unsigned_integral T>
[[nodiscard]] std::optional<T> parse_number(std::string_view text) {
  T number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// True for an ASCII letter or digit, whatever the locale.
[[nodiscard]] constexpr bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// True if `text` is a token: visible ASCII without quotes, brackets and separators.
[[nodiscard]] constexpr bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`{|}~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_letter_or_digit(c) || kMarks.find(c) != std::string_view::npos;
  });
}

/// True if both are equal apart from the case of ASCII letters.
[[nodiscard]] constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  constexpr auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// The start of `text` for an error message, without control characters.
[[nodiscard]] inline std::string quote(std::string_view text) {
  constexpr std::size_t kMaxQuoted = 40;
  std::string quoted(text.substr(0, kMaxQuoted));
  std::ranges::replace_if(
      quoted, [](char c) { return c < ' ' || c > '~'; }, '?');
  return quoted;
}

}  // namespace counterpoint

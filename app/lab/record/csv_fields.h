// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the tables that a run leaves.
#pragma once

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"

namespace counterpoint {

/// Seconds with all nine decimals.
[[nodiscard]] std::string seconds_text(Duration time);
/// Reads what seconds_text() writes; nothing for anything else.
[[nodiscard]] std::optional<Duration> read_seconds(std::string_view text);

/// The whole of `text` as a number; nothing when it is none.
template <typename T>
std::optional<T> read_whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Takes what stands before the next `separator`, or all of it, from the front of `text`, and the separator.
[[nodiscard]] std::string_view take_until(std::string_view& text, char separator);

/// The text of a file. Errors: kUnavailable with the system's reason.
[[nodiscard]] Result<std::string> read_text(const std::filesystem::path& path);
/// kMalformed: "PATH:LINE: PROBLEM".
[[nodiscard]] Error malformed_line(const std::filesystem::path& path, std::size_t line, const std::string& problem);

}  // namespace counterpoint

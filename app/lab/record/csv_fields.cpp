// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/record/csv_fields.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace counterpoint {

std::string seconds_text(Duration time) {
  std::array<char, 40> text{};
  const auto [seconds, rest] = std::lldiv(time.count(), 1'000'000'000);
  const int length = std::snprintf(text.data(), text.size(), "%lld.%09lld", seconds, rest);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<Duration> read_seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || text.size() - point != 10) return std::nullopt;
  const auto seconds = read_whole<std::uint32_t>(text.substr(0, point));
  const auto nanoseconds = read_whole<std::uint32_t>(text.substr(point + 1));
  if (!seconds || !nanoseconds) return std::nullopt;
  return std::chrono::seconds(*seconds) + std::chrono::nanoseconds(*nanoseconds);
}

std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

Result<std::string> read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (file) return std::move(text).str();
  return Error{ErrorKind::kUnavailable, "cannot read " + path.string() + ": " + std::strerror(errno)};
}

Error malformed_line(const std::filesystem::path& path, std::size_t line, const std::string& problem) {
  return {ErrorKind::kMalformed, path.string() + ":" + std::to_string(line) + ": " + problem};
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/csv_field.h"

#include <charconv>

namespace counterpoint {
namespace {

bool is_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string csv_field(const std::string& text) {
  const bool formula = text.find_first_of("=+-@\t\r") == 0 && !is_number(text);
  if (!formula && text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = formula ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plain_text.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// Length of the UTF-8 sequence (RFC 3629) that `text` begins with; 0 when there is none, or a character that is not
/// plain.
std::size_t character_size(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return first < 0x20 || first == 0x7F ? 0 : 1;
  const std::size_t size = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (first < 0xC2 || size == 0) return 0;
  unsigned point = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    point = point << 6U | (byte(i) & 0x3FU);
  }
  const bool overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
  const bool no_character = (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF;
  // C1 controls, and marks that turn the direction of writing: a name must not be shown as another.
  const bool deceptive = (point >= 0x80 && point < 0xA0) || (point >= 0x200B && point < 0x2010) ||
                         (point >= 0x2028 && point < 0x202F) || (point >= 0x2060 && point < 0x2070) || point == 0xFEFF;
  return overlong || no_character || deceptive ? 0 : size;
}

}  // namespace

bool is_plain_text(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string make_plain_text(std::string_view text, std::size_t max_size) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = size > 0 ? text.substr(0, size) : "?";
    if (plain.size() + character.size() > max_size) break;
    plain += character;
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return plain;
}

}  // namespace counterpoint

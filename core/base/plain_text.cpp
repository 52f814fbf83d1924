// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plain_text.h"

#include <algorithm>
#include <array>
#include <span>

namespace counterpoint {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

/// C1 controls, marks that turn the direction of writing, and characters that cannot be seen (Unicode 15: Bidi_Control,
/// Default_Ignorable_Code_Point, and the fillers of Hangul): a name must not be shown as another.
constexpr std::array kDeceptive = {
    Range{0x80, 0x9F},     Range{0xAD, 0xAD},     Range{0x34F, 0x34F},   Range{0x61C, 0x61C},
    Range{0x115F, 0x1160}, Range{0x17B4, 0x17B5}, Range{0x180B, 0x180F}, Range{0x200B, 0x200F},
    Range{0x2028, 0x202E}, Range{0x2060, 0x206F}, Range{0x3164, 0x3164}, Range{0xFE00, 0xFE0F},
    Range{0xFEFF, 0xFEFF}, Range{0xFFA0, 0xFFA0}, Range{0xFFF0, 0xFFFB}, Range{0xE0000, 0xE0FFF}};

/// C1 controls, line separators, and marks that turn the direction of what follows them.
constexpr std::array kTurning = {Range{0x80, 0x9F}, Range{0x2028, 0x202E}, Range{0x2066, 0x2069}};

/// Characters of white space that a plain text may have (Unicode 15: White_Space), and the empty pattern of Braille.
constexpr std::array kSpaces = {Range{0x20, 0x20},     Range{0xA0, 0xA0},     Range{0x1680, 0x1680},
                                Range{0x2000, 0x200A}, Range{0x202F, 0x202F}, Range{0x205F, 0x205F},
                                Range{0x2800, 0x2800}, Range{0x3000, 0x3000}};

bool is_in(std::span<const Range> ranges, char32_t point) {
  return std::ranges::any_of(ranges, [point](const Range& one) { return point >= one.first && point <= one.last; });
}

struct Character {
  char32_t point = 0;
  std::size_t size = 0;  ///< Its bytes in UTF-8 (RFC 3629); 0: the text begins with none.
};

Character first_character(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (first < 0xC2 || size == 0) return {};
  char32_t point = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    point = point << 6U | (byte(i) & 0x3FU);
  }
  const bool overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
  const bool no_character = (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF;
  return overlong || no_character ? Character{} : Character{point, size};
}

/// Scripts in which a joiner changes how its neighbours are written: Arabic, Syriac and N'Ko; those of India; Myanmar,
/// Khmer and Mongolian.
constexpr std::array kJoiningScripts = {Range{0x620, 0x7FF},   Range{0x840, 0xDFF},   Range{0x1000, 0x109F},
                                        Range{0x1780, 0x17B3}, Range{0x17B6, 0x17FF}, Range{0x1820, 0x18AF},
                                        Range{0xFB50, 0xFDFF}, Range{0xFE70, 0xFEFC}};

/// Symbols of which emoji are made (Unicode 15: the blocks of Emoji, without ASCII).
constexpr std::array kEmoji = {Range{0xA9, 0xA9},     Range{0xAE, 0xAE},      Range{0x203C, 0x203C},
                               Range{0x2049, 0x2049}, Range{0x2122, 0x2122},  Range{0x2139, 0x2139},
                               Range{0x2190, 0x2BFF}, Range{0x3030, 0x3030},  Range{0x303D, 0x303D},
                               Range{0x3297, 0x3299}, Range{0x1F000, 0x1FAFF}};

constexpr char32_t kNonJoiner = 0x200C;
constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kEmojiPresentation = 0xFE0F;

/// The sign that takes the vowel from a letter of an Indian script: a joiner after it also changes the end of a word
/// (RFC 5892, appendix A.2).
bool is_virama(char32_t point) { return (point >= 0x900 && point < 0xD80 && point % 0x80 == 0x4D) || point == 0xDCA; }

/// True for a joiner or an emoji's presentation between neighbours (0: there is none) that it belongs to. Anywhere else
/// it cannot be seen.
bool belongs_between(char32_t before, char32_t point, char32_t after) {
  if (point == kEmojiPresentation) return is_in(kEmoji, before);
  if (point != kNonJoiner && point != kJoiner) return false;
  if (is_in(kJoiningScripts, before)) return is_in(kJoiningScripts, after) || (point == kJoiner && is_virama(before));
  const bool emoji_before = is_in(kEmoji, before) || before == kEmojiPresentation;
  return point == kJoiner && emoji_before && is_in(kEmoji, after);
}

/// `before` is the character in front of the first one of `text`, 0 if there is none.
bool begins_plain(char32_t before, std::string_view text) {
  const auto [point, size] = first_character(text);
  if (size == 0 || point < 0x20 || point == 0x7F) return false;
  return !is_in(kDeceptive, point) || belongs_between(before, point, first_character(text.substr(size)).point);
}

bool begins_readable(char32_t /*before*/, std::string_view text) {
  const auto [point, size] = first_character(text);
  return point == U'\n' || (size > 0 && point >= 0x20 && point != 0x7F && !is_in(kTurning, point));
}

template <typename Allowed>
bool has_only(std::string_view text, Allowed allowed) {
  for (char32_t before = 0; !text.empty();) {
    if (!allowed(before, text)) return false;
    const Character character = first_character(text);
    before = character.point;
    text.remove_prefix(character.size);
  }
  return true;
}

template <typename Allowed>
std::string keep_only(std::string_view text, std::size_t max_size, Allowed allowed) {
  std::string kept;
  for (char32_t before = 0; !text.empty();) {
    const Character character = first_character(text);
    const bool is_kept = allowed(before, text);
    const std::string_view shown = is_kept ? text.substr(0, character.size) : "?";
    if (kept.size() + shown.size() > max_size) break;
    kept += shown;
    before = is_kept ? character.point : U'?';
    text.remove_prefix(std::max<std::size_t>(character.size, 1));
  }
  return kept;
}

}  // namespace

bool is_plain_text(std::string_view text) { return has_only(text, begins_plain); }

bool is_readable_text(std::string_view text) { return has_only(text, begins_readable); }

bool is_shown_name(std::string_view text, std::size_t max_size) {
  if (text.empty() || text.size() > max_size || !is_plain_text(text)) return false;
  const bool space_in_front = is_in(kSpaces, first_character(text).point);
  char32_t last = 0;
  for (; !text.empty(); text.remove_prefix(first_character(text).size)) last = first_character(text).point;
  return !space_in_front && !is_in(kSpaces, last);
}

std::string make_plain_text(std::string_view text, std::size_t max_size) {
  std::string plain = keep_only(text, max_size, begins_plain);
  // A joiner may have lost the character that it joined to.
  while (!is_plain_text(plain)) plain.resize(plain.size() - 1);
  return plain;
}

std::string make_readable_text(std::string_view text, std::size_t max_size) {
  return keep_only(text, max_size, begins_readable);
}

}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plain_text.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

TEST(PlainText, LettersOfAllLanguagesAreAndControlCharactersAreNot) {
  for (const char* text : {"", "Ada", "Zo\u00eb", "\u0410\u0434\u0430", "\u30a2\u30c0", "film (1).mpg"}) {
    EXPECT_TRUE(is_plain_text(text)) << text;
  }
  for (const char* text : {"a\nb", "a\x7f", "\xff", "\xc3", "a\u0085", "\u202egpm.exe", "A\u200bda", "\xed\xa0\x80"}) {
    EXPECT_FALSE(is_plain_text(text)) << text;
  }
}

TEST(PlainText, NothingThatCannotBeSeenIs) {
  for (const char* text : {"A\u00adda", "\u061cAda", "\u3164", "\uffa0", "A\u180eda", "Ada\ufe0f", "\U000e0041"}) {
    EXPECT_FALSE(is_plain_text(text)) << text;
  }
}

TEST(PlainText, ANameIsSeenAsWhatItIs) {
  EXPECT_TRUE(is_shown_name("Ada Lovelace", 12));
  EXPECT_FALSE(is_shown_name("Ada Lovelace", 11)) << "too long";
  for (const char* text : {"", " ", " Ada", "Ada ", "\u00a0", "\u3000Ada", "Ada\u2003", "A\nda"}) {
    EXPECT_FALSE(is_shown_name(text, 100)) << text;
  }
}

TEST(PlainText, IsMadeOfAnyBytes) {
  EXPECT_EQ(make_plain_text("Ada", 100), "Ada");
  EXPECT_EQ(make_plain_text("a\nb\xff", 100), "a?b?");
  EXPECT_EQ(make_plain_text("A\u200bda", 100), "A?da") << "one mark a character";
  EXPECT_EQ(make_plain_text("Zo\u00eb", 3), "Zo") << "a character is never cut in two";
  EXPECT_EQ(make_plain_text("Zo\u00eb", 4), "Zo\u00eb");
}

}  // namespace
}  // namespace counterpoint

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

TEST(PlainText, JoinersAreAllowedWhereTheyShow) {
  for (const char* text :
       {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647", "\u0d28\u0d4d\u200d", "\u0915\u094d\u200d\u0937",
        "\u09b0\u200d\u09cd\u09af", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "Ada \u2764\ufe0f\u200d\U0001f525",
        "\U0001f9d1\U0001f3fd\u200d\u2695\ufe0f"}) {
    EXPECT_TRUE(is_plain_text(text)) << text;
    EXPECT_EQ(make_plain_text(text, 100), text);
  }
  for (const char* text : {"A\u200dda", "A\u200cda", "\u200d", "\u200c\u0645", "\u0645\u200c", "\u0645\u200d A",
                           "\u0645\u200c\u200c\u0645", "\U0001f468\u200d", "\u200d\U0001f468",
                           "\U0001f468\u200c\U0001f469", "\U0001f468\u200d\u200d\U0001f469", "\u2764\ufe0f\ufe0f",
                           "\u1780\u200d\u17b4", "A\ufe0f\u200d\U0001f525", "\u0645\u200c\u202e\u0645"}) {
    EXPECT_FALSE(is_plain_text(text)) << text;
    EXPECT_TRUE(is_plain_text(make_plain_text(text, 100))) << text;
  }
}

TEST(PlainText, IsCutWithoutAJoinerThatIsLeftOver) {
  constexpr const char* kFamily = "\U0001f468\u200d\U0001f469";
  EXPECT_EQ(make_plain_text(kFamily, 10), "\U0001f468") << "the joiner ends at 7 bytes";
  EXPECT_EQ(make_plain_text(kFamily, 11), kFamily);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/authentication_words.h"

#include <gtest/gtest.h>

#include <set>

namespace counterpoint {
namespace {

TEST(AuthenticationWords, SixBitsAreAWordTheHighestFirst) {
  EXPECT_EQ(authentication_text(0), "apple apple apple apple apple apple apple");
  EXPECT_EQ(authentication_text((std::uint64_t{1} << 42U) - 1), "whale whale whale whale whale whale whale");
  EXPECT_EQ(authentication_text(std::uint64_t{1} << 36U | 2), "balloon apple apple apple apple apple banana");
}

TEST(AuthenticationWords, NoTwoAreAlike) {
  std::set<std::string> words;
  std::set<std::string> pictures;
  for (std::uint64_t value = 0; value < 64; ++value) {
    const AuthenticationWord word = authentication_words(value).back();
    words.insert(word.word);
    pictures.insert(emoji_text(word));
  }
  EXPECT_EQ(words.size(), 64U);
  EXPECT_EQ(pictures.size(), 64U);
}

TEST(AuthenticationWords, PicturesAreUtf8) {
  EXPECT_EQ(emoji_text({"bee", U'\U0001F41D'}), "\xF0\x9F\x90\x9D");
  EXPECT_EQ(emoji_text({"boat", U'\u26F5'}), "\xE2\x9B\xB5");
}

}  // namespace
}  // namespace counterpoint

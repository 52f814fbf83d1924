// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/fingerprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "net/secure/certificate.h"

namespace counterpoint {
namespace {

TEST(Fingerprint, IsPairsOfDigitsWithColons) {
  Fingerprint fingerprint;
  fingerprint.sha256[0] = 0x4A;
  fingerprint.sha256[31] = 0xFF;
  std::string text = to_string(fingerprint);
  EXPECT_EQ(text.substr(0, 6), "4A:00:");
  EXPECT_EQ(text.size(), 95U);
  EXPECT_EQ(text.substr(90), "00:FF");
  EXPECT_EQ(parse_fingerprint(text), fingerprint);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  EXPECT_EQ(parse_fingerprint(text), fingerprint);
}

TEST(Fingerprint, OfAnotherFormIsNone) {
  const std::string good = to_string(Fingerprint{});
  ASSERT_TRUE(parse_fingerprint(good));
  EXPECT_FALSE(parse_fingerprint(""));
  EXPECT_FALSE(parse_fingerprint(good + ":00"));
  EXPECT_FALSE(parse_fingerprint(good.substr(3)));
  for (const auto& [place, character] : {std::pair(0U, 'G'), {1U, '-'}, {2U, '0'}, {94U, ' '}, {3U, '+'}, {93U, ':'}}) {
    std::string bad = good;
    bad[place] = character;
    EXPECT_FALSE(parse_fingerprint(bad)) << bad;
  }
}

TEST(Certificate, IsAnotherOneForEachCall) {
  const Result<Certificate> one = Certificate::create();
  const Result<Certificate> other = Certificate::create();
  ASSERT_TRUE(one && other);
  EXPECT_NE(one->fingerprint(), other->fingerprint());
  EXPECT_NE(one->fingerprint(), Fingerprint{});
  const Result<Fingerprint> again = fingerprint_of(*one->x509());
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, one->fingerprint());
}

}  // namespace
}  // namespace counterpoint

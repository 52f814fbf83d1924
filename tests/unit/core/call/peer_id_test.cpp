// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/peer_id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace counterpoint {
namespace {

PeerId sample() {
  PeerId id;
  for (std::size_t i = 0; i < id.point.size(); ++i) id.point[i] = static_cast<std::uint8_t>(37 * i + 11);
  id.point[0] = 2;
  return id;
}

TEST(PeerId, TakesFiftySixCharactersOfBase32) {
  const std::string text = to_string(sample());
  EXPECT_EQ(text.size(), kPeerIdLength);
  EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7'); }));
  // Computed by Python's base64.b32encode() and binascii.crc_hqx(point, 0xFFFF).
  EXPECT_EQ(text, "aiyfk6u7ytuq4m2ypwrmp3argznybjok54kdsxudvdg7efz4mgdkxfw6");
}

TEST(PeerId, IsReadInEitherCase) {
  std::string text = to_string(sample());
  EXPECT_EQ(read_peer_id(text), sample());
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  EXPECT_EQ(read_peer_id(text), sample());
}

TEST(PeerId, EachWrongCharacterAndEachSwapIsFound) {
  const std::string good = to_string(sample());
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const char c : {'a', 'z', '2', '7'}) {
      std::string wrong = good;
      if (std::exchange(wrong[i], c) == c) continue;
      EXPECT_FALSE(read_peer_id(wrong)) << wrong;
    }
    std::string swapped = good;
    if (i > 0 && swapped[i] != swapped[i - 1]) {
      std::swap(swapped[i], swapped[i - 1]);
      EXPECT_FALSE(read_peer_id(swapped)) << swapped;
    }
  }
}

TEST(PeerId, OtherTextIsNone) {
  const std::string good = to_string(sample());
  for (const std::string& text : {std::string(), good.substr(1), good + "a", std::string(kPeerIdLength, '='),
                                  std::string(kPeerIdLength, '\0'), std::string(kPeerIdLength, '1')}) {
    EXPECT_FALSE(read_peer_id(text)) << text;
  }
  PeerId uncompressed = sample();
  uncompressed.point[0] = 4;
  EXPECT_FALSE(read_peer_id(to_string(uncompressed))) << "its check is right, but it is no compressed point";
}

}  // namespace
}  // namespace counterpoint

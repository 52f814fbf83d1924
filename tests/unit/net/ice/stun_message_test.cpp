// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/stun_message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace counterpoint {
namespace {

Bytes from_hex(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  Bytes bytes;
  int digits = 0;
  for (const char c : text) {
    const std::size_t value = kDigits.find(c);
    if (value == std::string_view::npos) continue;
    if (digits++ % 2 == 0) bytes.push_back(0);
    bytes.back() = static_cast<std::uint8_t>(bytes.back() << 4 | value);
  }
  return bytes;
}

constexpr StunTransactionId kTransaction = {0xb7, 0xe7, 0xa7, 0x01, 0xbc, 0x34, 0xd6, 0x86, 0xfa, 0x87, 0xdf, 0xae};
constexpr const char* kPassword = "VOkJxbRl1RmTxUk/WvJxBt";

// The messages of RFC 5769, section 2.
const Bytes kRequest = from_hex(
    "00 01 00 58 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae 80 22 00 10 53 54 55 4e 20 74 65 73 74 20 63 6c 69 65 "
    "6e 74 00 24 00 04 6e 00 01 ff 80 29 00 08 93 2f f9 b1 51 26 3b 36 00 06 00 09 65 76 74 6a 3a 68 36 76 59 20 20 20 "
    "00 08 00 14 9a ea a7 0c bf d8 cb 56 78 1e f2 b5 b2 d3 f2 49 c1 b5 71 a2 80 28 00 04 e5 7a 3b cf");
const Bytes kV4Response = from_hex(
    "01 01 00 3c 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae 80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20 00 20 "
    "00 08 00 01 a1 47 e1 12 a6 43 00 08 00 14 2b 91 f5 99 fd 9e 90 c3 8c 74 89 f9 2a f9 ba 53 f0 6b e7 d7 80 28 00 04 "
    "c0 7d 4c 96");
const Bytes kV6Response = from_hex(
    "01 01 00 48 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae 80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20 00 20 "
    "00 14 00 02 a1 47 01 13 a9 fa a5 d3 f1 79 bc 25 f4 b5 be d2 b9 d9 00 08 00 14 a3 82 95 4e 4b e6 7b f1 17 84 c9 7c "
    "82 92 c2 75 bf e3 ed 41 80 28 00 04 c8 fb 0b 4c");
const Bytes kLongTermRequest = from_hex(
    "00 01 00 60 21 12 a4 42 78 ad 34 33 c6 ad 72 c0 29 da 41 2e 00 06 00 12 e3 83 9e e3 83 88 e3 83 aa e3 83 83 e3 82 "
    "af e3 82 b9 00 00 00 15 00 1c 66 2f 2f 34 39 39 6b 39 35 34 64 36 4f 4c 33 34 6f 4c 39 46 53 54 76 79 36 34 73 41 "
    "00 14 00 0b 65 78 61 6d 70 6c 65 2e 6f 72 67 00 00 08 00 14 f6 70 24 65 6d d6 4a 3e 02 b8 e0 71 2e 85 c9 a2 8c a8 "
    "96 66");

TEST(StunMessage, ReadsTheRequestOfRfc5769) {
  const auto message = StunMessage::parse(kRequest);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->message_class(), StunClass::kRequest);
  EXPECT_EQ(message->method(), StunMethod::kBinding);
  EXPECT_EQ(message->transaction(), kTransaction);
  EXPECT_TRUE(message->has_fingerprint());
  EXPECT_EQ(message->text(StunAttribute::kSoftware), "STUN test client");
  EXPECT_EQ(message->u32(StunAttribute::kPriority), 0x6e0001ffU);
  EXPECT_EQ(message->u64(StunAttribute::kIceControlled), 0x932ff9b151263b36U);
  EXPECT_EQ(message->text(StunAttribute::kUsername), "evtj:h6vY");
  EXPECT_TRUE(message->integrity_holds(stun_short_term_key(kPassword)));
  EXPECT_FALSE(message->integrity_holds(stun_short_term_key("VOkJxbRl1RmTxUk/WvJxBT")));
  EXPECT_TRUE(message->unknown_attributes().empty());
}

TEST(StunMessage, ReadsTheResponsesOfRfc5769) {
  const auto v4 = StunMessage::parse(kV4Response);
  const auto v6 = StunMessage::parse(kV6Response);
  ASSERT_TRUE(v4 && v6);
  EXPECT_EQ(v4->message_class(), StunClass::kSuccess);
  EXPECT_EQ(to_string(*v4->mapped_address()), "192.0.2.1:32853");
  EXPECT_EQ(to_string(*v6->mapped_address()), "[2001:db8:1234:5678:11:2233:4455:6677]:32853");
  EXPECT_TRUE(v4->integrity_holds(stun_short_term_key(kPassword)));
  EXPECT_TRUE(v6->integrity_holds(stun_short_term_key(kPassword)));
}

TEST(StunMessage, ReadsTheLongTermRequestOfRfc5769) {
  const auto message = StunMessage::parse(kLongTermRequest);
  ASSERT_TRUE(message);
  EXPECT_FALSE(message->has_fingerprint());
  const StunKey key =
      stun_long_term_key(message->text(StunAttribute::kUsername), message->text(StunAttribute::kRealm), "TheMatrIX");
  EXPECT_TRUE(message->integrity_holds(key));
}

TEST(StunWriter, WritesTheRequestAndTheResponsesOfRfc5769) {
  // The vectors pad with spaces, which RFC 8489 leaves to the writer; so only values and structure are compared.
  const Bytes request = StunWriter(StunClass::kRequest, StunMethod::kBinding, kTransaction)
                            .text(StunAttribute::kSoftware, "STUN test client")
                            .u32(StunAttribute::kPriority, 0x6e0001ff)
                            .u64(StunAttribute::kIceControlled, 0x932ff9b151263b36)
                            .text(StunAttribute::kUsername, "evtj:h6vY")
                            .finish(stun_short_term_key(kPassword));
  EXPECT_EQ(request.size(), kRequest.size());
  constexpr std::size_t kBeforePadding = 20 + 20 + 8 + 12 + 4 + 9;
  EXPECT_TRUE(std::equal(request.begin(), request.begin() + kBeforePadding, kRequest.begin()));
  const auto read = StunMessage::parse(request);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->has_fingerprint());
  EXPECT_TRUE(read->integrity_holds(stun_short_term_key(kPassword)));

  const IpEndpoint v6{*IpAddress::parse("2001:db8:1234:5678:11:2233:4455:6677"), 32853};
  const Bytes response = StunWriter(StunClass::kSuccess, StunMethod::kBinding, kTransaction)
                             .xor_address(StunAttribute::kXorMappedAddress, v6)
                             .finish(stun_short_term_key(kPassword));
  EXPECT_EQ(StunMessage::parse(response)->mapped_address(), v6);
}

TEST(StunMessage, TellsErrorsAndUnknownAttributes) {
  const Bytes error = StunWriter(StunClass::kError, StunMethod::kAllocate, kTransaction)
                          .error(438, "Stale Nonce")
                          .unknown_attributes({0x7001, 0x7002, 0x7003})
                          .finish();
  const auto message = StunMessage::parse(error);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->message_class(), StunClass::kError);
  EXPECT_EQ(message->method(), StunMethod::kAllocate);
  EXPECT_EQ(message->error_code(), 438);
  EXPECT_EQ(message->find(StunAttribute::kUnknownAttributes)->size(), 6U);

  const Bytes request = StunWriter(StunClass::kRequest, StunMethod::kBinding, kTransaction)
                            .u32(static_cast<StunAttribute>(0x7FF0), 1)
                            .u32(static_cast<StunAttribute>(0xFFF0), 1)
                            .finish();
  EXPECT_EQ(StunMessage::parse(request)->unknown_attributes(), std::vector<std::uint16_t>{0x7FF0});
}

TEST(StunMessage, RefusesEveryChangedBitAndEveryCut) {
  // FINGERPRINT or the structure shows each change; the padding, which the vectors fill, is covered as well.
  for (std::size_t bit = 0; bit < 8 * kRequest.size(); ++bit) {
    Bytes changed = kRequest;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    const auto message = StunMessage::parse(changed);
    EXPECT_FALSE(message && message->has_fingerprint()) << "bit " << bit;
  }
  for (std::size_t size = 0; size < kRequest.size(); ++size) {
    EXPECT_FALSE(StunMessage::parse(ByteView(kRequest).first(size))) << size << " bytes";
  }
}

TEST(StunMessage, IgnoresAttributesAfterTheIntegrity) {
  // Whoever has no key could add them.
  Bytes request = StunWriter(StunClass::kRequest, StunMethod::kBinding, kTransaction)
                      .text(StunAttribute::kUsername, "a:b")
                      .finish(stun_short_term_key(kPassword));
  request.resize(request.size() - 8);  // FINGERPRINT.
  const Bytes added = from_hex("00 25 00 00");
  request.insert(request.end(), added.begin(), added.end());
  request[3] = static_cast<std::uint8_t>(request.size() - 20);
  const auto message = StunMessage::parse(request);
  ASSERT_TRUE(message);
  EXPECT_TRUE(message->integrity_holds(stun_short_term_key(kPassword)));
  EXPECT_FALSE(message->has(StunAttribute::kUseCandidate));
}

}  // namespace
}  // namespace counterpoint

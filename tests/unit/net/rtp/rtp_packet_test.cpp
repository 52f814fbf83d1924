// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/rtp_packet.h"

#include <gmock/gmock.h>

#include <string>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;

RtpPacket example_packet() {
  return {.marker = true,
          .payload_type = 96,
          .sequence = 0x1234,
          .timestamp = 0xDEADBEEF,
          .ssrc = 0xCAFEBABE,
          .csrcs = {},
          .extensions = {},
          .payload = {1, 2, 3}};
}

const Bytes kExampleHeader = {0x80, 0xE0, 0x12, 0x34, 0xDE, 0xAD, 0xBE, 0xEF, 0xCA, 0xFE, 0xBA, 0xBE};

Bytes join(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The example's header with `first` as its first byte, then `rest`.
Bytes datagram(std::uint8_t first, const Bytes& rest) {
  Bytes bytes = join(kExampleHeader, rest);
  bytes[0] = first;
  return bytes;
}

TEST(RtpPacket, HasTheLayoutOfRfc3550) {
  EXPECT_EQ(serialize(example_packet()), join(kExampleHeader, {1, 2, 3}));
  const auto parsed = parse_rtp(join(kExampleHeader, {1, 2, 3}));
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value(), example_packet());
}

TEST(RtpPacket, CarriesContributingSources) {
  RtpPacket packet = example_packet();
  packet.csrcs = {1, 0x01020304};
  const Bytes expected = datagram(0x82, {0, 0, 0, 1, 1, 2, 3, 4, 1, 2, 3});
  EXPECT_EQ(serialize(packet), expected);
  EXPECT_EQ(*parse_rtp(expected), packet);
}

TEST(RtpPacket, WritesSmallExtensionsInTheOneByteForm) {
  RtpPacket packet = example_packet();
  packet.extensions = {{.id = 1, .data = {'0'}}, {.id = 14, .data = {7, 8, 9}}};
  const Bytes expected = datagram(0x90, {0xBE, 0xDE, 0, 2, 0x10, '0', 0xE2, 7, 8, 9, 0, 0, 1, 2, 3});
  EXPECT_EQ(serialize(packet), expected);
  EXPECT_EQ(*parse_rtp(expected), packet);
}

TEST(RtpPacket, WritesEmptyLongOrHighNumberedExtensionsInTheTwoByteForm) {
  RtpPacket packet = example_packet();
  packet.extensions = {{.id = 1, .data = {}}, {.id = 15, .data = {5}}};
  const Bytes expected = datagram(0x90, {0x10, 0x00, 0, 2, 1, 0, 15, 1, 5, 0, 0, 0, 1, 2, 3});
  EXPECT_EQ(serialize(packet), expected);
  EXPECT_EQ(*parse_rtp(expected), packet);

  packet.extensions = {{.id = 3, .data = Bytes(17, 0xAA)}, {.id = 255, .data = Bytes(255, 0xBB)}};
  EXPECT_EQ(*parse_rtp(serialize(packet)), packet);
}

TEST(RtpPacket, SkipsExtensionPaddingAndWhatFollowsAStop) {
  const auto padded = parse_rtp(datagram(0x90, {0xBE, 0xDE, 0, 2, 0, 0x10, 'a', 0, 0, 0x20, 'b', 0, 9}));
  ASSERT_TRUE(padded.ok());
  EXPECT_EQ(padded->extensions, (std::vector<RtpExtension>{{.id = 1, .data = {'a'}}, {.id = 2, .data = {'b'}}}));
  EXPECT_EQ(padded->payload, Bytes{9});

  const auto stopped = parse_rtp(datagram(0x90, {0xBE, 0xDE, 0, 1, 0x10, 'a', 0xF0, 0x20, 9}));
  ASSERT_TRUE(stopped.ok());
  EXPECT_EQ(stopped->extensions, (std::vector<RtpExtension>{{.id = 1, .data = {'a'}}}));
  EXPECT_EQ(stopped->payload, Bytes{9});

  const auto id_zero_with_length = parse_rtp(datagram(0x90, {0xBE, 0xDE, 0, 1, 0x01, 'a', 0x10, 'b', 9}));
  ASSERT_TRUE(id_zero_with_length.ok());
  EXPECT_TRUE(id_zero_with_length->extensions.empty());
}

TEST(RtpPacket, KeepsThePacketWhenAnExtensionRunsOutOfItsBlock) {
  const auto parsed = parse_rtp(datagram(0x90, {0xBE, 0xDE, 0, 1, 0x10, 'a', 0x2F, 'b', 9}));
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->extensions, (std::vector<RtpExtension>{{.id = 1, .data = {'a'}}}));
  EXPECT_EQ(parsed->payload, Bytes{9});
}

TEST(RtpPacket, SkipsExtensionsOfAnUnknownProfile) {
  const auto parsed = parse_rtp(datagram(0x90, {0x12, 0x34, 0, 1, 1, 2, 3, 4, 9}));
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed->extensions.empty());
  EXPECT_EQ(parsed->payload, Bytes{9});
}

TEST(RtpPacket, RemovesPadding) {
  const auto parsed = parse_rtp(datagram(0xA0, {9, 0, 0, 3}));
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->payload, Bytes{9});
  const auto only_padding = parse_rtp(datagram(0xA0, {0, 2}));
  ASSERT_TRUE(only_padding.ok());
  EXPECT_TRUE(only_padding->payload.empty());
}

TEST(RtpPacket, RefusesPaddingThatIsLongerThanThePayload) {
  for (const Bytes& rest : {Bytes{}, Bytes{0}, Bytes{2}, Bytes{1, 2, 255}}) {
    const auto parsed = parse_rtp(datagram(0xA0, rest));
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().kind, ErrorKind::kMalformed);
    EXPECT_THAT(parsed.error().message.text(), HasSubstr("padding"));
  }
}

TEST(RtpPacket, RefusesEveryTruncationOfItsHeader) {
  RtpPacket packet = example_packet();
  packet.csrcs = {1, 2, 3};
  packet.extensions = {{.id = 1, .data = {1, 2, 3, 4}}};
  const Bytes whole = serialize(packet);
  const std::size_t header_size = whole.size() - packet.payload.size();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(parse_rtp(ByteView(whole).first(size)).ok(), size >= header_size) << size;
  }
}

TEST(RtpPacket, RefusesOtherVersions) {
  for (const std::uint8_t first : Bytes{0x00, 0x40, 0xC0}) EXPECT_FALSE(parse_rtp(datagram(first, {1})).ok());
}

TEST(RtpPacket, RefusesWhatIsLargerThanADatagram) {
  EXPECT_TRUE(parse_rtp(datagram(0x80, Bytes(kMaxDatagramSize - kRtpHeaderSize))).ok());
  EXPECT_FALSE(parse_rtp(datagram(0x80, Bytes(kMaxDatagramSize - kRtpHeaderSize + 1))).ok());
}

TEST(RtpPacket, BoundsTheNumberOfExtensions) {
  const auto with_empty_extensions = [](std::size_t count) {
    Bytes block = {0x10, 0x00, 0, static_cast<std::uint8_t>((2 * count + 3) / 4)};
    for (std::size_t i = 0; i < count; ++i) block.insert(block.end(), {1, 0});
    block.resize(block.size() + (4 - block.size() % 4) % 4);
    return datagram(0x90, block);
  };
  ASSERT_TRUE(parse_rtp(with_empty_extensions(kMaxRtpExtensions)).ok());
  EXPECT_EQ(parse_rtp(with_empty_extensions(kMaxRtpExtensions))->extensions.size(), kMaxRtpExtensions);
  EXPECT_FALSE(parse_rtp(with_empty_extensions(kMaxRtpExtensions + 1)).ok());
}

Bytes random_bytes(Rng& rng, std::size_t max_size) {
  Bytes bytes(rng.below(max_size + 1));
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
  return bytes;
}

TEST(RtpPacket, AnyPacketSurvivesTheWire) {
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    RtpPacket packet{.marker = rng.chance(0.5),
                     .payload_type = static_cast<std::uint8_t>(rng.below(128)),
                     .sequence = static_cast<std::uint16_t>(rng.next()),
                     .timestamp = static_cast<std::uint32_t>(rng.next()),
                     .ssrc = static_cast<std::uint32_t>(rng.next()),
                     .csrcs = {},
                     .extensions = {},
                     .payload = random_bytes(rng, 1200)};
    for (std::uint64_t n = rng.below(16); n > 0; --n) packet.csrcs.push_back(static_cast<std::uint32_t>(rng.next()));
    const bool small = rng.chance(0.5);
    for (std::uint64_t n = rng.below(5); n > 0; --n) {
      packet.extensions.push_back({.id = static_cast<std::uint8_t>(1 + rng.below(small ? 14 : 255)),
                                   .data = random_bytes(rng, small ? 15 : 255)});
      if (small) packet.extensions.back().data.push_back(0);
    }
    const auto parsed = parse_rtp(serialize(packet));
    ASSERT_TRUE(parsed.ok()) << i;
    ASSERT_EQ(*parsed, packet) << i;
  }
}

TEST(RtpPacket, AnyBytesAreRefusedOrUnderstoodTheSameTwice) {
  Rng rng(2);
  int understood = 0;
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes = random_bytes(rng, 120);
    if (!bytes.empty() && rng.chance(0.9)) bytes[0] = static_cast<std::uint8_t>(0x80 | (bytes[0] & 0x3F));
    const auto parsed = parse_rtp(bytes);
    if (!parsed.ok()) continue;
    ++understood;
    const auto again = parse_rtp(serialize(*parsed));
    ASSERT_TRUE(again.ok()) << i;
    ASSERT_EQ(*again, *parsed) << i;
  }
  EXPECT_GT(understood, 1000);
}

}  // namespace
}  // namespace counterpoint

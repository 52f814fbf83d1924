// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/fec/flex_fec.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr std::uint32_t kSource = 0xA1B2C3D4;

RtpPacket source(std::uint16_t sequence, std::size_t size) {
  Rng rng(sequence);
  RtpPacket packet{.marker = sequence % 3 == 0,
                   .payload_type = 96,
                   .sequence = sequence,
                   .timestamp = 3000U * sequence,
                   .ssrc = kSource};
  while (packet.payload.size() < size) packet.payload.push_back(static_cast<std::uint8_t>(rng.below(256)));
  return packet;
}

/// Packets of different sizes, one of them with an extension and a contributing source; the numbers wrap.
std::vector<RtpPacket> group() {
  std::vector<RtpPacket> packets;
  for (const std::size_t size : {900U, 1U, 1170U, 0U, 333U}) {
    packets.push_back(source(static_cast<std::uint16_t>(0xFFFE + packets.size()), size));
  }
  packets[1].extensions = {{.id = 1, .data = {'1'}}};
  packets[4].csrcs = {7};
  return packets;
}

RtpPacket repair_of(const std::vector<RtpPacket>& packets) {
  FlexFecEncoder encoder;
  for (const RtpPacket& packet : packets) encoder.add(serialize(packet));
  return encoder.take({.payload_type = 101, .sequence = 9, .timestamp = 5, .ssrc = 77});
}

void give(FlexFecDecoder& decoder, const RtpPacket& packet) { decoder.add_source(serialize(packet), packet.sequence); }

TEST(FlexFec, TheHeaderIsThatOfTheStandard) {
  const RtpPacket repair = repair_of(
      {{.marker = true,
        .payload_type = 96,
        .sequence = 0x0102,
        .timestamp = 0x11223344,
        .ssrc = kSource,
        .payload = {0xF0, 0x0F}},
       {.payload_type = 97, .sequence = 0x0103, .timestamp = 0x11223345, .ssrc = kSource, .payload = {0xFF}}});
  EXPECT_EQ(repair.csrcs, std::vector<std::uint32_t>{kSource});
  EXPECT_EQ(repair.payload_type, 101);
  EXPECT_EQ(repair.payload, (Bytes{0x40, 0x80 | (96 ^ 97),  // R = 0, F = 1; P, X, CC; M, payload type.
                                   0x00, 2 ^ 1,             // Length behind the fixed header.
                                   0, 0, 0, 1,              // Timestamp.
                                   0x01, 0x02, 2, 0,        // SN base, L, D.
                                   0x0F, 0x0F}));
}

TEST(FlexFec, AnyOnePacketOfAGroupIsRestored) {
  const std::vector<RtpPacket> packets = group();
  for (std::size_t lost = 0; lost < packets.size(); ++lost) {
    FlexFecDecoder decoder;
    give(decoder, source(0xFFFD, 10));
    for (std::size_t i = 0; i < packets.size(); ++i) {
      if (i != lost) give(decoder, packets[i]);
    }
    EXPECT_FALSE(decoder.take());
    decoder.add_repair(repair_of(packets), kSource);
    EXPECT_EQ(decoder.take(), packets[lost]) << "packet " << lost;
    EXPECT_FALSE(decoder.take());
    EXPECT_EQ(decoder.restored(), 1U);
  }
}

TEST(FlexFec, OfTwoLostPacketsTheSecondIsRestoredOnceTheFirstComes) {
  const std::vector<RtpPacket> packets = group();
  FlexFecDecoder decoder;
  for (const std::size_t i : {0U, 2U, 4U}) give(decoder, packets[i]);
  decoder.add_repair(repair_of(packets), kSource);
  EXPECT_FALSE(decoder.take());
  give(decoder, packets[3]);
  EXPECT_EQ(decoder.take(), packets[1]);
}

TEST(FlexFec, OfAWholeGroupNothingIsRestored) {
  const std::vector<RtpPacket> packets = group();
  FlexFecDecoder decoder;
  for (const RtpPacket& packet : packets) give(decoder, packet);
  decoder.add_repair(repair_of(packets), kSource);
  EXPECT_FALSE(decoder.take());
}

TEST(FlexFec, DropsWhatMakesNoSense) {
  const std::vector<RtpPacket> packets = group();
  const RtpPacket good = repair_of(packets);
  const auto restores = [&packets](const RtpPacket& repair) {
    FlexFecDecoder decoder;
    for (const std::size_t i : {0U, 1U, 2U, 3U}) give(decoder, packets[i]);
    decoder.add_repair(repair, kSource);
    return decoder.take() == packets[4];
  };
  const auto changed = [&good](std::size_t at, std::uint8_t to) {
    RtpPacket packet = good;
    packet.payload[at] = to;
    return packet;
  };
  EXPECT_TRUE(restores(good));
  RtpPacket other = good;
  other.csrcs = {kSource + 1};
  EXPECT_FALSE(restores(other)) << "another stream";
  other.csrcs.clear();
  EXPECT_FALSE(restores(other)) << "no stream";
  for (const std::size_t size : {0U, 5U, 11U, 12U, 400U}) {
    RtpPacket cut = good;
    cut.payload.resize(size);
    EXPECT_FALSE(restores(cut)) << size;
  }
  EXPECT_FALSE(restores(changed(0, 0x00))) << "with a mask";
  EXPECT_FALSE(restores(changed(0, 0xC0))) << "a retransmission";
  EXPECT_FALSE(restores(changed(10, 0))) << "of no packets";
  EXPECT_FALSE(restores(changed(10, kMaxFlexFecGroup + 1)));
  EXPECT_FALSE(restores(changed(11, 3))) << "with columns";
}

TEST(FlexFec, FollowsAStreamThatBeginsAnew) {
  FlexFecDecoder decoder;
  for (std::uint16_t i = 0; i < FlexFecDecoder::kMaxSources; ++i) {
    give(decoder, source(static_cast<std::uint16_t>(5000 + i), 1));
  }
  const std::vector<RtpPacket> packets = group();
  for (const std::size_t i : {0U, 1U, 2U, 3U}) give(decoder, packets[i]);
  decoder.add_repair(repair_of(packets), kSource);
  EXPECT_EQ(decoder.take(), packets[4]);
}

TEST(FlexFec, ALengthThatLiesRestoresNothing) {
  const std::vector<RtpPacket> packets = group();
  RtpPacket repair = repair_of(packets);
  repair.payload[2] ^= 0x40;
  FlexFecDecoder decoder;
  for (const std::size_t i : {0U, 1U, 2U, 3U}) give(decoder, packets[i]);
  decoder.add_repair(repair, kSource);
  EXPECT_FALSE(decoder.take());
}

TEST(FlexFec, OldPacketsAreForgotten) {
  const std::vector<RtpPacket> packets = group();
  FlexFecDecoder decoder;
  for (const std::size_t i : {0U, 1U, 2U, 3U}) give(decoder, packets[i]);
  for (std::uint16_t i = 0; i < FlexFecDecoder::kMaxSources; ++i) {
    give(decoder, source(static_cast<std::uint16_t>(100 + i), 1));
  }
  decoder.add_repair(repair_of(packets), kSource);
  EXPECT_FALSE(decoder.take());
}

TEST(FlexFec, AGroupThatNobodyTakesBeginsAnew) {
  FlexFecEncoder encoder;
  for (std::uint16_t i = 0; i <= kMaxFlexFecGroup; ++i) encoder.add(serialize(source(i, 1)));
  EXPECT_EQ(encoder.size(), 1U);
}

}  // namespace
}  // namespace counterpoint

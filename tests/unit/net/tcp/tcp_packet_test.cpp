// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_packet.h"

#include <gtest/gtest.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

TEST(TcpPacket, SegmentsReadBackAndWeighWhatTheyDoOnTheWire) {
  const TcpSegment segment{.sequence = 5'000'000'000, .length = 1448};
  const TcpPacket packet = make_packet(segment);
  EXPECT_EQ(parse_tcp_segment(packet.data), segment);
  EXPECT_EQ(packet.wire_size, DataSize::bytes(1500));
  EXPECT_FALSE(parse_tcp_acknowledgement(packet.data));
}

TEST(TcpPacket, AcknowledgementsReadBackAndWeighWhatTheyDoOnTheWire) {
  TcpAcknowledgement acknowledgement{.next = 7000, .blocks = {}};
  EXPECT_EQ(make_packet(acknowledgement).wire_size, DataSize::bytes(52));
  acknowledgement.blocks = {{.first = 9000, .end = 10'000}, {.first = 11'000, .end = 12'000}};
  const TcpPacket packet = make_packet(acknowledgement);
  EXPECT_EQ(parse_tcp_acknowledgement(packet.data), acknowledgement);
  EXPECT_EQ(packet.wire_size, DataSize::bytes(52 + 20));
  EXPECT_FALSE(parse_tcp_segment(packet.data));
}

TEST(TcpPacket, NothingElseIsRead) {
  const Bytes good = make_packet(TcpAcknowledgement{.next = 1, .blocks = {{.first = 5, .end = 6}}}).data;
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(parse_tcp_acknowledgement(ByteView(good).first(size)));
  }
  Bytes longer = good;
  longer.push_back(0);
  EXPECT_FALSE(parse_tcp_acknowledgement(longer));
  EXPECT_FALSE(parse_tcp_acknowledgement(make_packet(TcpAcknowledgement{.blocks = {{.first = 6, .end = 6}}}).data));
  EXPECT_FALSE(parse_tcp_acknowledgement(make_packet(TcpAcknowledgement{.next = ~std::uint64_t{0}}).data));
  EXPECT_FALSE(parse_tcp_segment(make_packet(TcpSegment{.sequence = 0, .length = 0}).data));
  EXPECT_FALSE(parse_tcp_segment(make_packet(TcpSegment{.sequence = 0, .length = 70'000}).data));
  EXPECT_FALSE(parse_tcp_segment(make_packet(TcpSegment{.sequence = ~std::uint64_t{0}, .length = 1}).data));
  Rng rng(1);
  int read = 0;
  for (int i = 0; i < 10'000; ++i) {
    Bytes random(rng.below(60));
    for (std::uint8_t& byte : random) byte = static_cast<std::uint8_t>(rng.next());
    if (parse_tcp_segment(random)) ++read;
    if (parse_tcp_acknowledgement(random)) ++read;
  }
  EXPECT_LT(read, 100);
}

}  // namespace
}  // namespace counterpoint

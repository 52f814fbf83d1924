// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/datagram_kind.h"

#include <gmock/gmock.h>

#include "net/rtp/rtcp.h"
#include "net/rtp/rtp_packet.h"

namespace counterpoint {
namespace {

Bytes starting_with(std::uint8_t first, std::uint8_t second, std::size_t size) {
  Bytes bytes(size);
  bytes[0] = first;
  bytes[1] = second;
  return bytes;
}

TEST(DatagramKind, FollowsTheRangesOfRfc7983) {
  for (int first = 0; first < 256; ++first) {
    const DatagramKind expected = first <= 3                    ? DatagramKind::kStun
                                  : first >= 20 && first <= 63  ? DatagramKind::kDtls
                                  : first >= 128 && first < 192 ? DatagramKind::kRtp
                                                                : DatagramKind::kOther;
    EXPECT_EQ(classify(starting_with(static_cast<std::uint8_t>(first), 0, 40)), expected) << first;
  }
}

TEST(DatagramKind, TellsRtcpByThePacketTypeOfRfc5761) {
  for (int second = 0; second < 256; ++second) {
    const bool rtcp = second >= 192 && second <= 223;
    EXPECT_EQ(classify(starting_with(0x80, static_cast<std::uint8_t>(second), 40)),
              rtcp ? DatagramKind::kRtcp : DatagramKind::kRtp)
        << second;
  }
}

TEST(DatagramKind, WhatIsTooShortIsSomethingElse) {
  EXPECT_EQ(classify({}), DatagramKind::kOther);
  EXPECT_EQ(classify(Bytes{0x80}), DatagramKind::kOther);
  EXPECT_EQ(classify(starting_with(0x80, 0, 11)), DatagramKind::kOther);
  EXPECT_EQ(classify(starting_with(0x80, 0, 12)), DatagramKind::kRtp);
  EXPECT_EQ(classify(starting_with(0x80, 200, 3)), DatagramKind::kOther);
  EXPECT_EQ(classify(starting_with(0x80, 203, 4)), DatagramKind::kRtcp);
  EXPECT_EQ(classify(starting_with(0, 1, 19)), DatagramKind::kOther);
  EXPECT_EQ(classify(starting_with(0, 1, 20)), DatagramKind::kStun);
  EXPECT_EQ(classify(starting_with(22, 254, 12)), DatagramKind::kOther);
  EXPECT_EQ(classify(starting_with(22, 254, 13)), DatagramKind::kDtls);
}

TEST(DatagramKind, KnowsWhatWeSend) {
  EXPECT_EQ(classify(serialize(RtpPacket{.marker = true, .payload_type = 127})), DatagramKind::kRtp);
  const std::vector<RtcpPacket> packets = {ReceiverReport{}};
  EXPECT_EQ(classify(serialize(packets)), DatagramKind::kRtcp);
}

}  // namespace
}  // namespace counterpoint

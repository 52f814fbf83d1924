// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/rtx.h"

#include <gmock/gmock.h>

namespace counterpoint {
namespace {

RtpPacket original_packet() {
  return {.marker = true,
          .payload_type = 96,
          .sequence = 0xABCD,
          .timestamp = 90'000,
          .ssrc = 11,
          .csrcs = {},
          .extensions = {{.id = 1, .data = {'1'}}},
          .payload = {7, 8, 9}};
}

TEST(Rtx, PutsTheOriginalSequenceNumberBeforeThePayload) {
  const RtpPacket rtx = make_rtx(original_packet(), 97, 12, 5);
  EXPECT_EQ(rtx.payload, (Bytes{0xAB, 0xCD, 7, 8, 9}));
  EXPECT_EQ(rtx.payload_type, 97);
  EXPECT_EQ(rtx.ssrc, 12U);
  EXPECT_EQ(rtx.sequence, 5);
  EXPECT_EQ(rtx.timestamp, 90'000U);
  EXPECT_TRUE(rtx.marker);
}

TEST(Rtx, BringsTheOriginalBackOverTheWire) {
  const auto received = parse_rtp(serialize(make_rtx(original_packet(), 97, 12, 5)));
  ASSERT_TRUE(received.ok());
  const auto restored = restore_from_rtx(*received, 96, 11);
  ASSERT_TRUE(restored.ok());
  EXPECT_EQ(*restored, original_packet());
}

TEST(Rtx, NeedsAnOriginalSequenceNumber) {
  RtpPacket rtx = make_rtx(original_packet(), 97, 12, 5);
  rtx.payload.resize(2);
  ASSERT_TRUE(restore_from_rtx(rtx, 96, 11).ok());
  EXPECT_TRUE(restore_from_rtx(rtx, 96, 11)->payload.empty());
  for (const std::size_t size : {1U, 0U}) {
    rtx.payload.resize(size);
    const auto restored = restore_from_rtx(rtx, 96, 11);
    ASSERT_FALSE(restored.ok());
    EXPECT_EQ(restored.error().kind, ErrorKind::kMalformed);
  }
}

}  // namespace
}  // namespace counterpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/rtcp.h"

#include <gmock/gmock.h>

#include "core/base/rng.h"
#include "net/rtp/rtp_packet.h"

namespace counterpoint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Both ways: `packet` is written as `bytes`, and `bytes` are read as `packet`.
void expect_wire(const RtcpPacket& packet, const Bytes& bytes) {
  EXPECT_EQ(serialize(std::span(&packet, 1)), bytes);
  const auto parsed = parse_rtcp(bytes);
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_THAT(*parsed, ElementsAre(packet));
}

void expect_malformed(const Bytes& bytes) {
  const auto parsed = parse_rtcp(bytes);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().kind, ErrorKind::kMalformed);
}

const ReportBlock kBlock = {.ssrc = 0x0A0B0C0D,
                            .fraction_lost = 0x40,
                            .cumulative_lost = -2,
                            .highest_sequence = 0x0001FFFF,
                            .jitter = 0x99,
                            .last_sr = 0x11223344,
                            .delay_since_last_sr = 0x8000};
const Bytes kBlockBytes = {0x0A, 0x0B, 0x0C, 0x0D, 0x40, 0xFF, 0xFF, 0xFE, 0x00, 0x01, 0xFF, 0xFF,
                           0x00, 0x00, 0x00, 0x99, 0x11, 0x22, 0x33, 0x44, 0x00, 0x00, 0x80, 0x00};

Bytes join(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Rtcp, SenderReportHasTheLayoutOfRfc3550) {
  const SenderReport report = {.ssrc = 0x01020304,
                               .ntp = 0x1122334455667788,
                               .rtp_timestamp = 0xA0A1A2A3,
                               .packet_count = 5,
                               .byte_count = 0x600,
                               .reports = {kBlock}};
  expect_wire(report, join({0x81, 200,  0,    12,   1,    2,    3, 4, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66,
                            0x77, 0x88, 0xA0, 0xA1, 0xA2, 0xA3, 0, 0, 0,    5,    0,    0,    6,    0},
                           kBlockBytes));
}

TEST(Rtcp, ReceiverReportHasTheLayoutOfRfc3550) {
  expect_wire(ReceiverReport{.ssrc = 0x01020304, .reports = {kBlock}},
              join({0x81, 201, 0, 7, 1, 2, 3, 4}, kBlockBytes));
  expect_wire(ReceiverReport{.ssrc = 0x01020304, .reports = {}}, {0x80, 201, 0, 1, 1, 2, 3, 4});
}

TEST(Rtcp, SourceDescriptionHasTheLayoutOfRfc3550) {
  expect_wire(SourceDescription{.ssrc = 0x01020304, .cname = "ab"},
              {0x81, 202, 0, 3, 1, 2, 3, 4, 1, 2, 'a', 'b', 0, 0, 0, 0});
  expect_wire(SourceDescription{.ssrc = 0x01020304, .cname = "a"}, {0x81, 202, 0, 2, 1, 2, 3, 4, 1, 1, 'a', 0});
}

TEST(Rtcp, ReadsEachChunkOfASourceDescription) {
  const auto parsed = parse_rtcp(Bytes{0x83, 202, 0, 8, 0,   0, 0, 1, 2, 2, 'x', 'y', 1,   1, 'a', 0, 0, 0,
                                       0,    2,   2, 1, 'z', 0, 0, 0, 0, 3, 1,   1,   'c', 0, 0,   0, 0, 0});
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_THAT(*parsed,
              ElementsAre(SourceDescription{.ssrc = 1, .cname = "a"}, SourceDescription{.ssrc = 3, .cname = "c"}));
}

TEST(Rtcp, GoodbyeHasTheLayoutOfRfc3550) {
  expect_wire(Goodbye{.ssrcs = {1, 2}, .reason = {}}, {0x82, 203, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2});
  expect_wire(Goodbye{.ssrcs = {1}, .reason = "bye!"}, {0x81, 203, 0, 3, 0, 0, 0, 1, 4, 'b', 'y', 'e', '!', 0, 0, 0});
}

TEST(Rtcp, NackPacksFollowersIntoAMask) {
  expect_wire(Nack{.sender_ssrc = 1, .media_ssrc = 2, .sequences = {10, 11, 26, 27}},
              {0x81, 205, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0, 10, 0x80, 0x01, 0, 27, 0, 0});
}

TEST(Rtcp, NackWrapsWithTheSequenceNumber) {
  expect_wire(Nack{.sender_ssrc = 1, .media_ssrc = 2, .sequences = {0xFFFF, 0, 1}},
              {0x81, 205, 0, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0xFF, 0xFF, 0, 3});
}

TEST(Rtcp, NackKeepsDisorderAndRepetition) {
  const RtcpPacket nack = Nack{.sender_ssrc = 1, .media_ssrc = 2, .sequences = {9, 5, 5, 7, 6}};
  const auto parsed = parse_rtcp(serialize(std::span(&nack, 1)));
  ASSERT_TRUE(parsed.ok());
  EXPECT_THAT(*parsed, ElementsAre(nack));
}

TEST(Rtcp, RefusesANackOfTooMany) {
  Bytes bytes = {0x81, 205, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2};
  while (17 * (bytes.size() - 12) / 4 <= kMaxNackSequences) bytes.insert(bytes.end(), {0, 1, 0xFF, 0xFF});
  bytes[2] = static_cast<std::uint8_t>((bytes.size() / 4 - 1) >> 8);
  bytes[3] = static_cast<std::uint8_t>(bytes.size() / 4 - 1);
  expect_malformed(bytes);
  expect_malformed({0x81, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2});
}

TEST(Rtcp, PictureLossIndicationHasTheLayoutOfRfc4585) {
  expect_wire(PictureLossIndication{.sender_ssrc = 1, .media_ssrc = 2}, {0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2});
}

TEST(Rtcp, CongestionFeedbackHasTheLayoutOfRfc8888) {
  using Metric = CongestionFeedback::Metric;
  const CongestionFeedback feedback = {
      .sender_ssrc = 0x01020304,
      .streams = {{.ssrc = 0x0A0A0A0A,
                   .begin_sequence = 0xFFFE,
                   .metrics = {Metric{.received = true, .ecn = Ecn::kCe, .arrival_offset = 0x1FFE}, Metric{},
                               Metric{.received = true, .ecn = Ecn::kEct1, .arrival_offset = 1}}},
                  {.ssrc = 0x0B0B0B0B,
                   .begin_sequence = 7,
                   .metrics = {Metric{.received = true, .ecn = Ecn::kEct0, .arrival_offset = 0},
                               Metric{.received = true, .ecn = Ecn::kNotEct, .arrival_offset = 0x1FFF}}}},
      .report_timestamp = 0xAABBCCDD};
  expect_wire(feedback, {0x8B, 205,  0,    9,    1,    2,    3,    4,  // header, sender
                         0x0A, 0x0A, 0x0A, 0x0A, 0xFF, 0xFE, 0,    3,  // first stream, three metrics
                         0xFF, 0xFE, 0,    0,    0xA0, 0x01, 0,    0,  // first stream, padding
                         0x0B, 0x0B, 0x0B, 0x0B, 0,    7,    0,    2,  // second stream
                         0xC0, 0x00, 0x9F, 0xFF, 0xAA, 0xBB, 0xCC, 0xDD});
}

TEST(Rtcp, CongestionFeedbackMayHoldNothing) {
  expect_wire(CongestionFeedback{.sender_ssrc = 1, .streams = {}, .report_timestamp = 2},
              {0x8B, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2});
}

TEST(Rtcp, RefusesCongestionFeedbackThatClaimsMoreThanItHolds) {
  expect_malformed({0x8B, 205, 0, 5, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0x80, 0, 0, 0, 0, 0, 0, 9});
  expect_malformed({0x8B, 205, 0, 5, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 9});
  expect_malformed({0x8B, 205, 0, 1, 0, 0, 0, 1});
}

TEST(Rtcp, ReadsACompoundAndSkipsWhatItDoesNotKnow) {
  const std::vector<RtcpPacket> known = {ReceiverReport{.ssrc = 1, .reports = {kBlock}},
                                         SourceDescription{.ssrc = 1, .cname = "someone@somewhere"},
                                         PictureLossIndication{.sender_ssrc = 1, .media_ssrc = 2}};
  Bytes bytes = serialize(known);
  bytes.insert(bytes.end(), {0x80, 207, 0, 1, 0, 0, 0, 1});              // XR
  bytes.insert(bytes.end(), {0x8F, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0});  // Application layer feedback
  bytes.insert(bytes.end(), {0x8F, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0});  // Another transport feedback
  bytes.insert(bytes.end(), {0xA1, 203, 0, 2, 0, 0, 0, 7, 0, 0, 0, 4});  // BYE, padded
  const auto parsed = parse_rtcp(bytes);
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_THAT(*parsed, ElementsAre(known[0], known[1], known[2], Goodbye{.ssrcs = {7}, .reason = {}}));
}

TEST(Rtcp, UnknownPacketsAloneGiveNothing) {
  const auto parsed = parse_rtcp(Bytes{0x80, 207, 0, 0});
  ASSERT_TRUE(parsed.ok());
  EXPECT_THAT(*parsed, IsEmpty());
}

TEST(Rtcp, IgnoresProfileSpecificExtensionsOfReports) {
  const auto parsed = parse_rtcp(Bytes{0x80, 201, 0, 2, 0, 0, 0, 1, 9, 9, 9, 9});
  ASSERT_TRUE(parsed.ok());
  EXPECT_THAT(*parsed, ElementsAre(ReceiverReport{.ssrc = 1, .reports = {}}));
}

TEST(Rtcp, RefusesEveryTruncation) {
  const RtcpPacket packet = SenderReport{.ssrc = 1, .reports = {kBlock, kBlock}};
  const Bytes whole = serialize(std::span(&packet, 1));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(parse_rtcp(ByteView(whole).first(size)).ok()) << size;
  }
}

TEST(Rtcp, RefusesCountsThatDoNotFit) {
  expect_malformed({0x81, 201, 0, 1, 1, 2, 3, 4});                  // A report block that is not there.
  expect_malformed({0x82, 203, 0, 1, 0, 0, 0, 1});                  // Two sources, room for one.
  expect_malformed({0x81, 202, 0, 2, 0, 0, 0, 1, 1, 9, 'a', 'b'});  // A CNAME longer than its packet.
  expect_malformed({0x81, 206, 0, 1, 0, 0, 0, 1});                  // No media source.
  expect_malformed({0xA0, 201, 0, 1, 1, 2, 3, 9});                  // Padding longer than its packet.
  expect_malformed({0x40, 201, 0, 1, 1, 2, 3, 4});                  // Version 1.
}

TEST(Rtcp, BoundsWhatOneDatagramMayHold) {
  const auto goodbyes = [](std::size_t count) {
    Bytes bytes;
    for (std::size_t i = 0; i < count; ++i) bytes.insert(bytes.end(), {0x80, 203, 0, 0});
    return bytes;
  };
  ASSERT_TRUE(parse_rtcp(goodbyes(kMaxRtcpPackets)).ok());
  EXPECT_THAT(*parse_rtcp(goodbyes(kMaxRtcpPackets)), SizeIs(kMaxRtcpPackets));
  expect_malformed(goodbyes(kMaxRtcpPackets + 1));
  EXPECT_THAT(parse_rtcp(Bytes(kMaxDatagramSize + 1)).error().message.text(), HasSubstr("larger than a datagram"));
}

TEST(Rtcp, AnyCongestionFeedbackSurvivesTheWire) {
  Rng rng(3);
  for (int i = 0; i < 500; ++i) {
    CongestionFeedback feedback{.sender_ssrc = static_cast<std::uint32_t>(rng.next()),
                                .streams = {},
                                .report_timestamp = static_cast<std::uint32_t>(rng.next())};
    for (std::uint64_t streams = rng.below(4); streams > 0; --streams) {
      CongestionFeedback::Stream stream{.ssrc = static_cast<std::uint32_t>(rng.next()),
                                        .begin_sequence = static_cast<std::uint16_t>(rng.next()),
                                        .metrics = {}};
      for (std::uint64_t metrics = rng.below(40); metrics > 0; --metrics) {
        stream.metrics.emplace_back();
        if (rng.chance(0.2)) continue;
        stream.metrics.back() = {.received = true,
                                 .ecn = static_cast<Ecn>(rng.below(4)),
                                 .arrival_offset = static_cast<std::uint16_t>(rng.below(0x2000))};
      }
      feedback.streams.push_back(stream);
    }
    const RtcpPacket packet = feedback;
    const auto parsed = parse_rtcp(serialize(std::span(&packet, 1)));
    ASSERT_TRUE(parsed.ok()) << i;
    ASSERT_THAT(*parsed, ElementsAre(packet)) << i;
  }
}

TEST(Rtcp, AnyBytesAreRefusedOrUnderstoodTheSameTwice) {
  Rng rng(4);
  constexpr std::array<std::uint8_t, 6> kTypes = {200, 201, 202, 203, 205, 206};
  constexpr std::array<std::uint8_t, 4> kCounts = {0, 1, 2, 11};
  int understood = 0;
  for (int i = 0; i < 50'000; ++i) {
    const std::size_t words = rng.below(16);
    Bytes bytes = {static_cast<std::uint8_t>(0x80 | kCounts[rng.below(4)]), kTypes[rng.below(6)], 0,
                   static_cast<std::uint8_t>(words)};
    for (std::size_t n = 4 * words; n > 0; --n)
      bytes.push_back(static_cast<std::uint8_t>(rng.below(rng.chance(0.5) ? 4 : 256)));
    const auto parsed = parse_rtcp(bytes);
    if (!parsed.ok() || parsed->empty()) continue;
    ++understood;
    const auto again = parse_rtcp(serialize(*parsed));
    ASSERT_TRUE(again.ok()) << i;
    ASSERT_EQ(*again, *parsed) << i;
  }
  EXPECT_GT(understood, 5000);
}

}  // namespace
}  // namespace counterpoint

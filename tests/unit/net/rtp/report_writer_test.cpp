// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/report_writer.h"

#include <gtest/gtest.h>

#include "net/session/retransmission_budget.h"

namespace counterpoint {
namespace {

constexpr Timestamp kNow{1000s};

/// A session of audio with the SSRC 1 and video with 2.
class ReportWriterTest : public testing::Test {
 protected:
  static NegotiatedSession negotiated(bool reduced_size) {
    NegotiatedSession session;
    session.audio.local_ssrc = 1;
    session.video.local_ssrc = 2;
    session.local_cname = "ada";
    session.reduced_size_rtcp = reduced_size;
    return session;
  }
  static std::vector<RtcpPacket> read(const Bytes& datagram) {
    const Result<std::vector<RtcpPacket>> packets = parse_rtcp(datagram);
    EXPECT_TRUE(packets.ok());
    return packets.ok() ? *packets : std::vector<RtcpPacket>();
  }
  static void send(OutboundStream& stream) { stream.count_sent(stream.make_packet(Bytes(60), 0, false, kNow), kNow); }

  Rng rng{1};
  OutboundStream audio{{.kind = StreamKind::kAudio, .ssrc = 1}, rng};
  OutboundStream video{{.kind = StreamKind::kVideo, .ssrc = 2}, rng};
  OutboundStreams streams{audio, video};
  ReportWriter writer{negotiated(true)};
};

TEST_F(ReportWriterTest, WhoHasSentNothingReportsAsAReceiver) {
  const auto packets = read(writer.report(streams, {{.ssrc = 17, .cumulative_lost = 5}}, kNow));
  ASSERT_EQ(packets.size(), 2U);
  const auto* report = std::get_if<ReceiverReport>(&packets[0]);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->ssrc, 1U);
  ASSERT_EQ(report->reports.size(), 1U);
  EXPECT_EQ(report->reports[0].cumulative_lost, 5);
  const auto* description = std::get_if<SourceDescription>(&packets[1]);
  ASSERT_TRUE(description);
  EXPECT_EQ(description->cname, "ada");
}

TEST_F(ReportWriterTest, EachStreamThatIsSentHasASenderReportAndOnlyTheFirstTellsWhatArrived) {
  send(audio);
  send(video);
  const auto packets = read(writer.report(streams, {{.ssrc = 17}}, kNow));
  ASSERT_EQ(packets.size(), 4U);
  const auto* of_audio = std::get_if<SenderReport>(&packets[0]);
  const auto* of_video = std::get_if<SenderReport>(&packets[1]);
  ASSERT_TRUE(of_audio && of_video);
  EXPECT_EQ(of_audio->ssrc, 1U);
  EXPECT_EQ(of_audio->reports.size(), 1U);
  EXPECT_EQ(of_video->ssrc, 2U);
  EXPECT_TRUE(of_video->reports.empty());
}

TEST_F(ReportWriterTest, OnlyAPeerWithoutReducedSizeGetsAReportInFrontOfEverything) {
  send(audio);
  const PictureLossIndication pli{1, 17};
  EXPECT_EQ(read(writer.at_once(streams, pli, kNow)).size(), 1U);
  const auto packets = read(ReportWriter(negotiated(false)).at_once(streams, pli, kNow));
  ASSERT_EQ(packets.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<SenderReport>(packets.front()));
  EXPECT_TRUE(std::holds_alternative<PictureLossIndication>(packets.back()));
}

TEST_F(ReportWriterTest, SaysGoodbyeForEachSourceThatThereIs) {
  const auto both = read(writer.goodbye(streams, kNow));
  ASSERT_TRUE(std::holds_alternative<Goodbye>(both.back()));
  EXPECT_EQ(std::get<Goodbye>(both.back()).ssrcs, (std::vector<std::uint32_t>{1, 2}));
  const OutboundStream none({.kind = StreamKind::kVideo, .ssrc = 0}, rng);
  const auto one = read(writer.goodbye({audio, none}, kNow));
  EXPECT_EQ(std::get<Goodbye>(one.back()).ssrcs, (std::vector<std::uint32_t>{1}));
}

TEST(RetransmissionBudget, IsAQuarterOfTheVideoRateAndNeverMoreThanASecondOfIt) {
  RetransmissionBudget budget;
  const DataRate video = DataRate::kilobits_per_second(800);  // A quarter: 25'000 bytes/s.
  EXPECT_TRUE(budget.is_spent());
  budget.earn(video, kNow);
  budget.earn(video, kNow + 10s);
  budget.spend(DataSize::bytes(24'999));
  EXPECT_FALSE(budget.is_spent());
  budget.spend(DataSize::bytes(1201));
  EXPECT_TRUE(budget.is_spent());
  budget.earn(video, kNow + 10s + 40ms);
  EXPECT_TRUE(budget.is_spent()) << "what was overdrawn is earned first";
  budget.earn(video, kNow + 10s + 60ms);
  EXPECT_FALSE(budget.is_spent());
}

}  // namespace
}  // namespace counterpoint
